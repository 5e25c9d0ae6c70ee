import { Button } from '../../ui/button.tsx';
import { useTranslation } from '../texts/i18n.ts';
import styles from './send-tasks.module.css';

/** Goes from page to page; nothing where there is one page. */
export function Pager(props: {
  readonly pageNo: number;
  readonly pages: number;
  readonly onPage: (pageNo: number) => void;
}) {
  const { t } = useTranslation('sendTasks');
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
