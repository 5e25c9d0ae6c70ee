import { type AutomaticContent, bulkSendConditions, bulkSendContent, orderCareSettings } from '@pasar/api';
import {
  type AccountId,
  BULK_SEND_LIMITS,
  COUNTRIES,
  type Country,
  figureSpan,
  MARKETPLACES,
  ORDER_CARE_KINDS,
  ORDER_CARE_LIMITS,
  ORDER_CARE_STAGES,
  type OrderCareKind,
  type OrderCareRange,
  type OrderCareStage,
  type SendMessageConfig,
  USUAL_ORDER_CARE_REMINDERS,
} from '@pasar/domain';
import { z } from 'zod';
import type { Transaction } from '../storage/database.ts';
import { readSendConfig, sizeOf, type TaskRow } from './bulk-send.ts';
import type { RecipientsText } from './bulk-send-judged.ts';
import { buyersOf, isAtStage, type Judging } from './bulk-send-recipients.ts';

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

/** What buyers of a country get at a stage; `country` null: of every country that has no own. */
export interface CareContent {
  readonly country: Country | null;
  readonly content: AutomaticContent;
}
const storedContents = z.array(z.object({ country: z.enum(COUNTRIES).nullable(), content: bulkSendContent }));

/** What members and the look for due orders write of tasks and contents of an account goes one after the other, until the end of the transaction. */
export async function lockCare(transaction: Transaction, accountId: string): Promise<void> {
  await transaction.query("select pg_advisory_xact_lock(hashtextextended('order-care/' || $1, 0))", [accountId]);
}

export async function readCareContents(
  transaction: Transaction,
  accountId: string,
  kind: OrderCareKind,
): Promise<readonly CareContent[]> {
  const found = await transaction.query({
    name: 'order-care-contents',
    text: 'select country, content from order_care_content where account_id = $1 and care_kind = $2 order by country',
    values: [accountId, kind],
  });
  return storedContents.parse(found.rows);
}

/** The contents of a task: as they were when a member made it, and of the automatic messages of a day as they are now. */
export async function contentsOfCare(transaction: Transaction, task: TaskRow): Promise<readonly CareContent[]> {
  if (task.care_kind === null) throw new Error('the task is not one of order care');
  return task.care_day === null
    ? storedContents.parse(task.content)
    : readCareContents(transaction, task.account_id, task.care_kind);
}

export function contentFor(contents: readonly CareContent[], country: Country): AutomaticContent | null {
  const found = contents.find((one) => one.country === country) ?? contents.find((one) => one.country === null) ?? null;
  return found?.content ?? null;
}

/** Idle buyers, open orders and earlier messages are conditions of messages to many buyers alone. */
const NO_CONDITIONS = bulkSendConditions.parse({ skipOrderCare: false });

/** By what orders are left out. */
export const judgingOfCare = (
  kind: OrderCareKind,
  contents: readonly CareContent[],
  config: SendMessageConfig,
  now: number,
): Judging => ({
  conditions: NO_CONDITIONS,
  config,
  messages: contents.map(({ country, content }) => sizeOf(content, country)),
  care: kind,
  now,
});

/** The same for what a member sends, which goes to orders at a delayed stage not before the automatic message would. */
export async function judgingOfSending(
  transaction: Transaction,
  accountId: AccountId,
  asked: { readonly kind: OrderCareKind; readonly contents: readonly CareContent[]; readonly now: number },
): Promise<Judging> {
  const { kind, contents, now } = asked;
  const { reminders } = await readCareSetting(transaction, accountId);
  return {
    ...judgingOfCare(kind, contents, await readSendConfig(transaction, accountId), now),
    delayedSince: now - reminders[kind].afterMinutes * MINUTE_MS,
  };
}

const MOST = `limit ${BULK_SEND_LIMITS.recipients + 1}`;

/** Since when an order must have changed. Today begins at midnight of the time zone, which the contract has checked. */
export function rangeSince(range: OrderCareRange, timeZone: string, now: number): number {
  return range === 'today' ? (figureSpan('real_time', timeZone, now)?.edges[0] ?? now) : now - Number(range) * DAY_MS;
}

/** The orders of shops that are at the stage of a kind now, and have changed since a time. */
export const ordersAtStage =
  (
    kind: OrderCareKind,
    shopIds: readonly string[],
    { since, now }: { readonly since: number; readonly now: number },
  ): RecipientsText =>
  (give) =>
    buyersOf(
      `(select o.* from shop_order o join shop s on s.shop_id = o.shop_id
        where o.shop_id = any(${give(shopIds)}::uuid[]) and o.changed_at >= ${give(since)}::bigint
          and ${isAtStage(kind, (ms) => `${give(now - ms)}::bigint`)}) o`,
      MOST,
    );

export interface NamedOrder {
  readonly shopId: string;
  readonly orderId: string;
}
/** Named orders, wherever they are. */
export const namedOrders =
  (orders: readonly NamedOrder[]): RecipientsText =>
  (give) =>
    buyersOf(
      `(select o.* from (select distinct * from unnest(${give(orders.map(({ shopId }) => shopId))}::uuid[],
          ${give(orders.map(({ orderId }) => orderId))}::text[]) as named (shop_id, order_id)) named
        join shop_order o using (shop_id, order_id)) o`,
      MOST,
    );

