import type { AutomaticContent } from '@pasar/api';
import { type Country, type Marketplace, paceSeconds, type SendMessageConfig } from '@pasar/domain';
import { builtStatement, type Transaction } from '../storage/database.ts';
import {
  conditionsOfTask,
  contentOfTask,
  judgingOf,
  type ShopSituation,
  SITUATION,
  type TaskRow,
} from './bulk-send.ts';
import { askedAgainOf } from './bulk-send-asked-again.ts';
import { type Judging, whySkipped } from './bulk-send-recipients.ts';
import { contentFor, contentsOfCare, isStillDue, judgingOfCare } from './order-care.ts';

/** A message of the shop is on its way: it is looked again so soon. */
export const SHORTLY_MS = 2_000;

export async function lockTask(transaction: Transaction, taskId: string): Promise<TaskRow | null> {
  const found = await transaction.query<TaskRow>({
    name: 'lock-bulk-send-task',
    text: 'select * from bulk_send_task where task_id = $1 for update',
    values: [taskId],
  });
  return found.rows[0] ?? null;
}

/** Locks recipients, and gives those that wait still. */
export async function stillWaiting(transaction: Transaction, itemIds: readonly string[]): Promise<ReadonlySet<string>> {
  const found = await transaction.query<{ item_id: string }>({
    name: 'lock-bulk-send-items',
    text: "select item_id from bulk_send_item where item_id = any($1::uuid[]) and state = 'wait' order by item_id for update",
    values: [itemIds],
  });
  return new Set(found.rows.map((row) => row.item_id));
}

export type SituationOfShop = Omit<ShopSituation, 'host_until'>;

/** By shop. */
export async function situationsOf(
  transaction: Transaction,
  shopIds: readonly string[],
): Promise<ReadonlyMap<string, SituationOfShop>> {
  const found = await transaction.query<SituationOfShop & { readonly shop_id: string }>({
    name: 'bulk-send-situations',
    text: `select s.shop_id, ${SITUATION} from shop s join connection n using (connection_id) where s.shop_id = any($1::uuid[])`,
    values: [shopIds],
  });
  return new Map(found.rows.map((row) => [row.shop_id, row]));
}

/** The shops in whose ledger a message of the task waits: at most one at a time, so that a stop stops at once. */
export async function onTheWay(
  transaction: Transaction,
  taskId: string,
  shopIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const found = await transaction.query<{ shop_id: string }>({
    name: 'bulk-send-on-the-way',
    text: `select place.shop_id from unnest($2::uuid[]) as place (shop_id) cross join lateral (
        select from bulk_send_item i join delivery d on d.bulk_item_id = i.item_id
        where i.task_id = $1 and i.shop_id = place.shop_id and i.state = 'sent'
          and d.state in ('pending', 'claimed', 'intent') limit 1) waiting`,
    values: [taskId, shopIds],
  });
  return new Set(found.rows.map((row) => row.shop_id));
}

/** Newest messages of a conversation among which a program's is looked for (our choice). */
const LOOKED_AT = 50;

/**
 * Whether the shop has written to the buyer since a program took the task, other than by a member in Pasar. It is asked where a
 * program that had the task has not asked Pasar for its recipients, because then nothing tells whom it has written to. Perhaps
 * that was the program, which has not told of it: then nobody can say whether the buyer has the message, and it is not sent
 * again. What stood there when the server last put the message into the ledger was no reason then, and is none when a member
 * tries it again.
 */
export async function mayHaveGot(
  transaction: Transaction,
  { host_since: since, host_asks: isAsked, host_wrote_unasked: isUnasked }: TaskRow,
  {
    conversation_id: conversationId,
    item_id: itemId,
  }: { readonly conversation_id: string | null; readonly item_id: string },
): Promise<boolean> {
  if (since === null || (isAsked && !isUnasked)) return false;
  const found = await transaction.query({
    name: 'bulk-send-by-program',
    text: `select from (select author, member_id, sent_at from message where conversation_id = $1
        order by position desc, platform_message_id desc limit ${LOOKED_AT}) newest
      where author = 'seller' and member_id is null and sent_at >= $2 and sent_at >= coalesce(
        (select max(d.created_at) from delivery d where d.bulk_item_id = $3), 0) limit 1`,
    values: [conversationId, since, itemId],
  });
  return found.rowCount === 1;
}

/** Ends recipients of whom nobody knows whether they have the message. */
export async function leaveUnconfirmed(
  transaction: Transaction,
  itemIds: readonly string[],
  now: number,
): Promise<void> {
  if (itemIds.length === 0) return;
  await transaction.query(
    "update bulk_send_item set state = 'unconfirmed', ended_at = $2 where item_id = any($1::uuid[])",
    [itemIds, now],
  );
}

/** Longer than the pause after any message. */
const LONGEST_PAUSE_MS = 3_600_000;

