import type { AutomaticPart } from '@pasar/api';
import {
  type AccountId,
  BULK_SEND_LIMITS,
  isStartMissed,
  type Marketplace,
  paceSeconds,
  pauseAfterMs,
  quietOf,
  type ReasonCode,
  waitsUntil,
} from '@pasar/domain';
import { z } from 'zod';
import { putAutomatic } from '../../records/automatic.ts';
import { pauseOf, type Recipient, readSendConfig, type TaskRow, tellTasks } from '../../records/bulk-send.ts';
import { faultOf, filledIn } from '../../records/bulk-send-listed.ts';
import type { NewChange } from '../../records/change-feed.ts';
import type { Transaction } from '../../storage/database.ts';
import { storableJson } from '../../storage/storable.ts';
import { openNext } from './bulk-send-opening.ts';
import {
  freeAgain,
  type GoOn,
  isOnTheWay,
  isStillWaiting,
  leaveOut,
  leaveUnconfirmed,
  lockTask,
  mayHaveGot,
  messageFor,
  type Place,
  SHORTLY_MS,
  situationOf,
  whyNot,
} from './bulk-send-place.ts';
import { defineAccountTask, enqueue } from './task.ts';

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
    "select distinct shop_id from bulk_send_item where task_id = $1 and state = 'wait' order by shop_id",
    [taskId],
  );
  // A task of order care gets new orders while its shops still send, and their pauses go on.
  const keepsTime = task.cause === 'orderCare';
  for (const [index, { shop_id: shopId }] of shops.rows.entries()) {
    await goOn(transaction, { taskId, shopId }, now + index * BULK_SEND_LIMITS.beginEveryMs, keepsTime);
  }
  await tellTasks(transaction, accountId, task.cause);
}

/**
 * Sends a task's next message of a shop, and puts the run after it into the queue: what is decided of a recipient, the
 * ledger's rows and the next run are one transaction. A run that is repeated finds the recipient served. The conversation of a
 * recipient who has none is opened between two transactions.
 */
export const bulkSendShop = defineAccountTask({
  name: 'bulk-send-shop',
  attempts: 20,
  input: z.strictObject({ taskId: z.uuid(), shopId: z.uuid() }),
  async run(place, surroundings) {
    const { accountId, now, inTurn } = surroundings;
    while ((await inTurn((transaction) => step(transaction, accountId, place, now()))) === 'unopened') {
      if (!(await openNext(place, surroundings, goOn))) return;
    }
  },
});

const goOn: GoOn = (transaction, place, at, keepsTime = false) =>
  enqueue(transaction, bulkSendShop, { input: place, key: `${place.taskId}/${place.shopId}`, at, keepsTime });

type NextRow = Recipient & {
  readonly conversation_id: string;
  readonly item_id: string;
  readonly marketplace: Marketplace;
  readonly last_position: string | null;
  readonly attempt: number;
  readonly parts: readonly AutomaticPart[] | null;
  readonly done_parts: readonly number[];
};

/**
 * Statements that do not ask about each other leave together: a task takes few round trips from the database that answers
 * members too. `unopened`: the next recipient has no conversation, and nothing was done.
 */
async function step(
  transaction: Transaction,
  accountId: AccountId,
  place: Place,
  now: number,
): Promise<'done' | 'unopened'> {
  const next = await lockNext(transaction, place);
  if (next === null) return stepOfNobody(transaction, place, now);
  const [isWaiting, task, config, shop, isBusy, freeAt] = await Promise.all([
    isStillWaiting(transaction, next.item_id),
    lockTask(transaction, place.taskId),
    readSendConfig(transaction, accountId),
    situationOf(transaction, place),
    isOnTheWay(transaction, place),
    freeAgain(transaction, place.shopId, next.marketplace, now),
  ]);
  if (task === null || task.state !== 'processing') return 'done';
  const later = async (at: number) => {
    await goOn(transaction, place, at);
    return 'done' as const;
  };
  // Another run has served the recipient while this one waited for the conversation.
  if (!isWaiting) return later(now);
  const pause = pauseOf({ ...shop, host_until: task.host_until }, config, now);
  if (pause !== null) return later(now + BULK_SEND_LIMITS.lookAgainMs);
  // The message before this one may wait for its login, or for its turn behind other messages of the shop.
  if (isBusy) return later(now + SHORTLY_MS);
  if (await mayHaveGot(transaction, task, next)) {
    await leaveUnconfirmed(transaction, next.item_id, now);
    await goOn(transaction, place, now);
    await tellTasks(transaction, accountId, task.cause);
    return 'done';
  }
  if (freeAt > now) return later(freeAt);
  const message = await messageFor(transaction, task, { country: next.country, config, now });
  // Who has got a part of the message gets the others: the part itself would speak against them.
  const isBegun = next.done_parts.length > 0;
  const why = isBegun ? null : await whyNot(transaction, task, next.item_id, message);
  // Until a part of it is out, an automatic message says what the contents say now.
  const kept = isBegun || task.care_day === null ? next.parts : null;
  // They are stored, so that the numbers of the parts stay what they are.
  const parts = why === null ? (kept ?? (await filledIn(transaction, message?.content ?? null, next))) : [];
  const fault = faultOf(parts, next.marketplace);
  const notAfter = waitsUntil(now, quietOf(config, next.country), next.country);
  const put = fault === null ? await putOf(transaction, { accountId, task, next, parts, notAfter, now }) : null;
  // Nobody has to be waited for after a recipient who got nothing.
  const pauseSeconds = paceSeconds(next.marketplace, task.interval_seconds, parts.length);
  await Promise.all([
    put === null
      ? leaveOut(transaction, next.item_id, why ?? fault ?? 'nothingToSay', now)
      : noteSent(transaction, next.item_id, parts, now),
    goOn(transaction, place, put === null ? now : now + pauseAfterMs(pauseSeconds, next.item_id)),
    tellTasks(transaction, accountId, task.cause, put ?? []),
  ]);
  return 'done';
}

