import { CALLS, type CallInput } from '@pasar/api';
import { asShopId } from '@pasar/domain';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { afterSalesCases } from '../src/features/after-sales/cases.ts';
import { getBuyerListByBuyerTagId, getBuyerTagBuyerList } from '../src/features/buyer-tags/buyers.ts';
import { buyerNotes } from '../src/features/buyers/notes.ts';
import { buyerRecord } from '../src/features/buyers/record.ts';
import { markRead } from '../src/features/chat/conversation-settings.ts';
import { findMessages, messageAt } from '../src/features/chat/find-messages.ts';
import { nextConversation } from '../src/features/chat/next-conversation.ts';
import { conversations, readMessages, snapshot } from '../src/features/chat/read.ts';
import { querySessionList } from '../src/features/chat/session-list.ts';
import { listNotifications } from '../src/features/notifications/notifications.ts';
import { searchOrderList } from '../src/features/order-book/search.ts';
import { getRemarkList, selectRemarks } from '../src/features/remarks/list.ts';
import { listReviews } from '../src/features/reviews/reviews.ts';
import { searchEverything } from '../src/features/search/search.ts';
import { signIns } from '../src/features/sign-in/sign-in.ts';
import type { Member } from '../src/records/members.ts';
import { selectImports } from '../src/records/sign-ins.ts';
import type { Transaction } from '../src/storage/database.ts';
import { openTestDatabase, type TestDatabase } from './harness/database.ts';
import { fillLongLists } from './harness/long-lists.ts';
import { expectIndexed, faultsOf, indexesOf, plansOf } from './harness/plans.ts';

/** Ten days after the time of the conversation in the middle of the quiet shops. */
const NOW = 1_002_500 + 10 * 86_400_000;

let database: TestDatabase;
let main: Member;
let subAccount: Member;
let shopId: string;
let conversationId: string;
let lastConversationId: string;
let tagIds: readonly string[];

beforeAll(async () => {
  database = await openTestDatabase();
  ({ main, subAccount, shopId, conversationId, lastConversationId, tagIds } = await fillLongLists(database));
});
afterAll(() => database.close());
type ListInput = CallInput<typeof CALLS.chat.conversations>;
const list = (more: Partial<ListInput>) => ({
  ...CALLS.chat.conversations.input.parse({ tab: 'all', limit: 50 }),
  ...more,
});
const before = () => `1002500.${conversationId}`;

