import { useTranslation } from '../../base/texts/i18n.ts';
import { Button } from '../../ui/button.tsx';
import styles from './bulk-send.module.css';

/** Goes from page to page; nothing where there is one page. */
export function Pager(props: {
  readonly pageNo: number;
  readonly pages: number;
  readonly onPage: (pageNo: number) => void;
}) {
  const { t } = useTranslation('bulkSend');
  const { pageNo, pages, onPage } = props;
  if (pages <= 1) return null;
  return (
    <div className={styles.pager}>
      <Button kind="plain" disabled={pageNo <= 1} onClick={() => onPage(pageNo - 1)}>
        {t('page.before')}
      </Button>
      <span>{t('page', { page: pageNo, pages })}</span>
      <Button kind="plain" disabled={pageNo >= pages} onClick={() => onPage(pageNo + 1)}>
        {t('page.after')}
      </Button>
    </div>
  );
}
