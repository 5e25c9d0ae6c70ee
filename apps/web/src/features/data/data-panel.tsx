import { useState } from 'react';
import { useDeskState } from '../../base/desk.tsx';
import { useTranslation } from '../../base/texts/i18n.ts';
import { Button } from '../../ui/button.tsx';
import section from '../../ui/section.module.css';
import styles from './data-panel.module.css';
import { DeleteDialog } from './delete-dialog.tsx';
import { ExportPart } from './export-part.tsx';
import { RetentionPart } from './retention-part.tsx';

/** What the account keeps, how it is taken along, and how all of it is deleted. For the main account. */
export function DataPanel() {
  const { t } = useTranslation('data');
  const [isDeleting, setIsDeleting] = useState(false);
  const name = useDeskState((state) => state.member?.accountName ?? '');
  return (
    <>
      <header className={section.head}>
        <div>
          <h2>{t('title')}</h2>
          <p className={section.hint}>{t('hint')}</p>
        </div>
      </header>
      <RetentionPart />
      <ExportPart />
      <section className={styles.part} aria-labelledby="data-delete">
        <h3 id="data-delete">{t('delete.title')}</h3>
        <p className={section.hint}>{t('delete.hint')}</p>
        <Button kind="danger" onClick={() => setIsDeleting(true)}>
          {t('delete.button')}
        </Button>
      </section>
      {isDeleting && <DeleteDialog name={name} onClose={() => setIsDeleting(false)} />}
    </>
  );
}
