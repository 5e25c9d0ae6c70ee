import {
  type AccountId,
  AUTO_REPLY_LIMITS,
  asAccountId,
  BULK_LIMITS,
  BULK_SEND_LIMITS,
  keptSince,
  ORDER_CARE_LIMITS,
  OWN_LIMITS,
  QUICK_REPLY_LIMITS,
  REMARK_LIMITS,
  WEBHOOK_LIMITS,
} from '@pasar/domain';
import { z } from 'zod';
import { UNUSED_MEDIA_MS } from '../../records/automatic-pictures.ts';
import { forgetUnusedVideos } from '../../records/automatic-videos.ts';
import { failLostWishes } from '../../records/bulk.ts';
import { appendChanges } from '../../records/change-feed.ts';
import { tellConversations } from '../../records/conversation-settings.ts';
import { applyToDelivery, lockDeliveries, storeDeliveries } from '../../records/deliveries.ts';
import { correctDueTimes } from '../../records/due-times.ts';
import { forgetTests } from '../../records/proxy-tests.ts';
import { recountQuarantine } from '../../records/quarantine.ts';
import { readRetention } from '../../records/retention.ts';
import { toDeliveryView } from '../../records/rows.ts';
import { tellLogins } from '../../records/shop-changes.ts';
import { forgetFans } from '../../records/shop-fans.ts';
import { type Transaction, wholeAccount } from '../../storage/database.ts';
import { goOnWhereGivenUp } from './bulk-send.ts';
import { deleteAccount } from './delete-account.ts';
import { forgetMessages } from './forget-messages.ts';
import { lookAgain } from './order-care.ts';
import { defineAccountTask, enqueue, type ScheduledTask } from './task.ts';

/** Windows further behind than the replay limit reload; twice as many changes are kept. */
const KEPT_CHANGES = 2 * OWN_LIMITS.liveReplayLimit;
/** Settled deliveries have become messages; they are kept this long for the windows that sent them (our choice). */
const KEPT_DELIVERIES_MS = 7 * 86_400_000;

/** An item that could not be read is kept this long, for the people who correct the reading (our choice). */
const KEPT_QUARANTINE_MS = 30 * 86_400_000;

/** A text that comes again after this time is translated again, perhaps better (our choice). */
const KEPT_TRANSLATIONS_MS = 90 * 86_400_000;

/** The password of a sign-in that failed waits this long for another try (our choice). */
const KEPT_PASSWORDS_MS = 7 * 86_400_000;
const KEPT_REPORTS_MS = 30 * 86_400_000;
/** A task that was given up is kept this long, for the people who look for the cause (our choice). */
const KEPT_TASKS_MS = 30 * 86_400_000;

const EVERY_MINUTES = 10;

/**
 * Runs every ten minutes: deletes old tasks that were given up and old codes, and enqueues a task for each account that has
 * a login, and for each whose main account has asked for its end.
 */
export const housekeeping: ScheduledTask<'housekeeping'> = {
  scope: 'server',
  name: 'housekeeping',
  attempts: 3,
  cron: `*/${EVERY_MINUTES} * * * *`,
  isMadeUpWithinMs: EVERY_MINUTES * 60_000,
  async run({ database, signal }) {
    await database.query(
      'forget-tasks',
      `select graphile_worker.complete_jobs(array(select id from graphile_worker.jobs
         where attempts >= max_attempts and locked_at is null
           and updated_at < clock_timestamp() - $1 * interval '1 millisecond'))`,
      [KEPT_TASKS_MS],
    );
    await database.query('forget-codes', 'select pasar_forget_codes()', []);
    const accounts = await database.query<{ account_id: string }>(
      'accounts-with-logins',
      'select distinct account_id from connection_lease',
      [],
    );
    for (const { account_id } of accounts) {
      signal.throwIfAborted();
      await database.within(wholeAccount(asAccountId(account_id)), (transaction) =>
        enqueue(transaction, accountHousekeeping, { input: {}, key: 'all' }),
      );
    }
    const leaving = await database.query<{ account_id: string }>(
      'leaving-accounts',
      'select account_id from account where leaving_at is not null',
      [],
    );
    for (const { account_id } of leaving) {
      await database.within(wholeAccount(asAccountId(account_id)), (transaction) =>
        enqueue(transaction, deleteAccount, { input: {}, key: 'all' }),
      );
    }
  },
};

