import { CALLS, type Call } from '@pasar/api';
import { SOLD_STATUSES, statusesOfTab } from '@pasar/domain';
import type pg from 'pg';
import type { BookSample, SeededBook } from './seed.ts';

/** Who asks: the main account sees all shops, the sub-account a few. */
export type Asker = 'main' | 'sub';
interface Asking {
  readonly book: SeededBook;
  readonly sample: BookSample;
  readonly asker: Asker;
}
export interface BookCase {
  readonly name: string;
  readonly call: Call;
  ask(sample: BookSample): object;
  /** The same rows by one statement that is as short as possible, without row security. */
  bare(asking: Asking): pg.QueryConfig;
}

/** Rows of a page, and one that tells whether another page follows. */
const MOST = 51;
const DAY_MS = 86_400_000;
const SEARCH = CALLS.orderBook.searchOrderList;

/** An order with the newest conversation of its shop with its buyer. */
const COLUMNS = `o.shop_id, o.buyer_id, o.record, o.read_at, o.waybill_at, o.waybill_by, o.created_at, o.entry_id,
  (select v.conversation_id from conversation_buyer k join conversation v using (conversation_id)
   where k.account_id = o.account_id and k.shop_id = o.shop_id and k.buyer_id = o.buyer_id
   order by v.last_message_at desc limit 1) as conversation_id`;

interface ListPlan {
  readonly input: (sample: BookSample) => object;
  /** The conditions; parameters from `$2` on are the values. */
  readonly where?: string;
  readonly values?: (sample: BookSample) => readonly unknown[];
  readonly order?: string;
  /** The condition of the list's shops, of the table `s`; absent: all shops of who asks. */
  readonly shops?: string;
}

function list(name: string, { input, where, values, order = 'created_at desc', shops }: ListPlan): BookCase {
  const conditions = where === undefined ? '' : `and ${where}`;
  const direction = order.endsWith('desc') ? 'desc' : 'asc';
  const ordered = `order by o.${order}, o.entry_id ${direction} limit ${MOST}`;
  return {
    name,
    call: SEARCH,
    ask: (sample) => input(sample),
    bare: ({ book, sample, asker }) => {
      const own = values?.(sample) ?? [];
      if (asker === 'main' && shops === undefined) {
        const text = `select ${COLUMNS} from shop_order o where o.account_id = $1 ${conditions} ${ordered}`;
        return { name: `bare ${name}`, text, values: [book.accountId, ...own] };
      }
      // The first rows of each shop, of which the page is taken: as the index of a shop's list has them.
      const among = asker === 'main' ? 's.account_id = $1' : 's.shop_id = any($1::uuid[])';
      const text = `select ${COLUMNS} from shop s cross join lateral (select * from shop_order o
          where o.shop_id = s.shop_id ${conditions} ${ordered}) o
        where ${among} ${shops === undefined ? '' : `and ${shops}`} ${ordered}`;
      return {
        name: `bare ${name}, ${asker}`,
        text,
        values: [asker === 'main' ? book.accountId : book.subShops, ...own],
      };
    },
  };
}

const tab = (name: Parameters<typeof statusesOfTab>[0]): BookCase => {
  const statuses = statusesOfTab(name) ?? [];
  const where = statuses.length === 1 ? 'o.status = $2' : 'o.status = any($2::text[])';
  return list(`tab ${name}`, {
    input: () => ({ tab: name }),
    where,
    values: () => [statuses.length === 1 ? statuses[0] : statuses],
  });
};

/** Rare words are found by their index, common ones by reading the list. */
function words(name: string, of: (sample: BookSample) => string, input: object = {}, and = ''): BookCase {
  return {
    name,
    call: SEARCH,
    ask: (sample) => ({ ...input, words: of(sample) }),
    bare: ({ book, sample, asker }) => ({
      name: `bare words ${asker} ${and}`,
      text: `select ${COLUMNS} from shop_order_words w join shop_order o using (entry_id)
        where w.parts @> pasar_text_parts($1, pasar_folded($2)) and w.account_id = $1
          and position(pasar_folded($2) in pasar_order_words(o.record)) > 0 ${and}
          ${asker === 'main' ? '' : 'and o.shop_id = any($3::uuid[])'}
        order by o.created_at desc, o.entry_id desc limit ${MOST}`,
      values: [book.accountId, of(sample), ...(asker === 'main' ? [] : [book.subShops])],
    }),
  };
}
const commonWords = (name: string, wanted: string): BookCase =>
  list(name, {
    input: () => ({ words: wanted }),
    where: 'position(pasar_folded($2) in pasar_order_words(o.record)) > 0',
    values: () => [wanted],
  });

/** The condition of the shops, of the table `s`. */
const seen = (asker: Asker): string => (asker === 'main' ? 's.account_id = $1' : 's.shop_id = any($1::uuid[])');
const seenBy = ({ book, asker }: Asking): unknown => (asker === 'main' ? book.accountId : book.subShops);

const counts = (name: string, input: object, shops = ''): BookCase => ({
  name,
  call: CALLS.orderBook.getTabAndOrderCountMap,
  ask: () => input,
  bare: (asking) => ({
    name: `bare ${name}, ${asking.asker}`,
    text: `select c.status, sum(c.count) as count from shop_order_count c join shop s using (shop_id)
      where ${seen(asking.asker)} ${shops} group by c.status`,
    values: [seenBy(asking)],
  }),
});

