import { type CALLS, type CallInput, type CallOutput, conversationListing } from '@pasar/api';
import { CONVERSATION_VIEW_LIMITS } from '@pasar/domain';
import { appendChanges } from '../../records/change-feed.ts';
import { VIEWS_CHANGED } from '../../records/conversation-views.ts';
import type { Member } from '../../records/members.ts';
import type { Transaction } from '../../storage/database.ts';
import type { ConversationViewTable } from '../../storage/gen/tables.ts';
import { type Answer, fail, success } from '../answer.ts';
import type { MemberContext } from '../handler.ts';

type Calls = typeof CALLS.conversationLists;
type Context = Pick<MemberContext, 'transaction' | 'member'>;
type Row = Readonly<Pick<ConversationViewTable, 'view_id' | 'member_id' | 'name' | 'is_shared' | 'listing'>>;

export async function conversationViews({
  transaction,
  member,
}: Context): Promise<Answer<CallOutput<Calls['conversationViews']>>> {
  const found = await transaction.query<Row & { readonly author: string | null }>({
    name: 'conversation-views',
    text: `select v.view_id, v.member_id, v.name, v.is_shared, v.listing, m.name as author
      from conversation_view v left join member m using (member_id)
      where v.account_id = $1 and (v.is_shared or v.member_id = $2) order by lower(v.name), v.view_id`,
    values: [member.scope.accountId, member.scope.memberId],
  });
  return success({
    views: found.rows.map((row) => ({
      viewId: row.view_id,
      name: row.name,
      isShared: row.is_shared,
      isMine: row.member_id === member.scope.memberId,
      author: row.author,
      listing: conversationListing.parse(row.listing),
    })),
  });
}

export async function saveConversationView(
  { transaction, member }: Context,
  { viewId, name, isShared, listing }: CallInput<Calls['saveConversationView']>,
): Promise<Answer<CallOutput<Calls['saveConversationView']>>> {
  const { accountId, memberId } = member.scope;
  // The lock keeps a view too many, or two of one name, from being made at the same time.
  await transaction.query("select pg_advisory_xact_lock(hashtextextended('conversation-views/' || $1, 0))", [memberId]);
  const others = await transaction.query<{ name: string; is_same: boolean }>(
    `select name, lower(name) = lower($3) as is_same from conversation_view
     where member_id = $1 and view_id is distinct from $2`,
    [memberId, viewId ?? null, name],
  );
  if (others.rows.some(({ is_same: isSame }) => isSame)) return fail('conversation_view_name_taken');
  if (viewId === undefined && others.rows.length >= CONVERSATION_VIEW_LIMITS.views) {
    return fail('conversation_views_full');
  }
  const stored = JSON.stringify(listing);
  const written =
    viewId === undefined
      ? await transaction.query<{ view_id: string }>(
          `insert into conversation_view (account_id, member_id, name, is_shared, listing) values ($1, $2, $3, $4, $5)
           returning view_id`,
          [accountId, memberId, name, isShared, stored],
        )
      : await transaction.query<{ view_id: string }>(
          `update conversation_view set name = $3, is_shared = $4, listing = $5
           where view_id = $1 and member_id = $2 returning view_id`,
          [viewId, memberId, name, isShared, stored],
        );
  const saved = written.rows[0];
  if (saved === undefined) return fail('not_found');
  await tell(transaction, member);
  return success({ viewId: saved.view_id });
}

export async function removeConversationView(
  { transaction, member }: Context,
  { viewId }: CallInput<Calls['removeConversationView']>,
): Promise<Answer<Record<string, never>>> {
  const gone = await transaction.query(
    'delete from conversation_view where view_id = $1 and (member_id = $2 or (is_shared and $3))',
    [viewId, member.scope.memberId, member.view.isMain],
  );
  if (gone.rowCount !== 1) return fail('not_found');
  await tell(transaction, member);
  return success({});
}

const tell = (transaction: Transaction, { scope }: Member) =>
  appendChanges(transaction, scope.accountId, [VIEWS_CHANGED]);
