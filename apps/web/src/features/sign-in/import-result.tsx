import { CALLS, type ImportRowView, type ShopImportView } from '@pasar/api';
import { isAboutProxy, isDemand, MARKETPLACE_NAMES } from '@pasar/domain';
import { useDesk } from '../../base/desk.tsx';
import { type LookUp, useLookUp } from '../../base/look-up.ts';
import { LookUpProblem } from '../../base/looked-up.tsx';
import { useMay } from '../../base/may.tsx';
import { showShopOverlay } from '../../base/shops/overlay.ts';
import { saveSpreadsheet } from '../../base/spreadsheet-file.ts';
import { useCountryName } from '../../base/texts/country-name.ts';
import { useLocale, useTranslation } from '../../base/texts/i18n.ts';
import { refusalText } from '../../base/texts/refusal-text.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import table from '../../ui/table.module.css';
import styles from './import-panel.module.css';

/** An import: its progress, its failed rows as a file, and the state of each row. */
export function ImportResult({ shopImport }: { readonly shopImport: ShopImportView }) {
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
          <Button kind="link" onClick={() => void saveSpreadsheet(desk.shops.failedRows(importId), common)}>
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
              failedFirst(look.data.rows).map((row) => <Row key={row.rowNumber} importId={importId} row={row} />)}
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
  againMs: null,
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

interface RowProps {
  readonly importId: string;
  readonly row: ImportRowView;
}

function Row({ importId, row }: RowProps) {
  const { t } = useTranslation('signIn');
  const { t: common } = useTranslation('common');
  const locale = useLocale();
  const countryName = useCountryName();
  const { refusal, site } = row;
  // Not a final failure: after the person answers, the row continues.
  const isAsked = row.state === 'failed' && refusal !== null && isDemand(refusal.reason);
  return (
    <tr data-row={row.rowNumber} data-state={row.state}>
      <td className={table.number}>{row.rowNumber}</td>
      <td>
        {typeof site === 'string' ? site : `${MARKETPLACE_NAMES[site.marketplace]} · ${countryName(site.country)}`}
      </td>
      <td>{row.identifier}</td>
      <td>
        <span className={styles.rowState} data-state={isAsked ? 'asked' : row.state}>
          {row.state === 'success' && <Icon name="check" size={14} />}
          {row.state === 'failed' && <Icon name={isAsked ? 'question' : 'failed'} size={14} />}
          {refusal === null ? t(ROW_TEXTS[row.state]) : refusalText(refusal, locale, common)}
        </span>
        {row.state === 'failed' && <WayOn importId={importId} row={row} isAsked={isAsked} />}
      </td>
    </tr>
  );
}

/** What a person can do about a failed row: answer the marketplace, change the proxy, or enter the login by hand. */
function WayOn({ importId, row, isAsked }: RowProps & { readonly isAsked: boolean }) {
  const { t } = useTranslation('signIn');
  const { refusal, signInId, site, identifier, rowNumber } = row;
  const mayIsolate = useMay(['ipPartition']);
  if (isAsked && signInId !== null)
    return (
      <Button kind="link" onClick={() => showShopOverlay({ kind: 'signIn', signInId })}>
        {t('signIn.goOn')}
      </Button>
    );
  const known = typeof site === 'string' ? { marketplace: 'shopee' as const, country: null } : site;
  return (
    <>
      {refusal !== null && isAboutProxy(refusal.reason) && mayIsolate && (
        <Button kind="link" onClick={() => showShopOverlay({ kind: 'manage', tab: 'isolation' })}>
          {t('proxy.change')}
        </Button>
      )}
      <Button
        kind="link"
        onClick={() =>
          showShopOverlay({ kind: 'correct', login: { ...known, identifier }, row: { importId, rowNumber } })
        }
      >
        {t('import.correct')}
      </Button>
    </>
  );
}