/** Deletes the rows of an account that are past their time, and corrects when answers are due. */
export const accountHousekeeping = defineAccountTask({
  name: 'account-housekeeping',
  attempts: 3,
  input: z.strictObject({}),
  run: (_, { accountId, now, within }) =>
    within(async (transaction) => {
      await transaction.query(
        `delete from change where account_id = $1
           and seq <= (select seq from account_counter where account_id = $1) - $2`,
        [accountId, KEPT_CHANGES],
      );
      await transaction.query(
        "delete from delivery where account_id = $1 and state in ('confirmed', 'dismissed') and created_at < $2",
        [accountId, now() - KEPT_DELIVERIES_MS],
      );
      // Videos that their browsers have given up: those in the ledger stay until their deliveries are settled.
      await transaction.query(
        'delete from outgoing_video where account_id = $1 and delivery_id is null and touched_at < $2',
        [accountId, now() - OWN_LIMITS.videoGivenUpMs],
      );
      await transaction.query(
        'delete from quarantine where account_id = $1 and created_at < to_timestamp($2 / 1000.0)',
        [accountId, now() - KEPT_QUARANTINE_MS],
      );
      await transaction.query('delete from translation where account_id = $1 and created_at < $2', [
        accountId,
        now() - KEPT_TRANSLATIONS_MS,
      ]);
      await keepAsChosen(transaction, accountId, now());
      // The deliveries of an event go with it.
      await transaction.query(
        'delete from webhook_event where account_id = $1 and happened_at < to_timestamp($2 / 1000.0)',
        [accountId, now() - WEBHOOK_LIMITS.keptMs],
      );
      await forgetTests(transaction, now());
      await transaction.query(
        `delete from secret where owner_id in (select sign_in_id from sign_in
           where account_id = $1 and state in ('failed', 'cancelled') and created_at < $2)`,
        [accountId, now() - KEPT_PASSWORDS_MS],
      );
      await failLostWishes(transaction, accountId, now());
      await transaction.query(
        `delete from bulk_action b where account_id = $1 and ended_at < $2
           and not exists (select from setting_outbox o where o.bulk_id = b.bulk_id)`,
        [accountId, now() - BULK_LIMITS.keptMs],
      );
      // Of an answer whose task was given up nobody would hear, and its conversation would get no other.
      await transaction.query(
        `update auto_reply_queue set state = 'skipped', reason = 'late', ended_at = $2
         where account_id = $1 and state = 'waiting' and due_at < $2 - $3::bigint`,
        [accountId, now(), 2 * AUTO_REPLY_LIMITS.lateMs],
      );
      await transaction.query(
        `delete from auto_reply_queue where queue_id in (select queue_id from auto_reply_queue
           where account_id = $1 and state <> 'waiting' and ended_at < $2 limit ${AT_ONCE})`,
        [accountId, now() - AUTO_REPLY_LIMITS.logDays * 86_400_000],
      );
      await forgetFans(transaction, accountId, now());
      await forgetBulkSends(transaction, accountId, now());
      await goOnWhereGivenUp(transaction, accountId, now());
      await transaction.query(
        'delete from automatic_picture where account_id = $1 and used_by is null and created_at < $2',
        [accountId, now() - UNUSED_MEDIA_MS],
      );
      await forgetUnusedVideos(transaction, accountId, now() - UNUSED_MEDIA_MS);
      await transaction.query(
        'delete from remark_picture where account_id = $1 and member_id is not null and created_at < $2',
        [accountId, now() - REMARK_LIMITS.unclaimedMs],
      );
      await transaction.query(
        'delete from quick_reply_picture where account_id = $1 and reply_id is null and created_at < $2',
        [accountId, now() - QUICK_REPLY_LIMITS.unclaimedMs],
      );
      await lookAgain(transaction, accountId);
      await transaction.query('delete from client_report where account_id = $1 and created_at < $2', [
        accountId,
        now() - KEPT_REPORTS_MS,
      ]);
      await transaction.query('delete from session where account_id = $1 and expires_at < now()', [accountId]);
      const due = await correctDueTimes(transaction, accountId, null);
      await tellConversations(transaction, accountId, due.before, due.after);
      await tellLogins(transaction, accountId, await recountQuarantine(transaction, accountId));
    }),
});

