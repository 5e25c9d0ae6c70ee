import { isDeepStrictEqual } from 'node:util';
import type { AutomaticContent, BulkSendTarget, CALLS, CallInput, CallOutput } from '@pasar/api';
import { BULK_SEND_LIMITS, isStartAllowed } from '@pasar/domain';
import { readArrangement } from '../../records/arrangement.ts';
import { claimPictures, withOwnPictures } from '../../records/automatic-pictures.ts';
import { judgingOf, readSendConfig, type TaskRow, tellTasks } from '../../records/bulk-send.ts';
import { writeRecipients } from '../../records/bulk-send-judged.ts';
import { recipientsText } from '../../records/bulk-send-recipients.ts';
import type { Transaction } from '../../storage/database.ts';
import { type Answer, fail, success } from '../answer.ts';
import type { MemberContext } from '../handler.ts';
import { areFansRead } from './fans.ts';

type Calls = typeof CALLS.bulkSend;
type Context = Pick<MemberContext, 'transaction' | 'member' | 'now'>;
type Saved = CallInput<Calls['saveBatchSendTask']>;
type Made = Answer<CallOutput<Calls['saveBatchSendTask']>>;

export async function saveBatchSendTask(context: Context, saved: Saved): Promise<Made> {
  const { taskType, sendTime } = saved;
  const { accountId } = context.member.scope;
  await context.transaction.query("select pg_advisory_xact_lock(hashtextextended('bulk-send/' || $1, 0))", [accountId]);
  const made = await madeBefore(context, saved);
  if (made !== null) return made;
  if (taskType === 'immediate') return save(context, saved, null);
  if (sendTime === undefined || !isStartAllowed(sendTime, context.now)) return fail('bulk_send_too_soon');
  return save(context, saved, sendTime);
}

export const saveTimerTask = (context: Context, saved: CallInput<Calls['saveTimerTask']>): Promise<Made> =>
  saveBatchSendTask(context, { ...saved, taskType: 'timed' });

/** The answer to a save that is repeated; null: it is not. With other words it would look as if these were sent. */
async function madeBefore({ transaction, member }: Context, saved: Saved): Promise<Made | null> {
  if (saved.clientId === undefined) return null;
  const found = await transaction.query<TaskRow>(
    'select * from bulk_send_task where client_id = $1 and member_id = $2',
    [saved.clientId, member.scope.memberId],
  );
  const [row] = found.rows;
  if (row === undefined) return null;
  const { taskName, taskType, sendTime, interval, buyerListJson, conditionJson, content } = saved;
  const asked = [taskName, interval, taskType === 'timed' ? sendTime : null, buyerListJson, conditionJson, content];
  const sendAt = row.type === 'timed' ? Number(row.send_at) : null;
  const stored = [row.name, row.interval_seconds, sendAt, row.target, row.conditions, row.content];
  return isDeepStrictEqual(comparable(asked), comparable(stored))
    ? success({ taskId: row.task_id })
    : fail('task_already_created');
}

/** As JSON keeps it, without the ids of pictures: a task has copies of those that belong to something else. */
const comparable = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value, (key, part) => (key === 'pictureId' ? null : part)));

/**
 * Stores the task and its recipients, with those who are left out, by one statement; the row of the task puts it into the
 * queue. What is refused here is refused before anything is stored, but for what only the recipients tell: then the row of
 * the task is taken back.
 */
async function save(context: Context, saved: Saved, sendAt: number | null): Promise<Made> {
  const { transaction, member, now } = context;
  const missing = await whatIsMissing(context, saved.buyerListJson);
  if (missing !== null) return missing;
  const { accountId, memberId } = member.scope;
  const open = await transaction.query<{ count: number }>(
    `select count(*)::integer as count from bulk_send_task
     where cause = 'bulkSend' and member_id = $1 and state in ('wait', 'processing')`,
    [memberId],
  );
  if ((open.rows[0]?.count ?? 0) >= BULK_SEND_LIMITS.open) return fail('task_create_failed');
  const content = await withOwnPictures(transaction, saved.content);
  const made = await transaction.query<{ task_id: string }>(
    `insert into bulk_send_task (account_id, member_id, author, name, type, send_at, interval_seconds, target, conditions,
       content, created_at, client_id, cause) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, 'bulkSend') returning task_id`,
    [
      accountId,
      memberId,
      member.view.name,
      saved.taskName,
      sendAt === null ? 'immediate' : 'timed',
      sendAt,
      saved.interval,
      JSON.stringify(saved.buyerListJson),
      JSON.stringify(saved.conditionJson),
      JSON.stringify(content),
      now,
      saved.clientId ?? null,
    ],
  );
  const taskId = made.rows[0]?.task_id ?? '';
  const refused = await fill(context, taskId, { ...saved, content });
  if (refused !== null) {
    await transaction.query('delete from bulk_send_task where task_id = $1', [taskId]);
    return refused;
  }
  await tellTasks(transaction, accountId, 'bulkSend');
  return success({ taskId });
}

