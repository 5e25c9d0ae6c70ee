import {
  asShopId,
  type BulkSkipReason,
  bulkDurationMs,
  type Country,
  type Marketplace,
  paceSeconds,
  type ShopId,
} from '@pasar/domain';
import { builtStatement, type Transaction } from '../storage/database.ts';
import { type Judging, whySkipped } from './bulk-send-recipients.ts';
import type { Give } from './ordered-list.ts';

/** The text of a statement that gives recipients: `recipientsText`, or `buyersOf` for order care. */
export type RecipientsText = (give: Give) => string;

/** Recipients `r` with everything that `whySkipped` asks about. */
const withFacts = (recipients: string): string =>
  `(${recipients}) r join shop s on s.shop_id = r.shop_id left join conversation c on c.conversation_id = r.conversation_id
   cross join lateral (select null::uuid as item_id, r.buyer_id, r.order_id) i
   left join shop_order o on o.shop_id = r.shop_id and o.order_id = r.order_id`;

export interface JudgedRow {
  readonly shop_id: string;
  readonly marketplace: Marketplace;
  readonly country: Country;
  /** Null: they get the message. */
  readonly reason: BulkSkipReason | null;
  readonly count: number;
}

/**
 * The text of a statement that says of each recipient why the buyer gets nothing. `place` is the recipient's own in its shop:
 * a target has an order, a fan or a conversation once.
 */
export const judgedText = (recipients: RecipientsText, judging: Judging, give: Give): string =>
  `select r.*, coalesce(s.alias, s.name) as shop_name, s.country, s.marketplace,
     coalesce(r.order_id, r.buyer_id, r.conversation_id::text) collate "C" as place, ${whySkipped(judging, give)} as reason
   from ${withFacts(recipients(give))}`;

/** How many recipients of each shop would get a message, and how many are left out for what reason. */
export async function countJudged(
  transaction: Transaction,
  recipients: RecipientsText,
  judging: Judging,
): Promise<readonly JudgedRow[]> {
  const values: unknown[] = [];
  const give: Give = (value) => `$${values.push(value)}`;
  const found = await transaction.query<JudgedRow>(
    builtStatement(
      `select shop_id, marketplace, country, reason, count(*)::integer as count from (${judgedText(recipients, judging, give)}) judged
       group by shop_id, marketplace, country, reason order by shop_id, reason`,
      values,
    ),
  );
  return found.rows;
}

/** The same for each shop. */
export const countsByShop = (
  rows: readonly JudgedRow[],
): {
  shopId: ShopId;
  sendCount: number;
  skipped: { reason: BulkSkipReason; count: number }[];
}[] =>
  [...Map.groupBy(rows, (row) => row.shop_id)].map(([shopId, ofShop]) => ({
    shopId: asShopId(shopId),
    sendCount: ofShop.find(({ reason }) => reason === null)?.count ?? 0,
    skipped: ofShop.flatMap(({ reason, count }) => (reason === null ? [] : [{ reason, count }])),
  }));

/** How long it takes to send them: `messages` says how many a buyer of a country gets. */
export const durationOf = (
  rows: readonly JudgedRow[],
  intervalSeconds: number,
  messages: (country: Country) => number,
): number =>
  Math.round(
    bulkDurationMs(
      rows
        .filter(({ reason }) => reason === null)
        .map(({ marketplace, country, count }) => ({
          recipients: count,
          pauseSeconds: paceSeconds(marketplace, intervalSeconds, messages(country)),
        })),
    ),
  );

export interface NewItems {
  readonly taskId: string;
  readonly accountId: string;
  readonly recipients: RecipientsText;
  readonly judging: Judging;
}

/**
 * Writes recipients, with those who are left out. An order that has had a message of the kind meanwhile is not written, and
 * neither is an order of order care that its task holds already and that is left out again.
 */
export async function writeRecipients(
  transaction: Transaction,
  { taskId, accountId, recipients, judging }: NewItems,
): Promise<void> {
  const values: unknown[] = [taskId, accountId, judging.now, judging.care];
  const give: Give = (value) => `$${values.push(value)}`;
  const why = whySkipped(judging, give);
  await transaction.query(
    `insert into bulk_send_item (task_id, account_id, shop_id, conversation_id, buyer_name, order_id, order_number,
       buyer_id, care_kind, state, reason, ended_at)
     select $1, $2, r.shop_id, r.conversation_id, r.buyer_name, r.order_id, r.order_number, r.buyer_id,
       $4::text,
       case when why.reason is null then 'wait' else 'skip' end, why.reason,
       case when why.reason is null then null else $3::bigint end
     from ${withFacts(recipients(give))} cross join lateral (select ${why} as reason) why
     where $4::text is null or why.reason is null or not exists (select from bulk_send_item held
       where held.shop_id = r.shop_id and held.order_id = r.order_id and held.care_kind = $4 and held.task_id = $1)
     on conflict do nothing`,
    values,
  );
}

/** Leaves out of stopped tasks of order care the orders that wait there and are about to get the message by another task. */
export async function takeOverStopped(
  transaction: Transaction,
  { recipients, judging }: Pick<NewItems, 'recipients' | 'judging'>,
): Promise<void> {
  const values: unknown[] = [judging.now, judging.care];
  const give: Give = (value) => `$${values.push(value)}`;
  const why = whySkipped(judging, give);
  await transaction.query(
    `update bulk_send_item w set state = 'skip', reason = 'caredFor', ended_at = $1
     where w.care_kind = $2 and w.state = 'wait' and w.done_parts = '{}'
       and w.task_id in (select t.task_id from bulk_send_task t where t.cause = 'orderCare' and t.state = 'stopped'
         and t.care_kind = $2)
       and (w.shop_id, w.order_id) in (select r.shop_id, r.order_id from ${withFacts(recipients(give))}
         where ${why} is null)`,
    values,
  );
}
