import { useTranslation } from '../../../base/texts/i18n.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import styles from './products.module.css';

/** The name of what is open, and the way back to the list. */
export function PageHead({ children, onBack }: { readonly children: string; readonly onBack: () => void }) {
  const { t } = useTranslation('products');
  return (
    <header className={styles.pageHead}>
      <IconButton icon="back" label={t('page.back')} data-focus="back" onClick={onBack} />
      <h3 className={styles.pageTitle}>{children}</h3>
    </header>
  );
}
