import { type AccountId, BULK_SEND_LIMITS, keptSince } from '@pasar/domain';
import { z } from 'zod';
import { isOfShop } from '../../records/bulk-send-recipients.ts';
import { appendChanges } from '../../records/change-feed.ts';
import { readRetention } from '../../records/retention.ts';
import {
  type ConversationRow,
  MESSAGE_COLUMNS,
  type MessageRow,
  toConversationView,
  toMessageView,
} from '../../records/rows.ts';
import { shopChanges } from '../../records/shop-changes.ts';
import type { Send, Transaction } from '../../storage/database.ts';
import { lockConversations, storeConversations } from '../ingest/conversations.ts';
import { withForgotten } from '../ingest/projection.ts';
import { type AccountSurroundings, defineAccountTask } from './task.ts';

/** Conversations that are looked at in one transaction (our choice). */
const PAGE = 200;
/** A transaction locks so many conversations and deletes so many messages, so that it holds nobody up (our choice). */
const CONVERSATIONS_AT_ONCE = 10;
const MESSAGES_AT_ONCE = 500;

/**
 * Deletes the messages that are older than the account wants to keep, a few at a time. A run that was cut off is begun
 * anew, and finds what is left. Answers on their way stand in the ledger and are not touched.
 */
export const forgetMessages = defineAccountTask({
  name: 'forget-messages',
  attempts: 5,
  input: z.strictObject({}),
  async run(_, { accountId, now, within, signal }) {
    const { messageDays, messagesDoneUntil } = await within((transaction) => readRetention(transaction, accountId));
    const before = keptSince(messageDays, now());
    if (before === null || before <= messagesDoneUntil) return;
    for (let after: Place = { at: '-1', id: NOBODY }; ; ) {
      signal.throwIfAborted();
      const page = await within((transaction) => pageOf(transaction, { accountId, before, after }));
      const old = page.filter(({ is_old: isOld }) => isOld).map(({ conversation_id: id }) => id);
      for (let from = 0; from < old.length; from += CONVERSATIONS_AT_ONCE) {
        const ids = old.slice(from, from + CONVERSATIONS_AT_ONCE);
        await forgetIn(ids, { accountId, before, now: now(), within, signal });
      }
      const last = page.at(-1);
      if (last === undefined || page.length < PAGE) break;
      after = { at: last.last_message_at, id: last.conversation_id };
    }
    await within((transaction) =>
      transaction.query('update retention set messages_done_until = $2 where account_id = $1', [accountId, before]),
    );
  },
});

interface Place {
  readonly at: string;
  readonly id: string;
}
const NOBODY = '00000000-0000-0000-0000-000000000000';

interface Candidate {
  readonly conversation_id: string;
  readonly last_message_at: string;
  readonly is_old: boolean;
}

/**
 * The next conversations, and whether the first message of each is too old: positions follow the time of sending. A
 * conversation that moves during the walk moves to its end, and is met there.
 */
async function pageOf(
  transaction: Transaction,
  { accountId, before, after }: { readonly accountId: AccountId; readonly before: number; readonly after: Place },
): Promise<readonly Candidate[]> {
  const found = await transaction.query<Candidate>({
    name: 'conversations-with-old-messages',
    text: `select c.conversation_id, c.last_message_at,
             coalesce((select m.sent_at from message m where m.conversation_id = c.conversation_id
               order by m.position, m.platform_message_id limit 1) < $2, false) as is_old
           from conversation c where c.account_id = $1 and (c.last_message_at, c.conversation_id) > ($3, $4)
           order by c.last_message_at, c.conversation_id limit ${PAGE}`,
    values: [accountId, before, after.at, after.id],
  });
  return found.rows;
}

type Forgetting = Pick<AccountSurroundings, 'accountId' | 'within' | 'signal'> & {
  readonly before: number;
  readonly now: number;
};

async function forgetIn(ids: readonly string[], { within, signal, ...forgetting }: Forgetting): Promise<void> {
  for (let deleted = MESSAGES_AT_ONCE; deleted === MESSAGES_AT_ONCE; ) {
    signal.throwIfAborted();
    deleted = await within((transaction, send) => forgetSome(transaction, send, { ids, ...forgetting }));
  }
}

