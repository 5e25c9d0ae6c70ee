import { useTranslation } from '../base/texts/i18n.ts';
import styles from './update-notice.module.css';

/** Offers a reload, which brings the server's version. Drafts and unsent texts stay in the browser. */
export function UpdateNotice({ version }: { readonly version: string }) {
  const { t } = useTranslation('shell');
  return (
    <span className={styles.notice} role="status">
      {t('update.text', { version })}
      <button type="button" className={styles.reload} onClick={() => location.reload()}>
        {t('update.reload')}
      </button>
    </span>
  );
}