describe.each(['the main account', 'a sub-account'] as const)('lists of %s walk their index', (who) => {
  const member = () => (who === 'the main account' ? main : subAccount);
  /** The index of the account's list, or of each shop's. */
  const walked = (list: string) => (who === 'the main account' ? `conversation_${list}` : `conversation_shop_${list}`);
  const tagged = (list: string) =>
    who === 'the main account' ? `buyer_tag_relation_${list}` : `buyer_tag_relation_shop_${list}`;
  test.each([
    ['all', () => walked('newest'), () => ({})],
    ['all, a later page', () => walked('newest'), () => ({ before: before() })],
    ['of a shop', () => 'conversation_shop_newest', () => ({ shopId: asShopId(shopId) })],
    [
      'of a shop, a later page',
      () => 'conversation_shop_newest',
      () => ({ shopId: asShopId(shopId), before: before() }),
    ],
    [
      'of a shop of a marketplace',
      () => 'conversation_shop_newest',
      () => ({ shopId: asShopId(shopId), marketplace: 'shopee' as const }),
    ],
    ['of a marketplace', () => 'conversation_shop_newest', () => ({ marketplace: 'shopee' as const })],
    [
      'of a marketplace, a later page',
      () => 'conversation_shop_newest',
      () => ({ marketplace: 'shopee' as const, before: before() }),
    ],
    ['unread', () => walked('unread'), () => ({ tab: 'unread' as const })],
    ['unread, a later page', () => walked('unread'), () => ({ tab: 'unread' as const, before: before() })],
    [
      'unread, of a shop',
      () => 'conversation_shop_unread',
      () => ({ tab: 'unread' as const, shopId: asShopId(shopId) }),
    ],
    [
      'unread, of a marketplace',
      () => 'conversation_shop_unread',
      () => ({ tab: 'unread' as const, marketplace: 'shopee' as const }),
    ],
    ...(
      [
        ['waiting', 'due'],
        ['due', 'due'],
        ['unreplied', 'unreplied'],
      ] as const
    ).flatMap(([tab, index]): [string, () => string, () => Partial<ListInput>][] => [
      [tab, () => walked(index), () => ({ tab })],
      [`${tab}, a later page`, () => walked(index), () => ({ tab, before: before() })],
      [`${tab}, of a shop`, () => `conversation_shop_${index}`, () => ({ tab, shopId: asShopId(shopId) })],
      [`${tab}, of a marketplace`, () => `conversation_shop_${index}`, () => ({ tab, marketplace: 'shopee' })],
      [`of a tag, ${tab}`, () => tagged(index), () => ({ tab, buyerTagId: tagIds[0] })],
    ]),
    ...(['waiting', 'due'] as const).flatMap((tab): [string, () => string, () => Partial<ListInput>][] => [
      [`${tab}, the newest first`, () => walked('unreplied'), () => ({ tab, sort: 'newest' })],
      [
        `${tab}, the newest first, a later page`,
        () => walked('unreplied'),
        () => ({ tab, sort: 'newest', before: before() }),
      ],
      [
        `${tab}, the newest first, of a shop`,
        () => 'conversation_shop_unreplied',
        () => ({ tab, sort: 'newest', shopId: asShopId(shopId) }),
      ],
      [
        `of a tag, ${tab}, the newest first`,
        () => tagged('unreplied'),
        () => ({ tab, sort: 'newest', buyerTagId: tagIds[0] }),
      ],
    ]),
    ['deleted', () => walked('deleted'), () => ({ tab: 'deleted' as const })],
    ['deleted, a later page', () => walked('deleted'), () => ({ tab: 'deleted', before: before() })],
    ['deleted, of a marketplace', () => 'conversation_shop_deleted', () => ({ tab: 'deleted', marketplace: 'shopee' })],
    ['of a tag, deleted', () => tagged('deleted'), () => ({ tab: 'deleted', buyerTagId: tagIds[0] })],
    ['deleted, of a shop', () => 'conversation_shop_deleted', () => ({ tab: 'deleted', shopId: asShopId(shopId) })],
    ['pinned', () => walked('pinned'), () => ({ tab: 'pinned' as const })],
    [
      'pinned, of a shop',
      () => 'conversation_shop_pinned',
      () => ({ tab: 'pinned' as const, shopId: asShopId(shopId) }),
    ],
    [
      'pinned, of a marketplace, a later page',
      () => 'conversation_shop_pinned',
      () => ({ tab: 'pinned' as const, marketplace: 'shopee' as const, before: before() }),
    ],
    ['searched, a name that one buyer has', () => 'conversation_pkey', () => ({ search: 'buyer 4321' })],
    [
      'searched, a name that many have',
      () => walked('newest'),
      () => ({ search: who === 'the main account' ? 'loud' : 'buyer' }),
    ],
    [
      'searched, unread, of a marketplace',
      () => 'conversation_shop_unread',
      () => ({ search: 'buyer', tab: 'unread' as const, marketplace: 'shopee' as const }),
    ],
    ['of a tag', () => tagged('newest'), () => ({ buyerTagId: tagIds[0] })],
    ['of a tag, a later page', () => tagged('newest'), () => ({ buyerTagId: tagIds[0], before: before() })],
    ['of a tag, unread', () => tagged('unread'), () => ({ buyerTagId: tagIds[0], tab: 'unread' as const })],
    ['of a tag, pinned', () => tagged('pinned'), () => ({ buyerTagId: tagIds[0], tab: 'pinned' as const })],
    [
      'of a tag, waiting, of a marketplace',
      () => 'buyer_tag_relation_shop_due',
      () => ({ buyerTagId: tagIds[0], marketplace: 'shopee' as const, tab: 'waiting' as const }),
    ],
    [
      'of a tag, searched, a name that one buyer has',
      () => 'buyer_tag_relation_conversation',
      () => ({ buyerTagId: tagIds[0], search: 'buyer 4321' }),
    ],
    [
      'of a tag, searched, a name that many have',
      () => tagged('newest'),
      () => ({ buyerTagId: tagIds[0], search: who === 'the main account' ? 'loud' : 'buyer' }),
    ],
    ['of a country', () => 'conversation_shop_newest', () => ({ country: 'SG' as const })],
    [
      'of a country, waiting',
      () => 'conversation_shop_due',
      () => ({ country: 'SG' as const, tab: 'waiting' as const }),
    ],
    ['quiet for days', () => walked('newest'), () => ({ idleDays: 10 as const })],
    ['without an open order', () => walked('newest'), () => ({ hasNoOpenOrders: true })],
    [
      'with an order in a state that few have',
      () => (who === 'the main account' ? 'shop_order_status' : 'shop_order_shop_status'),
      () => ({ orderStatus: 'in_cancel' as const }),
    ],
    ['with an order in a state that many have', () => walked('newest'), () => ({ orderStatus: 'finished' as const })],
    [
      'unread, the longest wait first',
      () => walked('waiting'),
      () => ({ tab: 'unread' as const, sort: 'longestWait' as const }),
    ],
    ['waiting, the longest wait first', () => walked('waiting'), () => ({ tab: 'waiting', sort: 'longestWait' })],
    ['searched, of a shop', () => 'conversation_shop_newest', () => ({ search: 'buyer', shopId: asShopId(shopId) })],
  ])('conversations: %s', async (_name, index, filters) => {
    await expectIndexed(database, member(), index(), (transaction) =>
      conversations({ transaction, member: member(), now: NOW }, list(filters())),
    );
  });

  test.each([
    ['of a tag', () => getBuyerListByBuyerTagId, () => ({ buyerTagId: tagIds[0] })],
    ['of a tag, a later page', () => getBuyerListByBuyerTagId, () => ({ buyerTagId: tagIds[0], before: before() })],
    ['of some tags', () => getBuyerTagBuyerList, () => ({ buyerTagIds: tagIds })],
  ] as const)('tagged buyers: %s', async (_name, handler, more) => {
    await expectIndexed(database, member(), tagged('newest'), (transaction) =>
      handler()({ transaction, member: member() }, { limit: 50, ...more() } as never),
    );
  });
  const found = ['message_pkey', 'buyer_note_pkey', 'conversation_note_pkey', 'remark_pkey', 'shop_order_pkey'];
  test.each(found)('the search over everything: %s', async (index) => {
    const run = (transaction: Transaction) => searchEverything({ transaction, member: member() }, { words: 'word' });
    await expectIndexed(database, member(), index, run);
  });
  const ordered = (list: string) => (who === 'the main account' ? `shop_order_${list}` : `shop_order_shop_${list}`);
  test.each([
    ['newest first', () => ordered('newest'), {}],
    ['a later page', () => ordered('newest'), { cursor: '1250.01a20aec-fa56-7f71-804b-107f17e6328d' }],
    ['the last changed', () => ordered('changed'), { sort: 'changed' as const }],
    ['of a status', () => ordered('status'), { tab: 'inCancel' as const }],
    ['of a marketplace', () => 'shop_order_shop_newest', { marketplaces: ['shopee' as const] }],
    ['a number that one order has', () => 'shop_order_pkey', { words: 'N2431' }],
    ['a name that many have', () => ordered('newest'), { words: 'somchai' }],
  ])('orders: %s', async (_name, index, filter) => {
    await expectIndexed(database, member(), index(), (transaction) =>
      searchOrderList({ transaction, member: member() }, { tab: 'all', sort: 'newest', pageSize: 50, ...filter }),
    );
  });

  test('open cases are few, and nothing else is read for them', async () => {
    const context = (transaction: Transaction) => ({ transaction, member: member(), now: 1 });
    const plans = await plansOf(database, member(), (transaction) =>
      afterSalesCases(context(transaction), { tab: 'open', pageSize: 50 }),
    );
    const scans = plans.flatMap(faultsOf).filter((fault) => !fault.startsWith('Sort'));
    expect(scans).toEqual([]);
    expect(plans.flatMap(indexesOf)).not.toContain('shop_order_newest');
  });

  const at = (transaction: Transaction) => ({ transaction, member: member(), now: 1 });
  const ofWho = (table: string, list: string) =>
    who === 'the main account' ? `${table}_${list}` : `${table}_shop_${list}`;
  test.each([
    ['newest first', 'newest', { sort: 'newest' }],
    ['the lowest first', 'lowest', { sort: 'lowest' }],
  ] as const)('reviews: %s', async (_name, index, filter) => {
    await expectIndexed(database, member(), ofWho('shop_review', index), (transaction) =>
      listReviews(at(transaction), { pageSize: 50, ...filter }),
    );
  });
  test.each([
    ['newest first', 'newest', {}],
    ['urgent ones on top', 'urgent', {}],
    ['read ones', 'read', { isRead: true }],
    ['of a kind', 'kind', { kinds: ['finance'] as 'finance'[] }],
  ] as const)('notifications: %s', async (_name, index, filter) => {
    await expectIndexed(database, member(), ofWho('shop_notification', index), (transaction) =>
      listNotifications(at(transaction), { pageSize: 50, ...filter }),
    );
  });

  test.each([
    ['the newest', 'newest', {}],
    ['pending ones', 'status', { status: 'wait' }],
    ['what is due first', 'due', { sort: 'due' }],
  ] as const)('remarks: %s', async (_name, index, filter) => {
    const input = CALLS.remarks.getRemarkList.input.parse(filter);
    await expectIndexed(database, member(), ofWho('remark', index), (transaction) =>
      getRemarkList({ transaction, member: member() }, input),
    );
  });

  test('the snapshot of a window', async () => {
    const plans = await plansOf(database, member(), (transaction) =>
      snapshot({ transaction, member: member(), now: NOW }),
    );
    expect(plans.flatMap(faultsOf)).toEqual([]);
    const delivery = who === 'the main account' ? 'delivery_shown' : 'delivery_shop_shown';
    expect(plans.flatMap(indexesOf)).toEqual(
      expect.arrayContaining([walked('newest'), walked('due'), 'conversation_shop_due', walked('pinned'), delivery]),
    );
  });

  const failed = () => (who === 'the main account' ? 'delivery_failed' : 'delivery_shop_failed');
  test.each([
    ['a failed answer, from the start', failed, () => ({})],
    ['a failed answer, of a marketplace', () => 'delivery_shop_failed', () => ({ marketplace: 'shopee' as const })],
    ['a waiting buyer', () => walked('due'), () => ({ after: `waiting.1002500.${conversationId}` })],
    [
      'a waiting buyer of a shop',
      () => 'conversation_shop_due',
      () => ({ shopId, after: `waiting.1000000.${conversationId}` }),
    ],
    ['an unread message', () => walked('unread'), () => ({ after: `unread.1002500.${conversationId}` })],
    [
      'the previous',
      () => walked('due'),
      () => ({ after: `waiting.1002500.${conversationId}`, step: 'previous' as const }),
    ],
    ['from the open one', failed, () => ({ open: lastConversationId })],
  ])('the next that needs a person: %s', async (_name, index, more) => {
    const input = CALLS.chat.nextConversation.input.parse(more());
    await expectIndexed(database, member(), index(), (transaction) =>
      nextConversation({ transaction, member: member(), now: Date.now() }, input),
    );
  });

  test.each([
    ['newest', {}],
    ['older', { before: '2500' }],
  ])('a page of messages: %s', async (_name, more) => {
    const input = CALLS.chat.messages.input.parse({ conversationId, limit: 50, ...more });
    await expectIndexed(database, member(), 'message_order', (transaction) => readMessages(transaction, input));
  });

  test('what is known of a buyer, and the notes about the buyer', async () => {
    await expectIndexed(database, main, 'conversation_buyer_id', (transaction) =>
      buyerRecord({ transaction, member: main }, CALLS.buyers.buyerRecord.input.parse({ conversationId })),
    );
    await expectIndexed(database, main, 'buyer_note_buyer', (transaction) =>
      buyerNotes({ transaction, member: main }, CALLS.buyers.buyerNotes.input.parse({ conversationId })),
    );
    const buyer = { buyerId: 'often', marketplace: 'shopee' };
    const ofBuyer = { shops: { kind: 'account' }, cursor: undefined, most: 51, buyer } as const;
    for (const [sort, index] of [
      ['newest', 'remark_buyer'],
      ['pending', 'remark_buyer_pending'],
    ] as const) {
      await expectIndexed(database, main, index, (transaction) =>
        selectRemarks(transaction, main.scope.accountId, { sort }, ofBuyer),
      );
    }
  });

  test('what is found inside a conversation, and its message at a time', async () => {
    const find = CALLS.chat.findMessages.input.parse({ conversationId, words: 't' });
    await expectIndexed(database, main, 'message_order', (transaction) => findMessages({ transaction }, find));
    const at = CALLS.chat.messageAt.input.parse({ conversationId, at: 700 });
    await expectIndexed(database, main, 'message_order', (transaction) => messageAt({ transaction }, at));
  });

  test('a conversation with many deliveries', async () => {
    const input = CALLS.chat.messages.input.parse({ conversationId: lastConversationId, limit: 50 });
    await expectIndexed(database, member(), 'delivery_conversation', (transaction) => readMessages(transaction, input));
  });

  test('the message up to which a conversation is marked read', async () => {
    const input = CALLS.chat.markRead.input.parse({ conversationId, position: '0' });
    await expectIndexed(database, member(), 'message_order', (transaction) =>
      markRead({ transaction, member: member() }, input),
    );
  });

  test.each([
    ['newest', {}],
    ['older', { startTime: 1_002_500 }],
  ])('sessions of a shop: %s', async (_name, more) => {
    const input = { userId: '11', platform: 'shopee' as const, fetchCount: 50, ...more };
    await expectIndexed(database, member(), 'conversation_shop_newest', (transaction) =>
      querySessionList({ transaction, member: member(), now: 0 }, CALLS.chat.querySessionList.input.parse(input)),
    );
  });

  test('sign-ins and imports', async () => {
    await expectIndexed(database, member(), 'sign_in_member', (transaction) =>
      signIns({ transaction, member: member(), secrets: database.secrets, locale: 'en', shopQuota: null, now: 0 }),
    );
    await expectIndexed(
      database,
      member(),
      who === 'the main account' ? 'shop_import_newest' : 'shop_import_member',
      (transaction) => selectImports(transaction, { seenBy: member().scope }),
    );
  });
});
