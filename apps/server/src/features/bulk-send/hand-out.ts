import { automaticMediaPath, type CALLS, type CallInput, type CallOutput, type HandedRecipientView } from '@pasar/api';
import { asConversationId, asShopId, BULK_SKIP_REASONS, paceSeconds, pauseAfterMs } from '@pasar/domain';
import { z } from 'zod';
import { tellTasks } from '../../records/bulk-send.ts';
import { type Decision, decideNext, lockNext, type NextRow } from '../../records/bulk-send-decide.ts';
import { noteHanded } from '../../records/bulk-send-handed.ts';
import { leaveOut, leaveUnconfirmed } from '../../records/bulk-send-place.ts';
import { readTask } from '../../records/bulk-send-steer.ts';
import type { Transaction } from '../../storage/database.ts';
import { type Answer, fail, success } from '../answer.ts';
import type { LongContext } from '../handler.ts';

type Call = typeof CALLS.bulkSend.takeBatchSendRecipients;
type Taken = CallOutput<Call>;
type Context = Pick<LongContext, 'database' | 'member' | 'now'>;
/** Shops that share a transaction, and transactions of a call (our choice). The ingest waits for a conversation that is locked. */
const MOST_TOGETHER = 10;
const MOST_TIMES = 20;
const NOT_HELD: Taken = { isLocked: false, recipients: [], skipped: [], pauses: [], nextAt: null };
const skipReason = z.enum(BULK_SKIP_REASONS);

/**
 * The next recipient of each shop, decided about and filled in by the code of the server's own step. A shop whose recipient gets
 * nothing is asked for the one after. Each transaction marks whom it hands out.
 */
export async function takeBatchSendRecipients(
  { database, member, now }: Context,
  { taskId }: CallInput<Call>,
): Promise<Answer<Taken>> {
  const within = <Value>(act: (transaction: Transaction) => Promise<Value>) => database.within(member.scope, act);
  const held = await within((transaction) => shopsOfHeld(transaction, { member, now }, taskId));
  if (held === null) return fail('not_found');
  if (held === 'lost') return success(NOT_HELD);
  const taken: Taken = { isLocked: true, recipients: [], skipped: [], pauses: [], nextAt: null };
  const left = [...held];
  for (let times = 0; left.length > 0 && times < MOST_TIMES; times += 1) {
    const shopIds = left.splice(0, MOST_TOGETHER);
    const step = await within((transaction) => handOut(transaction, { member, now }, { taskId, shopIds }));
    // It was stopped, or has ended, while it was asked: what was handed out before stands.
    if (step === null) return success({ ...taken, isLocked: taken.recipients.length > 0, nextAt: null });
    taken.recipients.push(...step.recipients);
    taken.skipped.push(...step.skipped);
    taken.pauses.push(...step.pauses);
    left.push(...step.again);
    taken.nextAt = soonest(taken.nextAt, step.nextAt);
  }
  return success({ ...taken, nextAt: left.length > 0 ? now : taken.nextAt });
}

const soonest = (one: number | null, other: number | null): number | null =>
  one === null || other === null ? (one ?? other) : Math.min(one, other);

type Asking = Pick<Context, 'member' | 'now'>;

/** The shops in which recipients wait; none before the task begins. Null: there is no such task. */
async function shopsOfHeld(
  transaction: Transaction,
  { member, now }: Asking,
  taskId: string,
): Promise<readonly string[] | 'lost' | null> {
  if ((await readTask(transaction, 'bulkSend', taskId)) === null) return null;
  const held = await transaction.query<{ state: string }>(
    `update bulk_send_task set host_asks = true where task_id = $1 and host_id = $2 and host_until > $3
       and state in ('wait', 'processing') returning state`,
    [taskId, member.view.memberId, now],
  );
  const [task] = held.rows;
  if (task === undefined) return 'lost';
  if (task.state === 'wait') return [];
  const shops = await transaction.query<{ shop_id: string }>(
    "select distinct shop_id from bulk_send_item where task_id = $1 and state = 'wait' order by shop_id",
    [taskId],
  );
  return shops.rows.map((row) => row.shop_id);
}

type AddressedRow = NextRow & {
  readonly platform_conversation_id: string | null;
  readonly buyer_id: string | null;
};
interface HandedOut extends Pick<Taken, 'recipients' | 'skipped' | 'pauses' | 'nextAt'> {
  /** Shops whose recipient gets nothing: the next one may. */
  readonly again: readonly string[];
}

