import { useTranslation } from '../../../base/texts/i18n.ts';
import { toast } from '../../../ui/toasts.tsx';

/** Copies a number and says so, because a copied number shows nowhere. */
export function useCopyNumber(): (number: string) => void {
  const { t } = useTranslation('cards');
  const { t: chat } = useTranslation('chat');
  return (number) => {
    navigator.clipboard.writeText(number).then(
      () => toast('good', t('number.copied', { number })),
      () => toast('bad', chat('buyer.copyFailed')),
    );
  };
}