async function stepOfNobody(transaction: Transaction, place: Place, now: number): Promise<'done' | 'unopened'> {
  const waiting = await firstWaiting(transaction, place);
  if (waiting === null) return 'done';
  if (waiting.conversation_id === null) return 'unopened';
  // The conversation of the recipient was deleted while this run waited for it.
  await goOn(transaction, place, now);
  return 'done';
}

/** Puts the parts that have not arrived, and of which nobody doubts it. Gives what to tell; null: there is none. */
async function putOf(
  transaction: Transaction,
  {
    accountId,
    task,
    next,
    parts,
    notAfter,
    now,
  }: {
    readonly accountId: AccountId;
    readonly task: TaskRow;
    readonly next: NextRow;
    readonly parts: readonly AutomaticPart[];
    readonly notAfter: number;
    readonly now: number;
  },
): Promise<readonly NewChange[] | null> {
  const numbers = [...parts.keys()].filter((number) => !next.done_parts.includes(number));
  if (numbers.length === 0) return null;
  return putAutomatic(transaction, {
    accountId,
    target: {
      shopId: next.shop_id,
      marketplace: next.marketplace,
      conversationId: next.conversation_id,
      lastPosition: next.last_position,
    },
    parts: parts.filter((_, number) => numbers.includes(number)),
    cause: task.cause,
    causeId: `${next.item_id}/${next.attempt}`,
    memberId: task.member_id,
    bulk: { itemId: next.item_id, numbers },
    notAfter,
    now,
  });
}

async function noteSent(
  transaction: Transaction,
  itemId: string,
  parts: readonly AutomaticPart[],
  now: number,
): Promise<void> {
  await transaction.query({
    name: 'bulk-send-note-sent',
    text: "update bulk_send_item set state = 'sent', sent_at = $2, parts = $3::jsonb where item_id = $1",
    values: [itemId, now, storableJson(parts)],
  });
}

/** The next recipient of the shop. The conversation is locked first, as the ingest does. */
async function lockNext(transaction: Transaction, { taskId, shopId }: Place): Promise<NextRow | null> {
  const found = await transaction.query<NextRow>({
    name: 'bulk-send-next',
    text: `select i.item_id, i.attempt, i.parts, i.done_parts, i.order_id, i.order_number, c.shop_id, c.conversation_id, c.buyer_name,
        c.last_position, s.marketplace, s.country, coalesce(s.alias, s.name) as shop_name
      from conversation c join shop s using (shop_id) join bulk_send_item i using (conversation_id)
      where i.item_id = (select w.item_id from bulk_send_item w
        where w.task_id = $1 and w.shop_id = $2 and w.state = 'wait' order by w.item_id limit 1)
      for update of c`,
    values: [taskId, shopId],
  });
  return found.rows[0] ?? null;
}

async function firstWaiting(
  transaction: Transaction,
  { taskId, shopId }: Place,
): Promise<{ readonly conversation_id: string | null } | null> {
  const found = await transaction.query<{ conversation_id: string | null }>({
    name: 'bulk-send-first-waiting',
    text: `select conversation_id from bulk_send_item where task_id = $1 and shop_id = $2 and state = 'wait'
      order by item_id limit 1`,
    values: [taskId, shopId],
  });
  return found.rows[0] ?? null;
}
