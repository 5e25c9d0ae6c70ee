import {
  type AccountId,
  BULK_SEND_LIMITS,
  ORDER_CARE_KINDS,
  ORDER_CARE_LIMITS,
  type OrderCareKind,
} from '@pasar/domain';
import { z } from 'zod';
import { readSendConfig, tellTasks } from '../../records/bulk-send.ts';
import { writeRecipients } from '../../records/bulk-send-judged.ts';
import {
  type CareSetting,
  judgingOfCare,
  lockCare,
  ordersDue,
  readCareContents,
  readCareSetting,
} from '../../records/order-care.ts';
import type { Transaction } from '../../storage/database.ts';
import { defineAccountTask, enqueue } from './task.ts';

const MINUTE_MS = 60_000;

/**
 * Looks for orders whose automatic message is due, and puts the next look into the queue as long as a kind is switched on. A
 * look that is repeated finds the orders in the task of the day.
 */
export const orderCare = defineAccountTask({
  name: 'order-care',
  attempts: 20,
  input: z.strictObject({}),
  async run(_, { accountId, now, within, signal }) {
    const setting = await within((transaction) => readCareSetting(transaction, accountId));
    const on = ORDER_CARE_KINDS.filter((kind) => setting.reminders[kind].isOn);
    if (on.length === 0) return;
    for (const kind of on) {
      signal.throwIfAborted();
      await within((transaction) => plan(transaction, { accountId, kind, now: now() }));
    }
    await within((transaction) => lookLater(transaction, now()));
  },
});

const lookLater = (transaction: Transaction, now: number): Promise<void> =>
  enqueue(transaction, orderCare, { input: {}, key: 'all', at: now + ORDER_CARE_LIMITS.lookMs });

/** For looks that were given up, e.g. while the database was away. */
export async function lookAgain(transaction: Transaction, accountId: AccountId): Promise<void> {
  const { reminders } = await readCareSetting(transaction, accountId);
  if (!ORDER_CARE_KINDS.some((kind) => reminders[kind].isOn)) return;
  await enqueue(transaction, orderCare, { input: {}, key: 'all' });
}

interface Look {
  readonly accountId: AccountId;
  readonly kind: OrderCareKind;
  readonly now: number;
}

async function plan(transaction: Transaction, { accountId, kind, now }: Look): Promise<void> {
  await lockCare(transaction, accountId);
  // The settings stay what they are until the orders are written, so that nothing is planned for a kind that was switched off.
  await transaction.query('select from order_care_setting where account_id = $1 for share', [accountId]);
  const due = dueOf(await readCareSetting(transaction, accountId), { accountId, kind, now });
  const contents = await readCareContents(transaction, accountId, kind);
  if (due === null || contents.length === 0) return;
  const recipients = ordersDue(kind, due);
  const values: unknown[] = [];
  const one = await transaction.query(
    `select from (${recipients((value) => `$${values.push(value)}`)}) due limit 1`,
    values,
  );
  if (one.rowCount === 0) return;
  const taskId = await taskOfDay(transaction, { accountId, kind, now });
  const judging = judgingOfCare(kind, contents, await readSendConfig(transaction, accountId), now);
  await writeRecipients(transaction, { taskId, accountId, recipients, judging });
  // It begins, goes on with the new orders, or begins again. One that a person has stopped stays stopped.
  await transaction.query(
    `update bulk_send_task set state = case when open > 0 then 'wait' else state end,
       ended_at = case when open = 0 then $2::bigint end
     where task_id = $1 and state in ('wait', 'processing', 'finish')`,
    [taskId, now],
  );
  await tellTasks(transaction, accountId, 'orderCare');
}

/** The orders that are due now; null: the kind is off. */
function dueOf({ reminders, since, shopIds }: CareSetting, { accountId, kind, now }: Look) {
  const { isOn, afterMinutes } = reminders[kind];
  const onSince = since[kind];
  if (!isOn || onSince === undefined) return null;
  const until = now - afterMinutes * MINUTE_MS;
  return { accountId, shopIds, after: Math.max(onSince, until - ORDER_CARE_LIMITS.lateMs), until, now };
}

/** The task of the day, which is made for its first order. */
async function taskOfDay(transaction: Transaction, { accountId, kind, now }: Look): Promise<string> {
  const day = new Date(now).toISOString().slice(0, 10);
  await transaction.query(
    `insert into bulk_send_task (account_id, author, name, type, interval_seconds, target, conditions, content, created_at,
       state, cause, care_kind, care_day)
     values ($1, '', '', 'immediate', $2, '{}', '{}', '[]', $3, 'finish', 'orderCare', $4, $5)
     on conflict (account_id, care_kind, care_day) where care_day is not null do nothing`,
    [accountId, BULK_SEND_LIMITS.intervalSeconds.usual, now, kind, day],
  );
  const found = await transaction.query<{ task_id: string }>(
    'select task_id from bulk_send_task where account_id = $1 and care_kind = $2 and care_day = $3',
    [accountId, kind, day],
  );
  const [task] = found.rows;
  if (task === undefined) throw new Error('the task of the day is not there');
  return task.task_id;
}
