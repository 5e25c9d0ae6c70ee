import type { AccountId, AutoReplyKind } from '@pasar/domain';
import type { Transaction } from '../storage/database.ts';
import { takeBack } from './bulk-send.ts';
import { appendChanges, type NewChange } from './change-feed.ts';
import { readAccountChatSetting } from './chat-settings.ts';

/** Answers by rules that were switched off or deleted. Null: of all shops, by all keywords. */
export interface SwitchedOffAnswers {
  readonly kinds: readonly AutoReplyKind[];
  readonly shopIds: readonly string[] | null;
  readonly keywordIds: readonly string[] | null;
}

const IS_CHOSEN = `q.account_id = $1 and q.kind = any($2::text[]) and ($3::uuid[] is null or q.shop_id = any($3))
  and ($4::uuid[] is null or q.keyword_id = any($4))`;

/**
 * Spec 1 §4: what waits for its time is deleted. What was put into the ledger and has not left, because the shop's login is
 * lost or its turn has not come, is taken back, and the log says that the rule was switched off (ours). An answer of which a
 * part is on its way or has arrived is finished. Rows that another transaction holds are on their way. Gives what to tell at
 * the end of the transaction.
 */
export async function endSwitchedOff(
  transaction: Transaction,
  accountId: AccountId,
  { kinds, shopIds, keywordIds }: SwitchedOffAnswers,
  now: number,
): Promise<readonly NewChange[]> {
  const chosen = [accountId, kinds, shopIds, keywordIds];
  await transaction.query(`delete from auto_reply_queue q where q.state = 'waiting' and ${IS_CHOSEN}`, chosen);
  const held = await transaction.query<{ delivery_id: string; queue_id: string }>(
    `select d.delivery_id, d.auto_reply_id as queue_id from delivery d
       join auto_reply_queue q on q.queue_id = d.auto_reply_id and q.account_id = d.account_id
     where d.account_id = $1 and d.cause = 'autoReply' and d.state in ('pending', 'claimed') and q.state = 'answered' and ${IS_CHOSEN}
     for update of d skip locked`,
    chosen,
  );
  const left = await transaction.query<{ queue_id: string; left: string }>(
    `select auto_reply_id as queue_id, count(*) as left from delivery
     where auto_reply_id = any($1::uuid[]) and state not in ('refused', 'dismissed') group by auto_reply_id`,
    [held.rows.map((row) => row.queue_id)],
  );
  const leftOf = new Map(left.rows.map((row) => [row.queue_id, Number(row.left)]));
  const whole = [...Map.groupBy(held.rows, (row) => row.queue_id)].filter(
    ([id, rows]) => leftOf.get(id) === rows.length,
  );
  if (whole.length === 0) return [];
  // Before the ledger's rows end, because their trigger names another reason for an answer that still counts as given.
  await transaction.query(
    `update auto_reply_queue set state = 'skipped', reason = 'switchedOff', ended_at = $2 where queue_id = any($1::uuid[])`,
    [whole.map(([queueId]) => queueId), now],
  );
  return takeBack(
    transaction,
    accountId,
    whole.flatMap(([, rows]) => rows.map((row) => row.delivery_id)),
  );
}

/** After every change of the rules or of the chat settings that they obey, as the last of a transaction. Windows are told. */
export async function tellAutoReplyChanged(
  transaction: Transaction,
  accountId: AccountId,
  now: number,
  changes: readonly NewChange[] = [],
): Promise<void> {
  const { isWelcomeOn } = await readAccountChatSetting(transaction, accountId);
  await transaction.query(
    `insert into auto_reply_version (account_id, version, is_on)
     select $1, 1, $2 or exists (select from auto_reply_setting s where s.account_id = $1
       and (s.setting->>'isOn' = 'true' or s.setting->>'isKeywordOn' = 'true'))
     on conflict (account_id) do update set version = auto_reply_version.version + 1, is_on = excluded.is_on`,
    [accountId, isWelcomeOn],
  );
  const greetings = { kinds: ['welcome', 'faq'], shopIds: null, keywordIds: null } as const;
  const ended = isWelcomeOn ? [] : await endSwitchedOff(transaction, accountId, greetings, now);
  await appendChanges(transaction, accountId, [
    ...changes,
    ...ended,
    { change: { kind: 'autoReply' }, shopId: null, memberId: null },
  ]);
}
