import type { CALLS, CallOutput } from '@pasar/api';
import { toBase64 } from '@pasar/sync';
import { useId, useState } from 'react';
import { failureText } from '../../../base/texts/failure-text.ts';
import { reasonText, useLocale, useTranslation } from '../../../base/texts/i18n.ts';
import { Button } from '../../../ui/button.tsx';
import styles from '../../../ui/form-dialog.module.css';
import { onOwnCancel, useModal } from '../../../ui/use-modal.ts';
import { importReplies } from './commands.ts';

/** The server's limit of a file. */
const LARGEST_FILE_BYTES = 1_000_000;
type Taken = CallOutput<typeof CALLS.quickReplies.importContents>;

export interface ImportDialogProps {
  readonly onClose: () => void;
  /** Offers the workbook that can be filled in. */
  readonly onForm: () => void;
}

/** Takes a workbook, and says of each row that was not taken why. */
export function ImportDialog({ onClose, onForm }: ImportDialogProps) {
  const { t } = useTranslation('quickReplies');
  const { t: common } = useTranslation('common');
  const locale = useLocale();
  const id = useId();
  const dialog = useModal();
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [taken, setTaken] = useState<Taken | null>(null);
  const take = async (file: File) => {
    setTaken(null);
    if (file.size > LARGEST_FILE_BYTES) return setProblem(reasonText('import_too_large', locale));
    setProblem(null);
    setIsBusy(true);
    const result = await importReplies(toBase64(new Uint8Array(await file.arrayBuffer())));
    setIsBusy(false);
    if (result.ok) setTaken(result.data);
    else setProblem(failureText(result.failure, common));
  };
  return (
    <dialog ref={dialog} className={styles.small} aria-labelledby={id} onCancel={onOwnCancel(onClose)}>
      <div className={styles.form}>
        <h2 id={id} className={styles.title}>
          {t('import.title')}
        </h2>
        <p className={styles.hint}>{t('import.hint')}</p>
        <label className={styles.field}>
          <span>{t('import.file')}</span>
          <input
            data-first=""
            type="file"
            accept=".xlsx,.csv,.tsv,.txt"
            disabled={isBusy}
            onChange={(event) => {
              const file = event.currentTarget.files?.[0];
              if (file !== undefined) void take(file);
            }}
          />
        </label>
        {problem !== null && (
          <p className={styles.bad} role="alert">
            {problem}
          </p>
        )}
        <p role="status">
          {isBusy && t('import.reading')}
          {taken !== null && t('import.done', { added: taken.added, changed: taken.changed })}
        </p>
        {taken !== null && taken.refused.length > 0 && <Refused rows={taken.refused} />}
        <footer className={styles.actions}>
          <Button kind="plain" onClick={onForm}>
            {t('import.form')}
          </Button>
          <Button kind="primary" onClick={onClose}>
            {t('close')}
          </Button>
        </footer>
      </div>
    </dialog>
  );
}

function Refused({ rows }: { readonly rows: Taken['refused'] }) {
  const { t } = useTranslation('quickReplies');
  return (
    <table className={styles.table}>
      <caption>{t('import.refused', { count: rows.length })}</caption>
      <thead>
        <tr>
          <th scope="col">{t('import.row')}</th>
          <th scope="col">{t('reply.title')}</th>
          <th scope="col">{t('import.why')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.rowNumber}>
            <td className="numbers">{row.rowNumber}</td>
            <td>{[row.group, row.title].filter((word) => word !== '').join(' · ')}</td>
            <td>{row.why}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