/**
 * Deletes tasks of messages to many buyers that are past their time, with their recipients, pictures and logs. A task of order
 * care stays while one of its orders may still be in its scope: its row says that the buyer has had the message.
 */
async function forgetBulkSends(transaction: Transaction, accountId: AccountId, now: number): Promise<void> {
  const gone = await transaction.query<{ task_id: string }>(
    `delete from bulk_send_task where task_id in (select task_id from bulk_send_task
       where account_id = $1 and ended_at < $2 and (cause = 'bulkSend' or not exists (
         select from bulk_send_item i join shop_order o on o.shop_id = i.shop_id and o.order_id = i.order_id
         where i.task_id = bulk_send_task.task_id and i.state <> 'skip' and o.changed_at >= $3))
       order by task_id limit 1) returning task_id`,
    [accountId, now - BULK_SEND_LIMITS.keptDays * 86_400_000, now - ORDER_CARE_LIMITS.scopeDays * 86_400_000],
  );
  await transaction.query('delete from automatic_picture where used_by = any($1::uuid[])', [
    gone.rows.map((row) => row.task_id),
  ]);
  for (const table of ['send_message_log', 'forgotten_sending']) {
    await transaction.query(`delete from ${table} where account_id = $1 and sent_at < $2`, [
      accountId,
      now - BULK_SEND_LIMITS.logDays * 86_400_000,
    ]);
  }
  await transaction.query('delete from order_cared_before where account_id = $1 and unbound_at < $2', [
    accountId,
    now - ORDER_CARE_LIMITS.caredBeforeDays * 86_400_000,
  ]);
}

/** What the account itself has chosen. */
async function keepAsChosen(transaction: Transaction, accountId: AccountId, now: number): Promise<void> {
  const { messageDays, pictureDays, auditDays, messagesDoneUntil } = await readRetention(transaction, accountId);
  const messagesBefore = keptSince(messageDays, now);
  if (messagesBefore !== null && messagesBefore > messagesDoneUntil) {
    await enqueue(transaction, forgetMessages, { input: {}, key: 'all' });
  }
  const auditBefore = keptSince(auditDays, now);
  if (auditBefore !== null) {
    await transaction.query(
      `delete from audit_entry where entry_id in (select entry_id from audit_entry
         where account_id = $1 and at < to_timestamp($2 / 1000.0) limit ${AT_ONCE})`,
      [accountId, auditBefore],
    );
  }
  const picturesBefore = keptSince(pictureDays, now);
  if (picturesBefore !== null) await putAwayPictures(transaction, accountId, picturesBefore);
}

/** Rows that one run deletes where a choice may make very many too old at once (our choice). */
const AT_ONCE = 5_000;
const PICTURES_AT_ONCE = 100;

/** Pictures and videos that did not get through are put away, as a person would; their bytes go with it. */
async function putAwayPictures(transaction: Transaction, accountId: AccountId, before: number): Promise<void> {
  const old = await transaction.query<{ delivery_id: string }>(
    `select delivery_id from delivery where account_id = $1 and state in ('refused', 'unconfirmed') and created_at < $2
       and content ->> 'type' in ('image', 'video') order by created_at limit ${PICTURES_AT_ONCE}`,
    [accountId, before],
  );
  const ids = old.rows.map((row) => row.delivery_id);
  const loaded = await lockDeliveries(transaction, accountId, ids, []);
  for (const delivery of loaded) applyToDelivery(delivery, { event: 'dismiss' });
  const stored = await storeDeliveries(transaction, loaded);
  await appendChanges(
    transaction,
    accountId,
    stored.map((row) => ({
      change: { kind: 'delivery', delivery: toDeliveryView(row) },
      shopId: row.shop_id,
      memberId: null,
    })),
  );
}
