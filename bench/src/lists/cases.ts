import type pg from 'pg';
import {
  CONVERSATION_COLUMNS,
  DELIVERY_COLUMNS,
  MESSAGE_COLUMNS,
  SELECT_SHOP,
} from '../../../apps/server/src/records/rows.ts';
import type { TestDatabase } from '../../../apps/server/tests/harness/database.ts';
import type { Seeded } from './seed.ts';

/** What is asked in one round; another in each. */
export interface Sample {
  readonly shopId: string;
  readonly conversationId: string;
  readonly longId: string;
  /** A place in the middle of all lists. */
  readonly at: string;
  readonly name: string;
  /** Of an order of some buyer. */
  readonly orderNumber: string;
  /** The sub-account. */
  readonly colleagueId: string;
  /** The tag of some buyers. */
  readonly tagId: string;
}
export interface Case {
  readonly name: string;
  readonly kind: 'list' | 'search' | 'small';
  /** Only a list of conversations differs for a sub-account. */
  readonly hasSub: boolean;
  readonly method: 'GET' | 'POST';
  ask(sample: Sample): { readonly path: string; readonly body?: unknown };
  /** The same rows by one statement that is as short as possible, without row security. */
  bare(account: Seeded, sample: Sample): pg.QueryConfig;
}

const LIST = '/api/desk/conversations?';
const MOST = 101;

interface ListPlan {
  readonly query: (sample: Sample) => Record<string, string>;
  readonly where?: string;
  readonly values?: (account: Seeded, sample: Sample) => readonly unknown[];
  readonly order?: string;
}
const list = (name: string, { query, where = 'account_id = $1', values, order }: ListPlan): Case => ({
  name,
  kind: 'list',
  hasSub: true,
  method: 'GET',
  ask: (sample) => ({ path: LIST + new URLSearchParams(query(sample)) }),
  bare: (account, sample) => ({
    name: `bare ${name}`,
    text: `select ${CONVERSATION_COLUMNS} from conversation where ${where}
           order by ${order ?? 'last_message_at desc, conversation_id desc'} limit ${MOST}`,
    values: [...(values?.(account, sample) ?? [account.accountId])],
  }),
});
const COLUMNS = CONVERSATION_COLUMNS.split(', ')
  .map((column) => `c.${column}`)
  .join(', ');
interface TaggedPlan {
  readonly query: Record<string, string>;
  readonly where?: string;
  readonly order?: string;
}
/** The conversations with the buyers of the tag. */
const tagged = (name: string, { query, where = 'not c.is_deleted', order }: TaggedPlan): Case => ({
  name,
  kind: 'list',
  hasSub: true,
  method: 'GET',
  ask: ({ tagId }) => ({ path: LIST + new URLSearchParams({ ...query, buyerTagId: tagId }) }),
  bare: ({ tagId }) => ({
    name: `bare ${name}`,
    text: `select ${COLUMNS} from buyer_tag_relation t join conversation c using (conversation_id)
           where t.tag_id = $1 and ${where}
           order by ${order === undefined ? 't.last_message_at desc, t.conversation_id desc' : `${order}, t.conversation_id`}
           limit ${MOST}`,
    values: [tagId],
  }),
});
const ofShop = (_account: Seeded, sample: Sample) => [sample.shopId];
const IS_UNREAD = '(unread_count > 0 or is_marked_unread)';

const search = (name: string, words: (sample: Sample) => string): Case => ({
  name,
  kind: 'search',
  hasSub: true,
  method: 'GET',
  ask: (sample) => ({ path: LIST + new URLSearchParams({ search: words(sample) }) }),
  bare: (account, sample) => ({
    name: 'bare search',
    text: `select ${COLUMNS} from conversation c join conversation_name n using (conversation_id)
           where n.parts @> pasar_name_parts($1, $2) and position(pasar_folded($2) in pasar_folded(c.buyer_name)) > 0
           order by c.last_message_at desc, c.conversation_id desc limit ${MOST}`,
    values: [account.accountId, words(sample)],
  }),
});

