import { type AccountId, BULK_SEND_LIMITS, isStartMissed, type ReasonCode } from '@pasar/domain';
import { z } from 'zod';
import { tellTasks } from '../../records/bulk-send.ts';
import { lockTask } from '../../records/bulk-send-place.ts';
import type { Transaction } from '../../storage/database.ts';
import type { GoOn } from './bulk-send-go-on.ts';
import { openNext } from './bulk-send-opening.ts';
import { type Stepped, stepsOf } from './bulk-send-step.ts';
import { inSharedTransaction } from './shared-transaction.ts';
import { defineAccountTask, enqueueAll } from './task.ts';

/** Begins a task of messages to many buyers, or cancels it where its start was missed. */
export const bulkSend = defineAccountTask({
  name: 'bulk-send',
  attempts: 20,
  input: z.strictObject({ taskId: z.uuid() }),
  run: ({ taskId }, { accountId, now, within }) =>
    within((transaction) => begin(transaction, accountId, taskId, now())),
});

async function begin(transaction: Transaction, accountId: AccountId, taskId: string, now: number): Promise<void> {
  const task = await lockTask(transaction, taskId);
  if (task === null || task.state !== 'wait') return;
  const sendAt = task.begun_at === null && task.send_at !== null ? Number(task.send_at) : null;
  // The queue has waited for the start by the database's clock, and this process's may be behind it. A start that was put off
  // while the task began is minutes away, and has a task of the queue at its new time.
  if (sendAt !== null && sendAt - now > BULK_SEND_LIMITS.leadMs / 2) return;
  if (sendAt !== null && isStartMissed(sendAt, now)) {
    const reason: ReasonCode = 'task_not_run_in_time';
    await transaction.query(
      "update bulk_send_task set state = 'cancel', reason = $2, ended_at = $3 where task_id = $1",
      [taskId, reason, now],
    );
    return tellTasks(transaction, accountId, task.cause);
  }
  await transaction.query(
    `update bulk_send_task set state = case when open = 0 then 'finish' else 'processing' end,
       begun_at = coalesce(begun_at, $2), ended_at = case when open = 0 then $2 end where task_id = $1`,
    [taskId, now],
  );
  const shops = await transaction.query<{ shop_id: string }>(
    `select distinct shop_id from bulk_send_item where task_id = $1
       and (state = 'wait' or (state = 'sent' and handed_at is not null)) order by shop_id`,
    [taskId],
  );
  // A task of order care gets new orders while its shops still send, and their pauses go on.
  const keepsTime = task.cause === 'orderCare';
  const places = shops.rows.map(({ shop_id: shopId }, index) => {
    return { taskId, shopId, at: now + index * BULK_SEND_LIMITS.beginEveryMs };
  });
  await goOn(transaction, places, keepsTime);
  await tellTasks(transaction, accountId, task.cause);
}

/**
 * Sends a task's next message of a shop, and puts the run after it into the queue: what is decided of a recipient, the
 * ledger's rows and the next run are one transaction, which the task's shops that are due at the same time share. A run that is
 * repeated finds the recipient served. The conversation of a recipient who has none is opened between two transactions.
 */
export const bulkSendShop = defineAccountTask({
  name: 'bulk-send-shop',
  attempts: 20,
  input: z.strictObject({ taskId: z.uuid(), shopId: z.uuid() }),
  async run(place, surroundings) {
    for (;;) {
      const stepped = await step(place.taskId, place.shopId, surroundings);
      if (stepped === 'done') return;
      if (stepped === 'unopened' && !(await openNext(place, surroundings, goOn))) return;
    }
  },
});

const goOn: GoOn = (transaction, places, keepsTime) =>
  enqueueAll(
    transaction,
    bulkSendShop,
    places.map(({ taskId, shopId, at }) => ({ input: { taskId, shopId }, key: `${taskId}/${shopId}`, at })),
    keepsTime,
  );

/**
 * Puts the starts and the runs of tasks back into the queue that the queue has given up after all their attempts: their recipients
 * would wait for ever, and what a program was given would stay on its way. A run that is still there keeps its time.
 */
export async function goOnWhereGivenUp(transaction: Transaction, accountId: AccountId, now: number): Promise<void> {
  const places = await transaction.query<{ task_id: string; shop_id: string }>(
    `select distinct i.task_id, i.shop_id from bulk_send_task t join bulk_send_item i using (task_id)
     where t.account_id = $1 and t.state = 'processing' and i.state = 'wait'
     union select i.task_id, i.shop_id from bulk_send_task t join bulk_send_item i using (task_id)
     where t.account_id = $1 and i.state = 'sent' and i.handed_at is not null order by 1, 2`,
    [accountId],
  );
  await goOn(
    transaction,
    places.rows.map(({ task_id: taskId, shop_id: shopId }) => ({ taskId, shopId, at: now })),
    true,
  );
  const missed = await transaction.query<{ task_id: string }>(
    `select task_id from bulk_send_task where account_id = $1 and state = 'wait'
       and coalesce(begun_at, send_at, created_at) < $2 order by task_id`,
    [accountId, now - BULK_SEND_LIMITS.missedMs],
  );
  await enqueueAll(
    transaction,
    bulkSend,
    missed.rows.map((row) => ({ input: { taskId: row.task_id }, key: row.task_id, at: now })),
    true,
  );
}

/** Shops of a task that share a transaction. Members' messages wait behind a step, so it is kept short (our choice). */
const MOST_TOGETHER = 10;
const step = inSharedTransaction<string, Stepped>(MOST_TOGETHER, (transaction, shopIds, { accountId, subject, now }) =>
  stepsOf(transaction, { accountId, taskId: subject, shopIds, goOn, now: now() }),
);
