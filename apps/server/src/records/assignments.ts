import { type AccountId, asMemberId, type MemberId, type ShopId } from '@pasar/domain';
import type { Transaction } from '../storage/database.ts';
import type { NewChange } from './change-feed.ts';
import { CONVERSATION_COLUMNS, type ConversationRow, toConversationView } from './rows.ts';

/** A member as the history of assignments names it. */
export interface NamedMember {
  readonly memberId: MemberId;
  readonly name: string;
}

/**
 * Persons of the account who hold the key `chat` and see the shop, as a condition of `member m`. `account`,
 * `emptyMeansAll` and `shop` are parameters of the statement.
 */
export const mayAnswer = (account: string, emptyMeansAll: string, shop: string): string =>
  `m.account_id = ${account} and not m.is_token
     and pasar_holds(m.is_main, m.permission_code_list, 'chat', ${emptyMeansAll})
     and (m.is_main or exists (select from member_shop granted
       where granted.member_id = m.member_id and granted.shop_id = ${shop}))`;

/** The member, where the conversations of the shop may be assigned to it. */
export async function findAssignee(
  transaction: Transaction,
  accountId: AccountId,
  { memberId, shopId, emptyMeansAll }: { memberId: string; shopId: string; emptyMeansAll: boolean },
): Promise<NamedMember | null> {
  const found = await transaction.query<{ member_id: string; name: string }>({
    name: 'find-assignee',
    text: `select m.member_id, m.name from member m where m.member_id = $4 and ${mayAnswer('$1', '$2', '$3')}`,
    values: [accountId, emptyMeansAll, shopId, memberId],
  });
  const row = found.rows[0];
  return row ? { memberId: asMemberId(row.member_id), name: row.name } : null;
}

export interface Assignment {
  /** Null: a rule. */
  readonly by: NamedMember | null;
  /** Null: nobody. */
  readonly to: NamedMember | null;
  readonly note: string | null;
  readonly at: number;
}

/** Assigns a locked conversation, and keeps who did it. The caller appends the change. */
export async function putAssignee(
  transaction: Transaction,
  accountId: AccountId,
  { conversation_id: conversationId, shop_id: shopId, assignee_id: fromId }: ConversationRow,
  { by, to, note, at }: Assignment,
): Promise<NewChange> {
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
  return { change: { kind: 'conversation', conversation: toConversationView(row) }, shopId, memberId: null };
}

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
    changes.push(await putAssignee(transaction, accountId, row, { by, to: null, note: null, at }));
  }
  return changes;
}
