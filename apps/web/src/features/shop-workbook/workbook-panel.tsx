import type { JudgedRow } from '@pasar/api';
import { toBase64 } from '@pasar/sync';
import { type FormEvent, useId, useState } from 'react';
import { saveSpreadsheet } from '../../base/spreadsheet-file.ts';
import { failureText } from '../../base/texts/failure-text.ts';
import { reasonText, useLocale, useTranslation } from '../../base/texts/i18n.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { bytesOf, FileButton, LARGEST_FILE_BYTES } from '../../ui/file-button.tsx';
import { toast } from '../../ui/toasts.tsx';
import { applyShops, judgeShops, type ShopsFile, shopsTemplate } from './commands.ts';
import { JudgedRows } from './judged-rows.tsx';
import styles from './workbook-panel.module.css';

/** A file and what it would change. `isStale`: the shops have changed since it was judged first. */
interface Judged {
  readonly shops: ShopsFile;
  readonly rows: readonly JudgedRow[];
  readonly mark: string;
  readonly isStale: boolean;
}

const countOf = (rows: readonly JudgedRow[], kind: JudgedRow['verdict']['kind']): number =>
  rows.filter(({ verdict }) => verdict.kind === kind).length;

/** Aliases of many shops, and shops to unbind, from a spreadsheet: every row is judged before anything changes. */
export function WorkbookPanel() {
  const { t } = useTranslation('shopWorkbook');
  const { t: common } = useTranslation('common');
  const { judged, problem, isBusy, take, apply, drop } = useWorkbook();
  const [isAsking, setIsAsking] = useState(false);
  const [isPasting, setIsPasting] = useState(false);
  const renames = judged === null ? 0 : countOf(judged.rows, 'rename');
  const unbinds = judged === null ? 0 : countOf(judged.rows, 'unbind');
  const faults = judged === null ? 0 : countOf(judged.rows, 'fault');
  return (
    <div className={styles.panel}>
      <p className={styles.hint}>{t('text')}</p>
      <div className={styles.buttons}>
        <Button kind="plain" onClick={() => void saveSpreadsheet(shopsTemplate(), common)}>
          {t('template')}
        </Button>
        <FileButton label={t(isBusy ? 'reading' : 'choose')} isBusy={isBusy} onFile={(file) => void take(file)} />
        <Button kind="plain" aria-expanded={isPasting} disabled={isBusy} onClick={() => setIsPasting(!isPasting)}>
          {t('paste')}
        </Button>
      </div>
      {isPasting && (
        <Paste
          isBusy={isBusy}
          onRows={(rows) => {
            setIsPasting(false);
            void take(new File([rows], t('pasted')));
          }}
        />
      )}
      {problem !== null && (
        <p className={styles.bad} role="alert">
          {problem}
        </p>
      )}
      {judged !== null && (
        <>
          <div className={styles.sum}>
            <p role="status">
              {judged.isStale && `${t('stale')} `}
              {t('sum', { renames, unbinds, faults })}
            </p>
            <Button kind="link" onClick={drop}>
              {t('cancel')}
            </Button>
            <Button
              kind={unbinds > 0 ? 'danger' : 'primary'}
              disabled={isBusy || renames + unbinds === 0}
              onClick={() => (unbinds > 0 ? setIsAsking(true) : void apply())}
            >
              {t('apply', { count: renames + unbinds })}
            </Button>
          </div>
          <JudgedRows rows={judged.rows} />
        </>
      )}
      {isAsking && (
        <ConfirmDialog
          title={t('ask.title', { count: unbinds })}
          text={t('ask.text')}
          confirm={t('ask.confirm', { count: unbinds })}
          cancel={t('cancel')}
          tone="danger"
          onConfirm={() => void apply()}
          onClose={() => setIsAsking(false)}
        >
          {t('sum', { renames, unbinds, faults })}
        </ConfirmDialog>
      )}
    </div>
  );
}

function useWorkbook() {
  const { t } = useTranslation('shopWorkbook');
  const { t: common } = useTranslation('common');
  const locale = useLocale();
  const [judged, setJudged] = useState<Judged | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const take = async (file: File) => {
    setProblem(null);
    setJudged(null);
    if (file.size > LARGEST_FILE_BYTES) return setProblem(reasonText('import_too_large', locale));
    setIsBusy(true);
    const bytes = await bytesOf(file);
    if (bytes === null) {
      setIsBusy(false);
      return setProblem(reasonText('spreadsheet_unreadable', locale));
    }
    const shops = { fileName: file.name, file: toBase64(bytes) };
    const result = await judgeShops(shops);
    setIsBusy(false);
    if (result.ok) setJudged({ shops, ...result.data, isStale: false });
    else setProblem(failureText(result.failure, common));
  };
  const apply = async () => {
    if (judged === null) return;
    setIsBusy(true);
    setProblem(null);
    const result = await applyShops(judged.shops, judged.mark);
    setIsBusy(false);
    if (!result.ok) return setProblem(failureText(result.failure, common));
    const { isApplied, ...again } = result.data;
    if (!isApplied) return setJudged({ shops: judged.shops, ...again, isStale: true });
    setJudged(null);
    toast('good', t('done'));
  };
  return { judged, problem, isBusy, take, apply, drop: () => setJudged(null) };
}

function Paste(props: { readonly isBusy: boolean; readonly onRows: (rows: string) => void }) {
  const { t } = useTranslation('shopWorkbook');
  const id = useId();
  const [rows, setRows] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    props.onRows(rows);
  };
  return (
    <form className={styles.paste} onSubmit={submit}>
      <label htmlFor={id}>{t('pasteLabel')}</label>
      <textarea
        id={id}
        rows={5}
        value={rows}
        spellCheck={false}
        autoComplete="off"
        onChange={(event) => setRows(event.currentTarget.value)}
      />
      <Button kind="primary" type="submit" disabled={props.isBusy || rows.trim() === ''}>
        {t('judge')}
      </Button>
    </form>
  );
}