const page = (name: string, kind: Case['kind'], id: 'conversationId' | 'longId', before: string | null): Case => ({
  name,
  kind,
  hasSub: false,
  method: 'GET',
  ask: (sample) => ({
    path: `/api/desk/messages?${new URLSearchParams({ conversationId: sample[id], ...(before === null ? {} : { before }) })}`,
  }),
  bare: (_, sample) => ({
    name: `bare messages ${before === null ? 'newest' : 'older'}`,
    text: `select ${MESSAGE_COLUMNS} from message where conversation_id = $1 ${before === null ? '' : 'and position < $2'}
           order by position desc, platform_message_id desc limit 50`,
    values: [sample[id], ...(before === null ? [] : [before])],
  }),
});

const SNAPSHOT: Case = {
  name: 'snapshot',
  kind: 'list',
  hasSub: true,
  method: 'GET',
  ask: () => ({ path: '/api/desk/snapshot' }),
  bare: ({ accountId }) => ({
    name: 'bare snapshot',
    text: `select (select json_agg(s) from (${SELECT_SHOP} where s.account_id = $1) s),
      (select json_agg(c) from (select ${CONVERSATION_COLUMNS} from conversation where account_id = $1
         order by last_message_at desc, conversation_id desc limit 201) c),
      (select json_agg(c) from (select ${CONVERSATION_COLUMNS} from conversation where account_id = $1
         and due_at is not null order by due_at, conversation_id limit 201) c),
      (select json_agg(c) from (select ${CONVERSATION_COLUMNS} from conversation where account_id = $1 and is_pinned) c),
      (select json_agg(d) from (select ${DELIVERY_COLUMNS} from delivery where account_id = $1
         and state not in ('confirmed', 'dismissed') order by created_at desc limit 500) d)`,
    values: [accountId],
  }),
};

const NEXT: Case = {
  name: 'the next that needs a person',
  kind: 'small',
  hasSub: true,
  method: 'GET',
  ask: (sample) => ({
    path: `/api/desk/nextConversation?${new URLSearchParams({ after: `waiting.${sample.at}.${sample.conversationId}` })}`,
  }),
  bare: ({ accountId }, sample) => ({
    name: 'bare next',
    text: `select ${CONVERSATION_COLUMNS} from conversation where account_id = $1 and due_at > $2
           order by due_at, conversation_id limit 1`,
    values: [accountId, sample.at],
  }),
};

const TOKEN: Case = {
  name: 'the user of a shop',
  kind: 'small',
  hasSub: false,
  method: 'POST',
  ask: () => ({ path: '/api/chat/index/getImToken', body: { userId: '0', platform: 'shopee' } }),
  bare: ({ accountId }) => ({
    name: 'bare token',
    text: `${SELECT_SHOP} where s.account_id = $1 and s.marketplace = 'shopee' and s.platform_shop_id = '0'`,
    values: [accountId],
  }),
};

