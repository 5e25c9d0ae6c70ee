import type { AutomaticContent } from '@pasar/api';
import { type Country, type Marketplace, paceSeconds, type SendMessageConfig } from '@pasar/domain';
import {
  conditionsOfTask,
  contentOfTask,
  judgingOf,
  type ShopSituation,
  SITUATION,
  type TaskRow,
} from '../../records/bulk-send.ts';
import { type Judging, whySkipped } from '../../records/bulk-send-recipients.ts';
import { contentFor, contentsOfCare, isStillDue, judgingOfCare } from '../../records/order-care.ts';
import { builtStatement, type Transaction } from '../../storage/database.ts';

/** The recipients of a task in a shop, whom one run after the other serves. */
export interface Place {
  readonly taskId: string;
  readonly shopId: string;
}
/** Puts the next run of a place into the queue. */
export type GoOn = (transaction: Transaction, place: Place, at: number, keepsTime?: boolean) => Promise<void>;

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

export async function isStillWaiting(transaction: Transaction, itemId: string): Promise<boolean> {
  const found = await transaction.query({
    name: 'lock-bulk-send-item',
    text: "select from bulk_send_item where item_id = $1 and state = 'wait' for update",
    values: [itemId],
  });
  return found.rowCount === 1;
}

export async function situationOf(
  transaction: Transaction,
  { shopId }: Place,
): Promise<Omit<ShopSituation, 'host_until'>> {
  const found = await transaction.query<Omit<ShopSituation, 'host_until'>>({
    name: 'bulk-send-situation',
    text: `select ${SITUATION} from shop s join connection n using (connection_id) where s.shop_id = $1`,
    values: [shopId],
  });
  const [shop] = found.rows;
  if (shop === undefined) throw new Error('the shop of a recipient is gone while its conversation is locked');
  return shop;
}

/** At most one message of a task waits in the ledger of a shop, so that a stop stops at once. */
export async function isOnTheWay(transaction: Transaction, { taskId, shopId }: Place): Promise<boolean> {
  const found = await transaction.query({
    name: 'bulk-send-on-the-way',
    text: `select from bulk_send_item i join delivery d on d.bulk_item_id = i.item_id
      where i.task_id = $1 and i.shop_id = $2 and i.state = 'sent' and d.state in ('pending', 'claimed', 'intent') limit 1`,
    values: [taskId, shopId],
  });
  return found.rowCount === 1;
}

/** Newest messages of a conversation among which a program's is looked for (our choice). */
const LOOKED_AT = 50;

/**
 * Whether the shop has written to the buyer since a program took the task. Perhaps that was the program, which has not told of it:
 * then nobody can say whether the buyer has the message, and it is not sent again. What stood there when the server last put the
 * message into the ledger was no reason then, and is none when a member tries it again.
 */
export async function mayHaveGot(
  transaction: Transaction,
  { host_since: since }: TaskRow,
  { conversation_id: conversationId, item_id: itemId }: { readonly conversation_id: string; readonly item_id: string },
): Promise<boolean> {
  if (since === null) return false;
  const found = await transaction.query({
    name: 'bulk-send-by-program',
    text: `select from (select author, sent_at from message where conversation_id = $1
        order by position desc, platform_message_id desc limit ${LOOKED_AT}) newest
      where author = 'seller' and sent_at >= $2 and sent_at >= coalesce(
        (select max(d.created_at) from delivery d where d.bulk_item_id = $3), 0) limit 1`,
    values: [conversationId, since, itemId],
  });
  return found.rowCount === 1;
}

/** Ends a recipient of whom nobody knows whether it has the message. */
export async function leaveUnconfirmed(transaction: Transaction, itemId: string, now: number): Promise<void> {
  await transaction.query("update bulk_send_item set state = 'unconfirmed', ended_at = $2 where item_id = $1", [
    itemId,
    now,
  ]);
}

/** Longer than the pause after any message. */
const LONGEST_PAUSE_MS = 3_600_000;

/**
 * When the shop may send again after the newest message of any of its tasks; in the past where there is none. Tasks of a shop
 * come here one after the other, so that they keep its pace together, and a task that was stopped and goes on keeps it too.
 */
export async function freeAgain(
  transaction: Transaction,
  shopId: string,
  marketplace: Marketplace,
  now: number,
): Promise<number> {
  const [, found] = await Promise.all([
    transaction.query({
      name: 'bulk-send-lock-shop',
      text: "select pg_advisory_xact_lock(hashtextextended('bulk-send/' || $1, 0))",
      values: [shopId],
    }),
    transaction.query<{ sent_at: string; messages: number }>({
      name: 'bulk-send-newest-of-shop',
      text: `select sent_at, coalesce(jsonb_array_length(parts), 1) as messages from bulk_send_item
        where shop_id = $1 and sent_at > $2 order by sent_at desc limit 1`,
      values: [shopId, now - LONGEST_PAUSE_MS],
    }),
  ]);
  const [last] = found.rows;
  return last === undefined ? 0 : Number(last.sent_at) + Math.ceil(paceSeconds(marketplace, 0, last.messages) * 1_000);
}

/** What recipients in a country get, and by what they are left out; null: there is nothing to say to them. */
export async function messageFor(
  transaction: Transaction,
  task: TaskRow,
  { country, config, now }: { readonly country: Country; readonly config: SendMessageConfig; readonly now: number },
): Promise<{ readonly content: AutomaticContent; readonly judging: Judging } | null> {
  if (task.care_kind === null) {
    const content = contentOfTask(task);
    return { content, judging: judgingOf(content, conditionsOfTask(task), config, now) };
  }
  const content = contentFor(await contentsOfCare(transaction, task), country);
  if (content === null) return null;
  return { content, judging: judgingOfCare(task.care_kind, [{ country: null, content }], config, now) };
}

/** Ends a recipient who gets nothing. */
export async function leaveOut(transaction: Transaction, itemId: string, reason: string, now: number): Promise<void> {
  await transaction.query({
    name: 'bulk-send-leave-out',
    text: "update bulk_send_item set state = 'skip', reason = $2, ended_at = $3 where item_id = $1",
    values: [itemId, reason, now],
  });
}

/** Why the next recipient of a task gets nothing; null: gets the message. */
export async function whyNot(
  transaction: Transaction,
  task: TaskRow,
  itemId: string,
  message: { readonly judging: Judging } | null,
): Promise<string | null> {
  if (message === null) return 'nothingToSay';
  const { judging } = message;
  const why = await whyJudged(transaction, itemId, judging);
  if (why !== null || task.care_day === null || task.care_kind === null) return why;
  const about = { accountId: task.account_id, kind: task.care_kind, itemId, now: judging.now };
  return (await isStillDue(transaction, about)) ? null : 'notDue';
}

async function whyJudged(transaction: Transaction, itemId: string, judging: Judging): Promise<string | null> {
  const values: unknown[] = [itemId];
  const why = whySkipped(judging, (value) => `$${values.push(value)}`);
  const found = await transaction.query<{ why: string | null }>(
    builtStatement(
      `select ${why} as why from bulk_send_item i join shop s using (shop_id)
         left join conversation c on c.conversation_id = i.conversation_id
         left join shop_order o on o.shop_id = i.shop_id and o.order_id = i.order_id where i.item_id = $1`,
      values,
    ),
  );
  return found.rows[0]?.why ?? null;
}