const DAY_MS = 86_400_000;

/** Messages that went, by conversation; of those in a row the buyer has answered none. */
interface Gone {
  readonly conversation_id: string;
  readonly count: number;
  readonly in_a_row: number;
  readonly until: string | null;
}

/**
 * One batch: the messages go, and their conversations and shops are counted anew. What limits of automatic messages ask of
 * them stays (`forgotten_sending`, `forgotten_in_a_row`). Returns how many went.
 */
async function forgetSome(
  transaction: Transaction,
  send: Send,
  {
    accountId,
    ids,
    before,
    now,
  }: Pick<Forgetting, 'accountId' | 'before' | 'now'> & { readonly ids: readonly string[] },
): Promise<number> {
  const loaded = await lockConversations(transaction, [], ids);
  const gone = await transaction.query<Gone>({
    name: 'forget-old-messages',
    text: `with gone as (delete from message where message_id in (select message_id from message
               where conversation_id = any($1::uuid[]) and sent_at < $2 limit ${MESSAGES_AT_ONCE})
             returning account_id, shop_id, conversation_id, sent_at, author, cause, status),
           noted as (insert into forgotten_sending (account_id, shop_id, conversation_id, sent_at, cause)
             select account_id, shop_id, conversation_id, sent_at, cause from gone
             where author in ('seller', 'robot') and sent_at > $3)
           select conversation_id, count(*)::integer as count, (count(*) filter (where is_in_a_row))::integer as in_a_row,
             max(sent_at) filter (where is_in_a_row) as until
           from (select gone.conversation_id, gone.sent_at, gone.status = 'available' and ${isOfShop('gone')}
               and gone.sent_at > coalesce(c.buyer_wrote_at, 0) as is_in_a_row
             from gone join conversation c using (conversation_id)) told group by conversation_id`,
    values: [ids, before, now - BULK_SEND_LIMITS.logDays * DAY_MS],
  });
  await transaction.query({
    name: 'forgotten-in-a-row',
    text: `update conversation c set forgotten_until = greatest(c.forgotten_until, told.until),
             forgotten_in_a_row = told.in_a_row
               + case when c.forgotten_until > coalesce(c.buyer_wrote_at, 0) then c.forgotten_in_a_row else 0 end
           from unnest($1::uuid[], $2::integer[], $3::bigint[]) as told (conversation_id, in_a_row, until)
           where c.conversation_id = told.conversation_id and told.in_a_row > 0`,
    values: [
      gone.rows.map((row) => row.conversation_id),
      gone.rows.map((row) => row.in_a_row),
      gone.rows.map((row) => row.until),
    ],
  });
  // Nothing older is asked for any more, and what arrives nevertheless is not stored.
  await transaction.query({
    name: 'keep-from',
    text: `update conversation set kept_from = greatest(kept_from, $2), history = 'complete', history_cursor = null,
             is_history_wanted = false where conversation_id = any($1::uuid[])`,
    values: [ids, before],
  });
  const left = await newestOf(transaction, ids);
  for (const item of loaded) item.state = withForgotten(item.state, left.get(item.row.conversation_id) ?? null);
  const stored = await storeConversations(transaction, send, loaded);
  await appendChanges(transaction, accountId, [
    ...stored.rows.map((row: ConversationRow) => ({
      change: { kind: 'conversation' as const, conversation: toConversationView(row) },
      shopId: row.shop_id,
      memberId: null,
    })),
    ...shopChanges(stored.shops),
  ]);
  return gone.rows.reduce((sum, row) => sum + row.count, 0);
}

/** The newest message that is left of each conversation. */
async function newestOf(transaction: Transaction, ids: readonly string[]) {
  const found = await transaction.query<MessageRow>({
    name: 'newest-messages-left',
    text: `select ${MESSAGE_COLUMNS} from unnest($1::uuid[]) as wanted (id), lateral (select * from message
             where conversation_id = wanted.id order by position desc, platform_message_id desc limit 1) newest`,
    values: [ids],
  });
  return new Map(
    found.rows.map((row) => {
      const { author, content, status, sentAt } = toMessageView(row);
      return [row.conversation_id, { author, content, status, sentAt, position: BigInt(row.position) }];
    }),
  );
}