/** The sums by shop and the series, which are two lists, in one answer. */
const figures = (name: string, days: number, input: object, shops = ''): BookCase => ({
  name,
  call: CALLS.statistics.figures,
  ask: () => input,
  bare: (asking) => {
    const today = Math.floor(Date.now() / DAY_MS) * DAY_MS;
    const edges = Array.from({ length: days + 1 }, (_, index) => today - (days - index) * DAY_MS);
    return {
      name: `bare ${name}, ${asking.asker}`,
      text: `select (select json_agg(f) from (
            select h.shop_id, h.currency, h.hour_at >= $3 as is_now, sum(h.count) as orders,
              sum(h.count) filter (where h.status = any($2::text[])) as sold,
              sum(h.total) filter (where h.status = any($2::text[])) as sales,
              sum(h.count) filter (where h.status = 'cancelled') as cancelled,
              sum(h.count) filter (where h.status = 'refund') as refunds, sum(h.total) filter (where h.status = 'refund') as refunded
            from shop s join shop_order_hour h using (shop_id)
            where ${seen(asking.asker)} ${shops} and h.hour_at >= $4 and h.hour_at < $5
            group by grouping sets ((h.shop_id, h.currency, h.hour_at >= $3), (h.currency, h.hour_at >= $3))) f),
          (select json_agg(p) from (
            select width_bucket(h.hour_at, $6::bigint[]) - 1 as bucket, h.currency, sum(h.count) as orders,
              sum(h.total) filter (where h.status = any($2::text[])) as sales
            from shop s join shop_order_hour h using (shop_id)
            where ${seen(asking.asker)} ${shops} and h.hour_at >= $3 and h.hour_at < $5 group by 1, 2) p)`,
      values: [seenBy(asking), SOLD_STATUSES, edges[0], today - 2 * days * DAY_MS, today, edges],
    };
  },
});

export const BOOK_CASES: readonly BookCase[] = [
  list('newest', { input: () => ({}) }),
  list('newest, a later page', {
    input: ({ at, entryId }) => ({ cursor: `${at}.${entryId}` }),
    where: '(o.created_at, o.entry_id) < ($2::bigint, $3::uuid)',
    values: ({ at, entryId }) => [at, entryId],
  }),
  list('last changed', { input: () => ({ sort: 'changed' }), order: 'changed_at desc' }),
  tab('untreated'),
  tab('toShip'),
  tab('finished'),
  tab('inCancel'),
  tab('refund'),
  list('tab toShip, last changed', {
    input: () => ({ tab: 'toShip', sort: 'changed' }),
    where: "o.status = 'wait_seller_send'",
    order: 'changed_at desc',
  }),
  list('tab toShip, oldest', {
    input: () => ({ tab: 'toShip', sort: 'oldest' }),
    where: "o.status = 'wait_seller_send'",
    order: 'created_at',
  }),
  list('of a shop', {
    input: ({ shopId }) => ({ shopIds: [shopId] }),
    shops: 's.shop_id = $2',
    values: ({ shopId }) => [shopId],
  }),
  list('of a shop, tab toShip', {
    input: ({ shopId }) => ({ shopIds: [shopId], tab: 'toShip' }),
    shops: 's.shop_id = $2',
    where: "o.status = 'wait_seller_send'",
    values: ({ shopId }) => [shopId],
  }),
  list('of a quiet marketplace', { input: () => ({ marketplaces: ['tiktok'] }), shops: "s.marketplace = 'tiktok'" }),
  list('of a country', { input: () => ({ countries: ['TH'] }), shops: "s.country = 'TH'" }),
  list('of a week', {
    input: ({ at }) => ({ createdFrom: Number(at) - 7 * DAY_MS, createdTo: at }),
    where: 'o.created_at >= $2 and o.created_at < $3',
    values: ({ at }) => [Number(at) - 7 * DAY_MS, at],
  }),
  list('of two statuses', {
    input: () => ({ statuses: ['in_cancel', 'refund'] }),
    where: "o.status in ('in_cancel', 'refund')",
  }),
  list('of an amount', {
    input: () => ({ currency: 'THB', amountFrom: '100', amountTo: '200' }),
    where: "o.currency = 'THB' and o.total >= 100 and o.total < 200",
  }),
  list('of a rare amount', { input: () => ({ amountFrom: '499.9' }), where: 'o.total >= 499.9' }),
  list('with a note', { input: () => ({ hasNote: true }), where: 'o.has_note' }),
  list('of a buyer', {
    input: ({ buyerId }) => ({ buyerId }),
    where: 'o.buyer_id = $2',
    values: ({ buyerId }) => [buyerId],
  }),
  list('of a buyer of a shop', {
    input: ({ buyerId, shopId }) => ({ buyerId, shopIds: [shopId] }),
    where: 'o.buyer_id = $2',
    shops: 's.shop_id = $3',
    values: ({ buyerId, shopId }) => [buyerId, shopId],
  }),
  words('words: an order number', ({ orderNumber }) => orderNumber),
  words('words: the end of an order number', ({ orderNumber }) => orderNumber.slice(-8)),
  words('words: a tracking number', ({ trackingNumber }) => trackingNumber),
  words('words: a buyer', ({ buyerName }) => buyerName.toLowerCase()),
  words('words: a SKU', ({ sku }) => sku),
  words('words: a SKU, of finished orders', ({ sku }) => sku, { tab: 'finished' }, "and o.status = 'finished'"),
  words('words: nothing has them', () => 'ไม่มีใครสั่ง'),
  commonWords('words: of every eighth title', 'earphones'),
  commonWords('words: two characters', '棉质'),
  counts('counts of the tabs', {}),
  counts('counts of a country', { countries: ['TH'] }, "and s.country = 'TH'"),
  figures('figures of 7 days', 7, { period: 'past7days' }),
  figures('figures of 30 days', 30, { period: 'past30days' }),
  figures(
    'figures of 30 days, a marketplace',
    30,
    { period: 'past30days', marketplaces: ['lazada'] },
    "and s.marketplace = 'lazada'",
  ),
];