export const CASES: readonly Case[] = [
  list('all', { query: () => ({}) }),
  list('all, a later page', {
    query: ({ at, conversationId }) => ({ before: `${at}.${conversationId}` }),
    where: 'account_id = $1 and (last_message_at, conversation_id) < ($2::bigint, $3::uuid)',
    values: ({ accountId }, { at, conversationId }) => [accountId, at, conversationId],
  }),
  list('unread', { query: () => ({ tab: 'unread' }), where: `account_id = $1 and ${IS_UNREAD}` }),
  list('to answer', {
    query: () => ({ tab: 'waiting' }),
    where: 'account_id = $1 and due_at is not null',
    order: 'due_at, conversation_id',
  }),
  list('due', {
    query: () => ({ tab: 'due' }),
    where: 'account_id = $1 and due_at is not null',
    order: 'due_at, conversation_id',
  }),
  list('unreplied', {
    query: () => ({ tab: 'unreplied' }),
    where: 'account_id = $1 and (waiting_since is not null or set_aside_position > coalesce(last_reply_position, -1))',
  }),
  list('pinned', { query: () => ({ tab: 'pinned' }), where: 'account_id = $1 and is_pinned' }),
  list('of a busy marketplace', { query: () => ({ marketplace: 'shopee' }) }),
  list('of a quiet marketplace', { query: () => ({ marketplace: 'tiktok' }) }),
  list('unread, of a quiet marketplace', {
    query: () => ({ tab: 'unread', marketplace: 'tiktok' }),
    where: `account_id = $1 and ${IS_UNREAD}`,
  }),
  list('of a shop', { query: ({ shopId }) => ({ shopId }), where: 'shop_id = $1', values: ofShop }),
  list('unread, of a shop', {
    query: ({ shopId }) => ({ shopId, tab: 'unread' }),
    where: `shop_id = $1 and ${IS_UNREAD}`,
    values: ofShop,
  }),
  list('to answer, of a shop', {
    query: ({ shopId }) => ({ shopId, tab: 'waiting' }),
    where: 'shop_id = $1 and due_at is not null',
    order: 'due_at, conversation_id',
    values: ofShop,
  }),
  list('deleted', { query: () => ({ tab: 'deleted' }), where: 'account_id = $1 and is_deleted' }),
  list('deleted, of a shop', {
    query: ({ shopId }) => ({ shopId, tab: 'deleted' }),
    where: 'shop_id = $1 and is_deleted',
    values: ofShop,
  }),
  tagged('of a tag', { query: {} }),
  tagged('of a tag, to answer', { query: { tab: 'waiting' }, where: 't.due_at is not null', order: 't.due_at' }),
  tagged('of a tag, to answer, the newest first', {
    query: { tab: 'waiting', sort: 'newest' },
    where: 't.due_at is not null and t.is_unreplied',
  }),
  tagged('of a tag, deleted', { query: { tab: 'deleted' }, where: 't.is_deleted' }),
  list('of a country', {
    query: () => ({ country: 'TH' }),
    where: "shop_id in (select shop_id from shop where account_id = $1 and country = 'TH')",
  }),
  list('assigned to the member', {
    query: () => ({ assignee: 'mine' }),
    where: 'account_id = $1 and assignee_id = (select member_id from member where account_id = $1 and is_main)',
  }),
  list('assigned to others', {
    query: () => ({ assignee: 'others' }),
    where: 'account_id = $1 and assignee_id is not null and assignee_id <> $2',
    values: ({ accountId, mainId }) => [accountId, mainId],
  }),
  list('assigned to a colleague', {
    query: ({ colleagueId }) => ({ assignee: colleagueId }),
    where: 'account_id = $1 and assignee_id = $2',
    values: ({ accountId }, { colleagueId }) => [accountId, colleagueId],
  }),
  list('to answer, of a colleague', {
    query: ({ colleagueId }) => ({ tab: 'waiting', assignee: colleagueId }),
    where: 'account_id = $1 and due_at is not null and assignee_id = $2',
    order: 'due_at, conversation_id',
    values: ({ accountId }, { colleagueId }) => [accountId, colleagueId],
  }),
  list('with a session tag', {
    query: () => ({ sessionTag: 'official' }),
    where: `shop_id in (select shop_id from shop where account_id = $1 and marketplace = 'lazada')
      and session_tags <> '{}' and 'official' = any(session_tags)`,
  }),
  list('to answer, of nobody', {
    query: () => ({ tab: 'waiting', assignee: 'nobody' }),
    where: 'account_id = $1 and due_at is not null and assignee_id is null',
    order: 'due_at, conversation_id',
  }),
  list('with an order in a rare state', {
    query: () => ({ orderStatus: 'in_cancel' }),
    where: `account_id = $1 and conversation_id in (select k.conversation_id from shop_order o
      join conversation_buyer k on k.account_id = $1 and k.buyer_id = o.buyer_id and k.shop_id = o.shop_id
      where o.account_id = $1 and o.status = 'in_cancel')`,
  }),
  list('with an order in a common state', {
    query: () => ({ orderStatus: 'finished' }),
    where: `account_id = $1 and (select true from shop_order o where o.shop_id = conversation.shop_id
      and o.buyer_id = conversation.buyer_id and o.status = 'finished' limit 1)`,
  }),
  list('without an open order', {
    query: () => ({ hasNoOpenOrders: 'true' }),
    where: `account_id = $1 and (select true from shop_order o where o.shop_id = conversation.shop_id
      and o.buyer_id = conversation.buyer_id and o.status <> 'finished' limit 1) is null`,
  }),
  list('quiet for 90 days', {
    query: () => ({ idleDays: '90' }),
    where: 'account_id = $1 and last_message_at < $2',
    values: ({ accountId }) => [accountId, Date.now() - 90 * 86_400_000],
  }),
  list('unread, the longest wait first', {
    query: () => ({ tab: 'unread', sort: 'longestWait' }),
    where: `account_id = $1 and waiting_since is not null and ${IS_UNREAD}`,
    order: 'waiting_since, conversation_id',
  }),
  list('to answer, the newest first', {
    query: () => ({ tab: 'waiting', sort: 'newest' }),
    where: `account_id = $1 and waiting_since is not null
      and (waiting_since is not null or set_aside_position > coalesce(last_reply_position, -1))`,
  }),
  search('search, two Chinese characters', () => '王芳'),
  search('search, a Thai name', () => 'ณัฐพงศ์ ใจดี'),
  search('search, one buyer', ({ name }) => name.toUpperCase()),
  {
    ...search('search, an order number', ({ orderNumber }) => orderNumber),
    bare: ({ accountId }, { orderNumber }) => ({
      name: 'bare search, an order number',
      text: `select ${COLUMNS} from shop_order o join conversation_buyer k on k.account_id = o.account_id
               and k.buyer_id = o.buyer_id and k.shop_id = o.shop_id
             join conversation c on c.conversation_id = k.conversation_id
             where o.account_id = $1 and o.shop_id in (select shop_id from shop where account_id = $1)
               and o.order_number = $2
             order by c.last_message_at desc, c.conversation_id desc limit ${MOST}`,
      values: [accountId, orderNumber],
    }),
  },
  search('search, nobody', () => 'ไม่มีใคร'),
  search('search, one character', () => '王'),
  page('newest messages, of a long conversation', 'list', 'longId', null),
  page('older messages, of a long conversation', 'list', 'longId', '60'),
  SNAPSHOT,
  page('messages of a short conversation', 'small', 'conversationId', null),
  NEXT,
  TOKEN,
];

/** Shops, conversations, places, names and order numbers of an account, one for each round. The next buyer has the order. */
export async function samplesOf({ owner }: TestDatabase, account: Seeded, rounds: number): Promise<Sample[]> {
  const { accountId, subId, tagId } = account;
  const found = await owner.query<{
    shop_id: string;
    conversation_id: string;
    at: string;
    long_id: string;
    name: string;
    order_number: string;
  }>(
    `select shop_id, conversation_id, last_message_at as at, buyer_name as name, (select conversation_id from conversation
        where account_id = $1 and platform_conversation_id = '1') as long_id,
        (260000001 + platform_conversation_id::int)::text as order_number
     from conversation where account_id = $1 and platform_conversation_id::int % 3 = 2 order by md5(platform_conversation_id)
     limit $2`,
    [accountId, rounds],
  );
  return found.rows.map((row) => ({
    shopId: row.shop_id,
    conversationId: row.conversation_id,
    longId: row.long_id,
    at: row.at,
    name: row.name,
    orderNumber: row.order_number,
    colleagueId: subId,
    tagId,
  }));
}
