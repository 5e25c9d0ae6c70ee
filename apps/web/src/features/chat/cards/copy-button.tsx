import { useTranslation } from '../../../base/texts/i18n.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import styles from './content-cards.module.css';
import { useCopyNumber } from './use-copy-number.ts';

/** Copies the number of a card. */
export function CopyButton({ text }: { readonly text: string }) {
  const { t } = useTranslation('cards');
  const copy = useCopyNumber();
  const label = t('number.copy', { number: text });
  return <IconButton className={styles.copy} icon="copy" label={label} onClick={() => copy(text)} />;
}