/** Why a target cannot be used: the member does not see all that it names, or the fans are not read; null: it can. */
export async function whatIsMissing({ transaction, now }: Context, target: BulkSendTarget): Promise<Refused> {
  if (!(await isTargetThere(transaction, target))) return fail('not_found');
  if (target.kind !== 'fans' || (await areFansRead(transaction, target.shopIds, now))) return null;
  return fail('bulk_send_fans_unread');
}

/** Whether the member sees every conversation, shop and tag that a target names. */
export async function isTargetThere(transaction: Transaction, target: BulkSendTarget): Promise<boolean> {
  const areThere = async (text: string, ids: readonly string[]) =>
    (await transaction.query(text, [ids])).rowCount === new Set(ids).size;
  const shops = 'select from shop where shop_id = any($1::uuid[])';
  switch (target.kind) {
    case 'named':
      return areThere('select from conversation where conversation_id = any($1::uuid[])', target.conversationIds);
    case 'matching':
      return areThere(shops, [target.listing.shopId ?? [], target.shopIds ?? []].flat());
    case 'tag':
      return (
        (await areThere(shops, target.shopIds)) &&
        areThere('select from buyer_tag where tag_id = any($1::uuid[])', target.buyerTagIds)
      );
    case 'orders':
    case 'orderNumbers':
    case 'fans':
      return areThere(shops, target.shopIds);
  }
}

type Refused = ReturnType<typeof fail> | null;

async function fill(context: Context, taskId: string, saved: Saved): Promise<Refused> {
  const { transaction, member, now } = context;
  const { content, conditionJson, buyerListJson } = saved;
  const config = await readSendConfig(transaction, member.scope.accountId);
  const { hidden } = await readArrangement(transaction, member);
  await writeRecipients(transaction, {
    taskId,
    accountId: member.scope.accountId,
    recipients: (give) => recipientsText(member, buyerListJson, { now, hidden }, give),
    judging: judgingOf(content, conditionJson, config, now),
  });
  const [facts] = (
    await transaction.query<{ total: number; waiting: number; shops: string[] }>(
      `select count(*)::integer as total, (count(*) filter (where state = 'wait'))::integer as waiting,
         coalesce(array_agg(distinct shop_id::text), '{}') as shops from bulk_send_item where task_id = $1`,
      [taskId],
    )
  ).rows;
  const { total, waiting, shops } = facts ?? { total: 0, waiting: 0, shops: [] };
  if (buyerListJson.kind === 'orderNumbers') {
    const unknown = await unknownNumber(context, buyerListJson);
    if (unknown !== null) return fail('batch_row_invalid', unknown);
  }
  if (total > BULK_SEND_LIMITS.recipients) return fail('bulk_send_too_many');
  if (waiting === 0) return fail('bulk_send_nobody');
  if (!areGoodsOfOne(content, shops)) return fail('bulk_send_goods_one_shop');
  return (await claimPictures(transaction, taskId, content)) ? null : fail('image_data_missing');
}

/** The first number that no order of the shops has; null for none. */
export async function unknownNumber(
  { transaction }: Pick<Context, 'transaction'>,
  { shopIds, numbers }: { readonly shopIds: readonly string[]; readonly numbers: readonly string[] },
): Promise<string | null> {
  const found = await transaction.query<{ number: string }>(
    `select number from unnest($1::text[]) number where not exists (select from shop_order o
       where o.order_number = number and o.shop_id = any($2::uuid[])) limit 1`,
    [numbers, shopIds],
  );
  return found.rows[0]?.number ?? null;
}

/** Products and vouchers go only to buyers of exactly one shop, which is theirs (spec 1 §5). */
export function areGoodsOfOne({ parts, variants }: AutomaticContent, shops: readonly string[]): boolean {
  const goods = [parts, ...variants.map((variant) => variant.parts)]
    .flat()
    .flatMap((part) => (part.kind === 'product' || part.kind === 'voucher' ? [part.shopId as string] : []));
  return goods.length === 0 || (shops.length === 1 && goods.every((shopId) => shopId === shops[0]));
}

/** A task that waits only: once it runs, it is what it was when it began. */
export async function updateTimerTask(
  { transaction, member, now }: Context,
  { taskId, taskName, sendTime, interval }: CallInput<Calls['updateTimerTask']>,
): Promise<Answer<Record<string, never>>> {
  const found = await transaction.query<{ type: string; state: string; begun_at: string | null }>(
    'select type, state, begun_at from bulk_send_task where task_id = $1 and cause = $2 for update',
    [taskId, 'bulkSend'],
  );
  const [task] = found.rows;
  if (task === undefined) return fail('not_found');
  if (task.type !== 'timed' || task.state !== 'wait' || task.begun_at !== null) return fail('bulk_send_state');
  if (sendTime !== undefined && !isStartAllowed(sendTime, now)) return fail('bulk_send_too_soon');
  await transaction.query(
    `update bulk_send_task set name = coalesce($2, name), send_at = coalesce($3, send_at),
       interval_seconds = coalesce($4, interval_seconds) where task_id = $1`,
    [taskId, taskName ?? null, sendTime ?? null, interval ?? null],
  );
  await tellTasks(transaction, member.scope.accountId, 'bulkSend');
  return success({});
}