/**
 * When shops may send again after the newest message of any of their tasks; a shop without one may at once. Tasks of a shop
 * come here one after the other, so that they keep its pace together, and a task that was stopped and goes on keeps it too.
 */
export async function freeAgain(
  transaction: Transaction,
  shops: readonly { readonly shop_id: string; readonly marketplace: Marketplace }[],
  now: number,
): Promise<ReadonlyMap<string, number>> {
  const shopIds = shops.map((row) => row.shop_id).sort();
  const [, found] = await Promise.all([
    transaction.query({
      name: 'bulk-send-lock-shops',
      text: `select pg_advisory_xact_lock(hashtextextended('bulk-send/' || shop_id, 0)) from unnest($1::text[]) as shop_id`,
      values: [shopIds],
    }),
    transaction.query<{ shop_id: string; sent_at: string; messages: number }>({
      name: 'bulk-send-newest-of-shops',
      text: `select place.shop_id, sent_at, messages from unnest($1::uuid[]) as place (shop_id) cross join lateral (
          select sent_at, coalesce(jsonb_array_length(parts), 1) as messages from bulk_send_item i
          where i.shop_id = place.shop_id and sent_at > $2 order by sent_at desc limit 1) newest`,
      values: [shopIds, now - LONGEST_PAUSE_MS],
    }),
  ]);
  const marketplaces = new Map(shops.map((row) => [row.shop_id, row.marketplace]));
  return new Map(
    found.rows.flatMap(({ shop_id: shopId, sent_at: sentAt, messages }) => {
      const marketplace = marketplaces.get(shopId);
      if (marketplace === undefined) return [];
      return [[shopId, Number(sentAt) + Math.ceil(paceSeconds(marketplace, 0, messages) * 1_000)]];
    }),
  );
}

/** A message, and by what its recipients are left out. */
export interface JudgedMessage {
  readonly content: AutomaticContent;
  readonly judging: Judging;
}

/** What recipients in a country get, and by what they are left out; null: there is nothing to say to them. */
export async function messageFor(
  transaction: Transaction,
  task: TaskRow,
  { country, config, now }: { readonly country: Country; readonly config: SendMessageConfig; readonly now: number },
): Promise<JudgedMessage | null> {
  if (task.care_kind === null) {
    const content = contentOfTask(task);
    const judging = judgingOf(content, conditionsOfTask(task), config, now);
    return { content, judging: { ...judging, target: askedAgainOf(task) } };
  }
  const content = contentFor(await contentsOfCare(transaction, task), country);
  if (content === null) return null;
  return { content, judging: judgingOfCare(task.care_kind, [{ country: null, content }], config, now) };
}

/** Ends recipients who get nothing. */
export async function leaveOut(
  transaction: Transaction,
  left: readonly { readonly itemId: string; readonly reason: string }[],
  now: number,
): Promise<void> {
  if (left.length === 0) return;
  await transaction.query({
    name: 'bulk-send-leave-out',
    text: `update bulk_send_item i set state = 'skip', reason = out.reason, ended_at = $3
      from unnest($1::uuid[], $2::text[]) as out (item_id, reason) where i.item_id = out.item_id`,
    values: [left.map(({ itemId }) => itemId), left.map(({ reason }) => reason), now],
  });
}

/** Why recipients of a task get nothing, by recipient; those who are missing get the message. */
export async function whyNot(
  transaction: Transaction,
  task: TaskRow,
  itemIds: readonly string[],
  message: JudgedMessage | null,
): Promise<ReadonlyMap<string, string>> {
  if (itemIds.length === 0) return new Map();
  if (message === null) return new Map(itemIds.map((itemId) => [itemId, 'nothingToSay']));
  const { judging } = message;
  const why = new Map(await whyJudged(transaction, itemIds, judging));
  const { account_id: accountId, care_day: day, care_kind: kind } = task;
  if (day === null || kind === null) return why;
  const judged = itemIds.filter((itemId) => !why.has(itemId));
  const due = await Promise.all(
    judged.map((itemId) => isStillDue(transaction, { accountId, kind, itemId, now: judging.now })),
  );
  for (const [index, itemId] of judged.entries()) if (due[index] !== true) why.set(itemId, 'notDue');
  return why;
}

async function whyJudged(
  transaction: Transaction,
  itemIds: readonly string[],
  judging: Judging,
): Promise<readonly (readonly [string, string])[]> {
  const values: unknown[] = [itemIds];
  const why = whySkipped(judging, (value) => `$${values.push(value)}`);
  const found = await transaction.query<{ item_id: string; why: string | null }>(
    builtStatement(
      `select i.item_id, ${why} as why from bulk_send_item i join shop s using (shop_id)
         left join conversation c on c.conversation_id = i.conversation_id
         left join shop_order o on o.shop_id = i.shop_id and o.order_id = i.order_id where i.item_id = any($1::uuid[])`,
      values,
    ),
  );
  return found.rows.flatMap(({ item_id: itemId, why }) => (why === null ? [] : [[itemId, why] as const]));
}