/** What a look for due orders takes at once; the next look takes the others (our choice). */
const DUE_AT_ONCE = 5_000;

/**
 * The orders that came to the stage of a kind between two times, by the server's clock, and are there still. Without those
 * that have had the message or will, and those that an automatic task has left out. An order that the marketplace has not
 * changed since the first time was at the stage before, and has only been read now: e.g. by the first reading of a shop. So
 * does a parcel whose last event is older.
 */
export const ordersDue =
  (
    kind: OrderCareKind,
    {
      accountId,
      shopIds,
      after,
      until,
      now,
    }: {
      readonly accountId: string;
      readonly shopIds: readonly string[] | null;
      readonly after: number;
      readonly until: number;
      readonly now: number;
    },
  ): RecipientsText =>
  (give) => {
    const from = `${give(after)}::bigint`;
    const ofShops = shopIds === null ? '' : `and o.shop_id = any(${give(shopIds)}::uuid[])`;
    return buyersOf(
      `(select o.* from shop_order o join shop s on s.shop_id = o.shop_id
        where o.account_id = ${give(accountId)} and ${LEARNT_AT} > ${from} ${ofShops}
          and ${isAtStage(kind, (ms) => `${give(now - ms)}::bigint`)}
          and ${beganAt(kind)} > ${from} and ${beganAt(kind)} <= ${give(until)}::bigint and ${changedAt(kind)} > ${from}
          and o.changed_at >= ${give(now - ORDER_CARE_LIMITS.scopeDays * DAY_MS)}::bigint
          and not exists (select from bulk_send_item known join bulk_send_task t using (task_id)
            where known.shop_id = o.shop_id and known.order_id = o.order_id and known.care_kind = '${kind}'
              and (known.state <> 'skip' or t.care_day is not null))
        order by ${LEARNT_AT}, o.entry_id limit ${DUE_AT_ONCE}) o`,
      MOST,
    );
  };

/** Whether an automatic message may still go out by the settings as they are: its shop is chosen, and it is not a day late. */
export async function isStillDue(
  transaction: Transaction,
  {
    accountId,
    kind,
    itemId,
    now,
  }: { readonly accountId: string; readonly kind: OrderCareKind; readonly itemId: string; readonly now: number },
): Promise<boolean> {
  const { reminders, shopIds } = await readCareSetting(transaction, accountId);
  const found = await transaction.query({
    name: `order-care-still-due-${kind}`,
    text: `select from bulk_send_item i join shop s using (shop_id)
      join shop_order o on o.shop_id = i.shop_id and o.order_id = i.order_id
      where i.item_id = $1 and ($2::uuid[] is null or i.shop_id = any($2)) and ${beganAt(kind)} > $3`,
    values: [itemId, shopIds, now - reminders[kind].afterMinutes * MINUTE_MS - ORDER_CARE_LIMITS.lateMs],
  });
  return found.rowCount === 1;
}

/** When Pasar last learnt something that may put an order `o` at a stage: an expression of which there is an index. */
const LEARNT_AT = 'greatest(o.word_known_at, o.parcel_stage_known_at)';

/** When Pasar first knew that an order `o` of a shop `s` is at the stage. A word may change within a status. */
const beganAt = (kind: OrderCareKind): string =>
  byMarketplace(kind, ({ parcel, words }) =>
    parcel !== null ? 'o.parcel_stage_known_at' : words !== null ? 'o.word_known_at' : 'o.status_known_at',
  );
/** When an order `o` of a shop `s` last changed as to the stage, by the marketplace's clock. */
const changedAt = (kind: OrderCareKind): string =>
  byMarketplace(kind, ({ parcel }) => (parcel !== null ? 'o.parcel_stage_at' : 'o.changed_at'));

function byMarketplace(kind: OrderCareKind, columnOf: (stage: OrderCareStage) => string): string {
  const cases = MARKETPLACES.map((one) => `when '${one}' then ${columnOf(ORDER_CARE_STAGES[kind][one])}`);
  return `(case s.marketplace ${cases.join(' ')} end)`;
}

const { reminders } = orderCareSettings.shape;
const storedSetting = z.object({
  // A kind that came after the settings were saved is as it is for who has chosen nothing.
  reminders: z
    .partialRecord(reminders.keyType, reminders.valueType)
    .transform((told): z.infer<typeof reminders> => ({ ...USUAL_ORDER_CARE_REMINDERS, ...told })),
  since: z.partialRecord(z.enum(ORDER_CARE_KINDS), z.number()),
  shop_ids: z.array(z.string()).nullable(),
});

export interface CareSetting {
  readonly reminders: z.infer<typeof storedSetting>['reminders'];
  /** By kind: since when it is on. */
  readonly since: Readonly<Partial<Record<OrderCareKind, number>>>;
  readonly shopIds: readonly string[] | null;
}

export async function readCareSetting(transaction: Transaction, accountId: string): Promise<CareSetting> {
  const found = await transaction.query({
    name: 'order-care-setting',
    text: 'select reminders, since, shop_ids from order_care_setting where account_id = $1',
    values: [accountId],
  });
  const [row] = found.rows;
  if (row === undefined) return { reminders: USUAL_ORDER_CARE_REMINDERS, since: {}, shopIds: null };
  const { reminders, since, shop_ids: shopIds } = storedSetting.parse(row);
  return { reminders, since, shopIds };
}
