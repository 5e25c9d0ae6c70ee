import { CALLS, type ImportRowView, type ShopImportView } from '@pasar/api';
import { detailOf, isDemand } from '@pasar/domain';
import { type CallResult, fromBase64, type SpreadsheetFile, toBase64 } from '@pasar/sync';
import { type DragEvent, useEffect, useId, useMemo, useState } from 'react';
import { useDesk, useDeskState } from '../../base/desk.tsx';
import { type LookUp, useLookUp } from '../../base/look-up.ts';
import { LookUpProblem } from '../../base/looked-up.tsx';
import { showShopOverlay } from '../../base/shops/overlay.ts';
import { useCountryName } from '../../base/texts/country-name.ts';
import { failureText } from '../../base/texts/failure-text.ts';
import { reasonText, type Translate, useLocale, useTranslation } from '../../base/texts/i18n.ts';
import { refusalText } from '../../base/texts/refusal-text.ts';
import { Button } from '../../ui/button.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Icon } from '../../ui/icon.tsx';
import { MARKETPLACE_NAMES } from '../../ui/marketplace-mark.tsx';
import { saveFile } from '../../ui/save-file.ts';
import table from '../../ui/table.module.css';
import { toast } from '../../ui/toasts.tsx';
import styles from './import-panel.module.css';
import { WayOut } from './way-out.tsx';

/**
 * Bulk import (spec 1 §2): a template, a file, and the state of each of its rows. The import continues when the window
 * is closed.
 */
export function ImportPanel() {
  const { t } = useTranslation('signIn');
  const { t: common } = useTranslation('common');
  const locale = useLocale();
  const desk = useDesk();
  const imports = useDeskState((state) => state.imports);
  const [chosen, setChosen] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const [wayOut, setWayOut] = useState<string | null>(null);
  useEffect(() => void toldOf(desk.shops.loadImports(), common), [desk, common]);
  const startedAt = useMemo(
    () => new Intl.DateTimeFormat(locale, { dateStyle: 'short', timeStyle: 'short' }),
    [locale],
  );
  const newest = [...imports.values()].sort((left, right) => right.createdAt - left.createdAt);
  const shown = newest.find((item) => item.importId === chosen) ?? newest[0];
  const take = async (file: File) => {
    if (file.size > LARGEST_FILE_BYTES) return setProblem(reasonText('import_too_large', locale));
    setProblem(null);
    setIsBusy(true);
    const bytes = await bytesOf(file);
    if (bytes === null) {
      setIsBusy(false);
      return setProblem(reasonText('import_unreadable', locale));
    }
    const result = await desk.shops.importFile({ fileName: file.name, file: toBase64(bytes) }, wayOut);
    setIsBusy(false);
    if (result.ok) return setChosen(result.data.importId);
    const { failure } = result;
    const where =
      failure.kind === 'refused' && failure.detail !== null ? whereText(failure.code, failure.detail, t) : '';
    setProblem(`${failureText(failure, common)} ${where}`.trim());
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    const [file] = event.dataTransfer.files;
    if (file !== undefined && !isBusy) void take(file);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button takes the file too.
    <div className={styles.import} onDragOver={(event) => event.preventDefault()} onDrop={drop}>
      <ol className={styles.steps}>
        <li>
          <span>{t('import.step1')}</span>
          <Button kind="plain" onClick={() => void save(desk.shops.template(), common)}>
            {t('import.template')}
          </Button>
        </li>
        <li className={styles.way}>
          <WayOut label={t('import.wayOut')} chosen={wayOut} onChoose={setWayOut} />
        </li>
        <li>
          <span>{t('import.step2')}</span>
          <FileButton
            label={t(isBusy ? 'import.reading' : 'import.choose')}
            isBusy={isBusy}
            onFile={(file) => void take(file)}
          />
        </li>
      </ol>
      {problem !== null && (
        <p className={styles.bad} role="alert">
          {problem}
        </p>
      )}
      {newest.length > 1 && (
        <label className={styles.which}>
          {t('import.which')}
          <select value={shown?.importId ?? ''} onChange={(event) => setChosen(event.currentTarget.value)}>
            {newest.map((item) => (
              <option key={item.importId} value={item.importId}>
                {item.fileName} · {startedAt.format(item.createdAt)}
              </option>
            ))}
          </select>
        </label>
      )}
      {shown === undefined && <Empty icon="shop" title={t('import.none')} text={t('import.noneText')} />}
      {shown !== undefined && <OneImport key={shown.importId} shopImport={shown} />}
    </div>
  );
}

/** The server's limit of a file. */
const LARGEST_FILE_BYTES = 1_000_000;

/** Null when the file was moved or changed after it was chosen. */
async function bytesOf(file: File): Promise<Uint8Array | null> {
  try {
    return new Uint8Array(await file.arrayBuffer());
  } catch {
    return null;
  }
}

