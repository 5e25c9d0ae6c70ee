import type { JudgedRow } from '@pasar/api';
import { useDeskState } from '../../base/desk.tsx';
import { shopName } from '../../base/shops/health.ts';
import { useTranslation } from '../../base/texts/i18n.ts';
import { Icon } from '../../ui/icon.tsx';
import table from '../../ui/table.module.css';
import styles from './workbook-panel.module.css';

type Kind = JudgedRow['verdict']['kind'];
/** What a person has to look at comes first. */
const ORDER: readonly Kind[] = ['fault', 'unbind', 'rename', 'same'];
const FAULT_TEXTS = {
  unknown: 'fault.unknown',
  ambiguous: 'fault.ambiguous',
  repeated: 'fault.repeated',
  incomplete: 'fault.incomplete',
  tooLong: 'fault.tooLong',
  notText: 'fault.notText',
  unclear: 'fault.unclear',
} as const;

/** The rows of a file and what each would change. */
export function JudgedRows({ rows }: { readonly rows: readonly JudgedRow[] }) {
  const { t } = useTranslation('shopWorkbook');
  const sorted = rows.toSorted(
    (left, right) =>
      ORDER.indexOf(left.verdict.kind) - ORDER.indexOf(right.verdict.kind) || left.rowNumber - right.rowNumber,
  );
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
    <section className={table.scroll} aria-label={t('rows')} tabIndex={0}>
      <table className={`${table.table} ${styles.table}`}>
        <thead>
          <tr>
            <th className={table.number}>{t('row')}</th>
            <th>{t('site')}</th>
            <th>{t('shop')}</th>
            <th>{t('change')}</th>
          </tr>
        </thead>
        <tbody>
          {sorted.map((row) => (
            <Row key={row.rowNumber} row={row} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Row({ row: { rowNumber, site, platformShopId, verdict } }: { readonly row: JudgedRow }) {
  const { t } = useTranslation('shopWorkbook');
  const shop = useDeskState((state) => (verdict.kind === 'fault' ? undefined : state.shops.get(verdict.shopId)));
  return (
    <tr data-verdict={verdict.kind}>
      <td className={table.number}>{rowNumber}</td>
      <td>{site}</td>
      <td>
        {shop === undefined ? platformShopId : shopName(shop)}
        {shop !== undefined && <span className={styles.second}>{platformShopId}</span>}
      </td>
      <td>
        <span className={styles.verdict}>
          {verdict.kind === 'fault' && <Icon name="failed" size={14} />}
          {verdict.kind === 'unbind' && <Icon name="bin" size={14} />}
          {verdict.kind === 'fault' && t(FAULT_TEXTS[verdict.fault])}
          {verdict.kind === 'unbind' && t('unbind')}
          {verdict.kind === 'same' && t('same')}
          {verdict.kind === 'rename' &&
            (verdict.to === null ? t('aliasGone', { from: verdict.from ?? '' }) : t('alias', { to: verdict.to }))}
        </span>
      </td>
    </tr>
  );
}