/** Null: the program does not have the task any more. */
async function handOut(
  transaction: Transaction,
  { member, now }: Asking,
  { taskId, shopIds }: { readonly taskId: string; readonly shopIds: readonly string[] },
): Promise<HandedOut | null> {
  const { accountId } = member.scope;
  const opened = await lockNext(transaction, taskId, shopIds);
  const others = await withoutConversation(
    transaction,
    taskId,
    shopIds.filter((shopId) => !opened.has(shopId)),
  );
  const next: readonly AddressedRow[] = [...opened.values(), ...others];
  const decided = await decideNext(transaction, { accountId, taskId, next, hostId: member.view.memberId, now });
  if (decided === null) return null;
  const { task, decisions } = decided;
  const gets = [...decisions].flatMap(([row, decision]) => (decision.kind === 'gets' ? [{ row, ...decision }] : []));
  const skipped = [...decisions].flatMap(([row, decision]) =>
    decision.kind === 'leftOut' ? [{ itemId: row.item_id, reason: skipReason.parse(decision.reason) }] : [],
  );
  const doubted = [...decisions].flatMap(([row, { kind }]) => (kind === 'mayHaveGot' ? [row.item_id] : []));
  await noteHanded(
    transaction,
    gets.map(({ row, parts, numbers }) => ({
      itemId: row.item_id,
      buyerId: row.buyer_id,
      parts,
      messages: numbers.length,
    })),
    now,
  );
  await leaveOut(transaction, skipped, now);
  await leaveUnconfirmed(transaction, doubted, now);
  if (gets.length + skipped.length + doubted.length > 0) await tellTasks(transaction, accountId, task.cause);
  const recipients = await addressed(transaction, gets);
  const times = [...decisions].flatMap(([row, decision]) => {
    if (decision.kind === 'later') return [decision.at];
    if (decision.kind !== 'gets') return [];
    const seconds = paceSeconds(row.marketplace, task.interval_seconds, decision.parts.length);
    return [now + pauseAfterMs(seconds, row.item_id)];
  });
  return {
    recipients,
    skipped,
    pauses: [...decisions].flatMap(([row, decision]) =>
      decision.kind === 'later' && decision.pause !== null
        ? [{ shopId: asShopId(row.shop_id), pause: decision.pause }]
        : [],
    ),
    nextAt: times.length === 0 ? null : Math.min(...times),
    again: [...decisions].flatMap(([row, { kind }]) =>
      kind === 'leftOut' || kind === 'mayHaveGot' ? [row.shop_id] : [],
    ),
  };
}

/** The next recipients of shops who have no conversation. */
async function withoutConversation(
  transaction: Transaction,
  taskId: string,
  shopIds: readonly string[],
): Promise<readonly AddressedRow[]> {
  if (shopIds.length === 0) return [];
  const found = await transaction.query<AddressedRow>({
    name: 'bulk-send-next-without-conversation',
    text: `select first.*, s.marketplace, s.country, coalesce(s.alias, s.name) as shop_name,
        null::text as platform_conversation_id
      from unnest($2::uuid[]) as place (shop_id) cross join lateral (
        select i.item_id, i.attempt, i.parts, i.done_parts, i.order_id, i.order_number, i.shop_id, i.conversation_id, i.buyer_name,
          coalesce(i.buyer_id, o.buyer_id) as buyer_id
        from bulk_send_item i left join shop_order o on o.shop_id = i.shop_id and o.order_id = i.order_id
        where i.task_id = $1 and i.shop_id = place.shop_id and i.state = 'wait' order by i.item_id limit 1) first
      join shop s on s.shop_id = first.shop_id where first.conversation_id is null order by first.item_id`,
    values: [taskId, shopIds],
  });
  return found.rows;
}

type Getting = Extract<Decision, { kind: 'gets' }> & { readonly row: AddressedRow };

/** What the program is told of recipients. */
async function addressed(transaction: Transaction, gets: readonly Getting[]): Promise<HandedRecipientView[]> {
  const found = await transaction.query<{ shop_id: string; platform_shop_id: string }>(
    'select shop_id, platform_shop_id from shop where shop_id = any($1::uuid[])',
    [gets.map(({ row }) => row.shop_id)],
  );
  const userIds = new Map(found.rows.map((row) => [row.shop_id, row.platform_shop_id]));
  return gets.map(({ row, parts, numbers }) => ({
    itemId: row.item_id,
    shopId: asShopId(row.shop_id),
    userId: userIds.get(row.shop_id) ?? '',
    platform: row.marketplace,
    country: row.country,
    conversationId: row.conversation_id === null ? null : asConversationId(row.conversation_id),
    platformConversationId: row.platform_conversation_id,
    buyerId: row.buyer_id ?? '',
    buyerName: row.buyer_name,
    orderNumber: row.order_number,
    parts: parts
      .filter((_, number) => numbers.includes(number))
      .map((part) => ({ part, picturePath: part.kind === 'image' ? automaticMediaPath(part.pictureId) : null })),
  }));
}
