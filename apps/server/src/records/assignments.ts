import type { Change } from '@pasar/api';
import { type AccountId, asConversationId, asMemberId, type MemberId, type ShopId } from '@pasar/domain';
import type { Transaction } from '../storage/database.ts';
import type { NewChange } from './change-feed.ts';
import { readAccountChatSetting } from './chat-settings.ts';
import { CONVERSATION_COLUMNS, type ConversationRow, toConversationView } from './rows.ts';

/** A member as the history of assignments names it. */
export interface NamedMember {
  readonly memberId: MemberId;
  readonly name: string;
}

/**
 * Persons of the account who hold the key `chat`, as a condition of `member m`. `account` and `emptyMeansAll` are parameters
 * of the statement.
 */
export const holdsChat = (account: string, emptyMeansAll: string): string =>
  `m.account_id = ${account} and not m.is_token
     and pasar_holds(m.is_main, m.permission_code_list, 'chat', ${emptyMeansAll})`;

/** The same, of those who see the shop; `shop` is a parameter as well. */
export const mayAnswer = (account: string, emptyMeansAll: string, shop: string): string =>
  `${holdsChat(account, emptyMeansAll)}
     and (m.is_main or exists (select from member_shop granted
       where granted.member_id = m.member_id and granted.shop_id = ${shop}))`;

export interface Assignee extends NamedMember {
  /** Whether the member may answer for the shop. */
  readonly mayAnswer: boolean;
  /** Has chosen so by hand. */
  readonly isOff: boolean;
}
/** A person of the account, who may be assigned conversations of the shop or not. */
export async function findAssignee(
  transaction: Transaction,
  accountId: AccountId,
  { memberId, shopId, emptyMeansAll }: { memberId: string; shopId: string; emptyMeansAll: boolean },
): Promise<Assignee | null> {
  const found = await transaction.query<{ member_id: string; name: string; may_answer: boolean; is_off: boolean }>({
    name: 'find-assignee',
    text: `select m.member_id, m.name, ${mayAnswer('$1', '$2', '$3')} as may_answer,
             m.chosen_presence is not distinct from 'off' as is_off
           from member m where m.account_id = $1 and m.member_id = $4 and not m.is_token`,
    values: [accountId, emptyMeansAll, shopId, memberId],
  });
  const row = found.rows[0];
  if (row === undefined) return null;
  return { memberId: asMemberId(row.member_id), name: row.name, mayAnswer: row.may_answer, isOff: row.is_off };
}

/** Whoever adds to a member's waiting buyers, by hand or by a rule, waits here for others, so that the limit holds. */
export async function lockAssignments(transaction: Transaction, accountId: AccountId): Promise<void> {
  await transaction.query("select pg_advisory_xact_lock(hashtextextended('assignments/' || $1, 0))", [accountId]);
}

/** Most waiting buyers of a member, beyond which rules and colleagues assign no more: the chat settings say it. */
export const waitingLimit = async (transaction: Transaction, accountId: AccountId): Promise<number> =>
  (await readAccountChatSetting(transaction, accountId)).promiseLimit;

/** Counted up to here, above the highest limit, so that a neglected member costs little (our choice). */
const COUNTED_WAITING = 1_000;
/** How many buyers wait for a member, whose id is an expression of the statement. */
export const waitingOf = (memberId: string): string => `pasar_waiting_of(${memberId}, ${COUNTED_WAITING})`;

export async function countWaiting(transaction: Transaction, memberId: string): Promise<number> {
  const found = await transaction.query<{ waiting: number }>({
    name: 'waiting-of-assignee',
    text: `select ${waitingOf('$1')} as waiting`,
    values: [memberId],
  });
  return found.rows[0]?.waiting ?? 0;
}

/** Whether the conversation counts for the limit of its assignee. */
export const isLoad = ({ waiting_since: since, status }: ConversationRow): boolean =>
  since !== null && status !== 'closed';

/**
 * How many more waiting buyers the member may be assigned by somebody. Members take over as many as they like. The caller
 * holds the conversations, and others wait until its transaction ends.
 */
export async function roomOf(
  transaction: Transaction,
  accountId: AccountId,
  toId: string,
  byId: string | null,
): Promise<number> {
  if (toId === byId) return Number.POSITIVE_INFINITY;
  await lockAssignments(transaction, accountId);
  const [limit, waiting] = await Promise.all([waitingLimit(transaction, accountId), countWaiting(transaction, toId)]);
  return Math.max(0, limit - waiting);
}

export interface Assignment {
  /** Null: a member who is gone. Rules assign by `assignByRule`. */
  readonly by: NamedMember | null;
  /** Null: nobody. */
  readonly to: NamedMember | null;
  readonly note: string | null;
  readonly at: number;
}

/**
 * Assigns a locked conversation, and keeps who did it. The caller appends the changes, of which one tells who gets it from
 * somebody else.
 */
export async function putAssignee(
  transaction: Transaction,
  accountId: AccountId,
  { conversation_id: conversationId, shop_id: shopId, assignee_id: fromId }: ConversationRow,
  { by, to, note, at }: Assignment,
): Promise<readonly NewChange[]> {
  await transaction.query(
    `insert into conversation_assignment (account_id, shop_id, conversation_id, at, by_id, by_name, from_name, to_id,
       to_name, note)
     values ($1, $2, $3, $4, $5, $6, (select name from member where member_id = $7), $8, $9, $10)`,
    [accountId, shopId, conversationId, at, by?.memberId, by?.name, fromId, to?.memberId, to?.name, note],
  );
  const updated = await transaction.query<ConversationRow>(
    `update conversation set assignee_id = $2 where conversation_id = $1 returning ${CONVERSATION_COLUMNS}`,
    [conversationId, to?.memberId ?? null],
  );
  const [row] = updated.rows;
  if (row === undefined) throw new Error('a locked conversation is gone');
  const told: NewChange = {
    change: { kind: 'conversation', conversation: toConversationView(row) },
    shopId,
    memberId: null,
  };
  const isGiven = to !== null && to.memberId !== by?.memberId && to.memberId !== fromId;
  const cause = { kind: 'member', name: by?.name ?? null } as const;
  return isGiven ? [told, toldTo(to.memberId, row, { cause, note })] : [told];
}

/** Tells a member that somebody else, or a rule, has assigned the conversation to it. */
export const toldTo = (
  memberId: string,
  { conversation_id: conversationId, shop_id: shopId }: Pick<ConversationRow, 'conversation_id' | 'shop_id'>,
  why: Pick<Extract<Change, { kind: 'assigned' }>, 'cause' | 'note'>,
): NewChange => ({
  change: { kind: 'assigned', conversationId: asConversationId(conversationId), ...why },
  shopId,
  memberId,
});

/**
 * Takes a member's conversations away that it can no longer answer: those of shops that are not among `kept`. The
 * changes are to be appended last in the transaction.
 */
export async function releaseAssigned(
  transaction: Transaction,
  accountId: AccountId,
  memberId: MemberId,
  { kept, by, at }: { kept: readonly ShopId[]; by: NamedMember; at: number },
): Promise<readonly NewChange[]> {
  const locked = await transaction.query<ConversationRow>(
    `select ${CONVERSATION_COLUMNS} from conversation
     where assignee_id = $1 and not shop_id = any($2::uuid[]) order by conversation_id for update`,
    [memberId, kept],
  );
  const changes: NewChange[] = [];
  for (const row of locked.rows) {
    changes.push(...(await putAssignee(transaction, accountId, row, { by, to: null, note: null, at })));
  }
  return changes;
}
