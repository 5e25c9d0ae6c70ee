import type { ConversationTab } from '@pasar/api';
import type { AccountId } from '@pasar/domain';
import type { Transaction } from '../storage/database.ts';
import { appendChanges } from './change-feed.ts';
import type { Give, OrderedList } from './ordered-list.ts';

/** The part of a list of conversations that says which, and in what order. */
type Walk = Pick<OrderedList, 'from' | 'of' | 'where' | 'at' | 'id'>;

const TAB_WHERE: Readonly<Record<ConversationTab, readonly string[]>> = {
  waiting: ['t.waiting_since is not null'],
  due: ['t.due_at is not null'],
  unread: ['t.is_unread'],
  unreplied: ['t.is_unreplied'],
  pinned: ['t.is_pinned'],
  all: [],
};
const AT: Readonly<Partial<Record<ConversationTab, string>>> = { waiting: 't.waiting_since', due: 't.due_at' };

/**
 * The conversations with the buyers of a tag, under the alias `c`. The list walks the relations, which repeat what
 * orders the conversations, and reads the conversation of each row that it shows.
 */
export const taggedWalk = (tagId: string, tab: ConversationTab, columns: string, give: Give): Walk => ({
  from: `buyer_tag_relation t cross join lateral
    (select ${columns} from conversation v where v.conversation_id = t.conversation_id limit 1) c`,
  of: 't',
  where: [`t.tag_id = ${give(tagId)}::uuid`, ...TAB_WHERE[tab]],
  at: AT[tab] ?? 't.last_message_at',
  id: 't.conversation_id',
});

/**
 * Held until the end of the transaction by whatever changes an account's tags or who has them: two changes cannot make
 * one tag too many together, or wait for each other's rows.
 */
export async function lockTags(transaction: Transaction, accountId: AccountId): Promise<void> {
  await transaction.query("select pg_advisory_xact_lock(hashtextextended('buyer-tags/' || $1, 0))", [accountId]);
}

/** Names no buyer, because a member may not see every shop. */
export async function tellTags(transaction: Transaction, accountId: AccountId): Promise<void> {
  await appendChanges(transaction, accountId, [{ change: { kind: 'buyerTags' }, shopId: null, memberId: null }]);
}