/** The rows or cells that a refusal names. */
function whereText(code: string, detail: string, t: Translate<'signIn'>): string {
  switch (detailOf(code)) {
    case 'rows':
      return t('import.rows', { rows: detail });
    case 'cells':
      return t('import.cells', { cells: detail });
    default:
      return '';
  }
}

/** Waits for a call; a failure is shown in a message at the foot of the window. */
async function toldOf<Data>(asked: Promise<CallResult<Data>>, t: Translate<'common'>): Promise<CallResult<Data>> {
  const result = await asked;
  if (!result.ok) toast('bad', failureText(result.failure, t));
  return result;
}

async function save(asked: Promise<CallResult<SpreadsheetFile>>, t: Translate<'common'>): Promise<void> {
  const result = await toldOf(asked, t);
  if (!result.ok) return;
  saveFile(new Blob([fromBase64(result.data.file)]), result.data.fileName);
}

function FileButton(props: {
  readonly label: string;
  readonly isBusy: boolean;
  readonly onFile: (file: File) => void;
}) {
  const id = useId();
  return (
    <span className={styles.file}>
      <input
        id={id}
        type="file"
        accept=".xlsx,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
        disabled={props.isBusy}
        onChange={(event) => {
          const file = event.currentTarget.files?.[0];
          event.currentTarget.value = '';
          if (file !== undefined) props.onFile(file);
        }}
      />
      <label htmlFor={id}>{props.label}</label>
    </span>
  );
}

function OneImport({ shopImport }: { readonly shopImport: ShopImportView }) {
  const { t } = useTranslation('signIn');
  const { t: common } = useTranslation('common');
  const desk = useDesk();
  const { counts, importId } = shopImport;
  const look = useLookUp(IMPORT_ROWS, { importId });
  const { waiting = 0, importing = 0, success = 0, failed = 0 } = counts;
  const total = waiting + importing + success + failed;
  const done = success + failed;
  return (
    <>
      <div className={styles.progress}>
        <progress max={total} value={done} aria-label={t('import.progress')} />
        <p role="status" data-import={done === total ? 'done' : 'running'}>
          {t('import.counts', { done, total, success, failed })}
        </p>
        {failed > 0 && (
          <Button kind="link" onClick={() => void save(desk.shops.failedRows(importId), common)}>
            {t('import.export')}
          </Button>
        )}
      </div>
      <LookUpProblem look={look} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
      <section className={table.scroll} aria-label={t('import.which')} tabIndex={0}>
        <table className={table.table} data-table="import">
          <thead>
            <tr>
              <th className={table.number}>{t('import.row')}</th>
              <th>{t('table.site')}</th>
              <th>{t('field.account')}</th>
              <th>{t('import.state')}</th>
            </tr>
          </thead>
          <tbody>
            {(look.state === 'found' || look.state === 'stale') &&
              failedFirst(look.data.rows).map((row) => <Row key={row.rowNumber} row={row} />)}
          </tbody>
        </table>
      </section>
    </>
  );
}

/** The rows of an import. The stream tells the counts of the import, which change with every row. */
const IMPORT_ROWS: LookUp<typeof CALLS.signIn.importRows> = {
  call: CALLS.signIn.importRows,
  freshMs: 0,
  staleBy: { change: ({ kind }) => kind === 'shopImport', calls: [] },
};

/** Failed rows first, because they need a person. */
const failedFirst = (rows: readonly ImportRowView[]): readonly ImportRowView[] =>
  rows.toSorted(
    (left, right) =>
      Number(right.state === 'failed') - Number(left.state === 'failed') || left.rowNumber - right.rowNumber,
  );

const ROW_TEXTS = {
  waiting: 'import.waiting',
  importing: 'import.importing',
  success: 'import.success',
  failed: 'import.failed',
} as const;

function Row({ row }: { readonly row: ImportRowView }) {
  const { t } = useTranslation('signIn');
  const { t: common } = useTranslation('common');
  const locale = useLocale();
  const countryName = useCountryName();
  const { refusal } = row;
  // Not a final failure: after the person answers, the row continues.
  const isAsked = row.state === 'failed' && refusal !== null && isDemand(refusal.reason);
  return (
    <tr data-row={row.rowNumber} data-state={row.state}>
      <td className={table.number}>{row.rowNumber}</td>
      <td>
        {MARKETPLACE_NAMES[row.marketplace]} · {countryName(row.country)}
      </td>
      <td>{row.identifier}</td>
      <td>
        <span className={styles.rowState} data-state={isAsked ? 'asked' : row.state}>
          {row.state === 'success' && <Icon name="check" size={14} />}
          {row.state === 'failed' && <Icon name={isAsked ? 'question' : 'failed'} size={14} />}
          {refusal === null ? t(ROW_TEXTS[row.state]) : refusalText(refusal, locale, common)}
        </span>
        {isAsked && (
          <Button kind="link" onClick={() => showShopOverlay({ kind: 'signIn', signInId: row.signInId })}>
            {t('signIn.goOn')}
          </Button>
        )}
      </td>
    </tr>
  );
}
