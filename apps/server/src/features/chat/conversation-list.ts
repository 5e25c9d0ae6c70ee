import type { CALLS, CallInput, ConversationTab } from '@pasar/api';
import { taggedWalk } from '../../records/buyer-tags.ts';
import type { Member } from '../../records/members.ts';
import { type Give, listShops, orderedList, searchedList } from '../../records/ordered-list.ts';
import { CONVERSATION_COLUMNS, type ConversationRow, UNREPLIED } from '../../records/rows.ts';
import { builtStatement, type Transaction } from '../../storage/database.ts';

export type ListInput = CallInput<typeof CALLS.chat.conversations>;

/** The conversation after which a page begins. */
export interface Cursor {
  /** Milliseconds since the epoch. */
  readonly at: string;
  readonly id: string;
}
interface Page {
  readonly rows: readonly ConversationRow[];
  readonly next: string | null;
}

/** The lengths of the pages that are read: each is a statement that the database keeps compiled. */
const LENGTHS = [50, 100, 200];
/**
 * Up to so many names that contain the words, their conversations are read one by one. For more, the list is read in
 * its order until the page is full, which is soon (our choice).
 */
const FEW_NAMES = 1_000;

export async function readPage(
  transaction: Transaction,
  member: Member,
  input: ListInput,
  before: Cursor | null,
): Promise<Page> {
  const found = await transaction.query<ConversationRow & Cursor>(pageStatement(member, input, before));
  const rows = found.rows.slice(0, input.limit);
  const last = rows.at(-1);
  return { rows, next: found.rows.length > input.limit && last ? `${last.at}.${last.id}` : null };
}

const TAB_WHERE: Readonly<Record<ConversationTab, readonly string[]>> = {
  waiting: ['c.waiting_since is not null'],
  due: ['c.due_at is not null'],
  unread: ['(c.unread_count > 0 or c.is_marked_unread)'],
  unreplied: [`(${UNREPLIED})`],
  pinned: ['c.is_pinned'],
  all: [],
};
/** The tabs that begin with what is oldest, with what orders them; the others begin with the newest message. */
const OLDEST_FIRST: Readonly<Partial<Record<ConversationTab, 'waiting_since' | 'due_at'>>> = {
  waiting: 'waiting_since',
  due: 'due_at',
};
/** All conversations of a tab, in its order. */
const wholeWalk = (tab: ConversationTab) => ({
  from: 'conversation c',
  of: 'c',
  where: TAB_WHERE[tab],
  at: `c.${OLDEST_FIRST[tab] ?? 'last_message_at'}`,
  id: 'c.conversation_id',
});

function pageStatement({ scope }: Member, input: ListInput, before: Cursor | null) {
  const { tab, search, buyerTagId } = input;
  const length = LENGTHS.find((one) => one >= input.limit) ?? input.limit;
  const shops = listShops(scope, input);
  const values: unknown[] = [];
  const give: Give = (value) => `$${values.push(value)}`;
  const isOldestFirst = tab in OLDEST_FIRST;
  const walk = buyerTagId === undefined ? wholeWalk(tab) : taggedWalk(buyerTagId, tab, CONVERSATION_COLUMNS, give);
  const after =
    before === null
      ? []
      : [
          `(${walk.at}, ${walk.id}) ${isOldestFirst ? '>' : '<'} (${give(before.at)}::bigint, ${give(before.id)}::uuid)`,
        ];
  const list = {
    ...walk,
    shops,
    where: [...walk.where, ...after],
    columns: buyerTagId === undefined ? CONVERSATION_COLUMNS : 'c.*',
    isDescending: !isOldestFirst,
    most: length + 1,
  };
  if (!search) return builtStatement(orderedList(list, scope.accountId, give), values);
  const words = give(search);
  const hits = {
    few: FEW_NAMES,
    find: `pasar_find_names(${words}, ${FEW_NAMES + 1})`,
    has: `position(pasar_folded(${words}) in pasar_folded(c.buyer_name)) > 0`,
  };
  return builtStatement(searchedList(list, hits, scope.accountId, give), values);
}
