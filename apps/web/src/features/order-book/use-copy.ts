import { useTranslation } from '../../base/texts/i18n.ts';
import { toast } from '../../ui/toasts.tsx';

/** Copies numbers of orders, one in each line, and says so. */
export function useCopy(): (...numbers: readonly string[]) => void {
  const { t } = useTranslation('orderBook');
  return (...numbers) => {
    navigator.clipboard.writeText(numbers.join('\n')).then(
      () => toast('good', t('copied', { count: numbers.length })),
      () => toast('bad', t('copyFailed')),
    );
  };
}
