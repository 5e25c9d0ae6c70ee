import type { OrderExportInput } from '@pasar/api';
import type { Locale } from '@pasar/domain';
import { orderRecordFact } from '../../records/order-book.ts';
import type { Give } from '../../records/ordered-list.ts';
import type { Scope } from '../../storage/database.ts';
import type { ShopOrderTable, ShopTable } from '../../storage/gen/tables.ts';
import type { Snapshot } from '../../storage/snapshot.ts';
import { fileOf } from './export-file.ts';
import { type Cell, cellsOf } from './export-rows.ts';
import { EXPORT_WORDS } from './export-words.ts';
import { conditionsOf } from './search.ts';

export interface OrderExportOptions {
  readonly openSnapshot: (scope: Scope) => Promise<Snapshot>;
}

/** Rows that are read at once (our choice). */
const ROWS_AT_ONCE = 500;

type Row = Readonly<Pick<ShopOrderTable, 'record'> & Pick<ShopTable, 'marketplace' | 'country'>> & {
  readonly shop_name: string;
};

/** The orders of a filter as a file, as they all were at one moment, made while it is taken. */
export async function* exportOrders(
  { openSnapshot }: OrderExportOptions,
  scope: Scope,
  asked: OrderExportInput,
  locale: Locale,
): AsyncGenerator<Uint8Array> {
  const words = EXPORT_WORDS[locale];
  const snapshot = await openSnapshot(scope);
  try {
    yield* fileOf(asked.kind, cellsRead(snapshot, scope, asked, locale), { words, columns: asked.columns });
  } finally {
    await snapshot.close();
  }
}

async function* cellsRead(
  snapshot: Snapshot,
  { accountId }: Scope,
  { columns, timeZone, filter }: OrderExportInput,
  locale: Locale,
): AsyncGenerator<readonly (readonly Cell[])[]> {
  const values: unknown[] = [accountId];
  const give: Give = (value) => `$${values.push(value)}`;
  const where = conditionsOf(filter, give);
  if (filter.shopIds !== undefined) where.push(`s.shop_id = any(${give(filter.shopIds)}::uuid[])`);
  if (filter.marketplaces !== undefined) where.push(`s.marketplace = any(${give(filter.marketplaces)}::text[])`);
  if (filter.countries !== undefined) where.push(`s.country = any(${give(filter.countries)}::text[])`);
  if (filter.words) where.push(`position(pasar_folded(${give(filter.words)}) in pasar_order_words(o.record)) > 0`);
  const order = { newest: 'created_at desc', oldest: 'created_at', changed: 'changed_at desc' }[filter.sort];
  const text = `select o.record, s.marketplace, s.country, coalesce(s.alias, s.name) as shop_name
    from shop_order o join shop s using (shop_id) where ${['o.account_id = $1', ...where].join(' and ')}
    order by o.${order}, o.entry_id ${order.endsWith('desc') ? 'desc' : ''}`;
  const format = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'medium', timeZone });
  const making = { words: EXPORT_WORDS[locale], time: (at: number) => format.format(at) };
  for await (const rows of snapshot.rows<Row>(text, values, ROWS_AT_ONCE)) {
    yield rows.map(({ record, marketplace, country, shop_name: shop }) =>
      cellsOf({ record: orderRecordFact.parse(record), shop, marketplace, country }, columns, making),
    );
  }
}
