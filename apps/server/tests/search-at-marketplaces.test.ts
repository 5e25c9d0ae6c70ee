import { CALLS, type CallInput } from '@pasar/api';
import type { ConversationsFound, FoundConversation, FoundOrder, SessionAnswer } from '@pasar/connector-kit';
import { asBuyerId, asPlatformConversationId, asPlatformShopId, refusal } from '@pasar/domain';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { makeTenant, openTestDatabase, type TestDatabase } from './harness/database.ts';
import { openTestWeb, type TestWeb, Visitor } from './harness/web.ts';

/** A search that goes to the marketplaces. Shops 11 and 12 are at Shopee, 13 is at Lazada. */
const { searchAtMarketplaces } = CALLS.chat;
let database: TestDatabase;
let web: TestWeb;
let main: Visitor;
let sub: Visitor;
const searched = z.tuple([z.string(), z.object({ words: z.string(), cursor: z.string().nullable() })]);
const asked: string[] = [];
let underWay = 0;
let mostAtOnce = 0;
/** By shop: what its marketplace answers at a cursor. */
let answers: Readonly<
  Record<
    string,
    SessionAnswer<ConversationsFound> | ((cursor: string | null) => SessionAnswer<ConversationsFound>) | null
  >
> = {};

const hit = (shop: string, id: string, name: string, lastMessageAt: number | null): FoundConversation => ({
  conversation: {
    platformShopId: asPlatformShopId(shop),
    platformConversationId: asPlatformConversationId(id),
    buyerId: asBuyerId(id),
    address: { ticket: id },
  },
  buyer: { buyerId: asBuyerId(id), name, avatarUrl: null },
  lastMessageAt,
});
const page = (
  conversations: readonly FoundConversation[],
  orders: readonly FoundOrder[],
  next: string | null,
): SessionAnswer<ConversationsFound> => ({ ok: true, value: { conversations, orders, next } });
const found = (...conversations: FoundConversation[]) => page(conversations, [], null);

beforeAll(async () => {
  database = await openTestDatabase();
  const shops = [{ marketplace: 'shopee' as const, platformShopId: '11' }];
  const person = { username: 'sub', password: 'right', name: 'sub', permissionCodeList: ['chat'] as const, shops };
  const silent = { ...person, username: 'silent', name: 'silent', permissionCodeList: ['order'] as const };
  await makeTenant(database, 'ours@x', [['11', '12', '13']], [person, silent]);
  await database.owner.query("update shop set marketplace = 'lazada' where platform_shop_id = '13'");
  web = await openTestWeb(database, null, {
    askShop: async (_scope, _connectionId, method, args) => {
      const [shop, search] = searched.parse(args);
      asked.push(`${method} ${shop}${search.cursor === null ? '' : ` ${search.cursor}`}`);
      underWay += 1;
      mostAtOnce = Math.max(mostAtOnce, underWay);
      await new Promise(setImmediate);
      underWay -= 1;
      const answer = answers[shop] ?? null;
      return (typeof answer === 'function' ? answer(search.cursor) : answer) as never;
    },
  });
  main = new Visitor(web.origin);
  await main.logIn(CALLS.account.login, 'ours@x', 'right');
  sub = new Visitor(web.origin);
  await sub.logIn(CALLS.account.login, 'sub', 'right');
});
beforeEach(async () => {
  asked.length = 0;
  await database.owner.query('delete from conversation');
  await database.owner.query('delete from change');
});
afterAll(async () => {
  await web.close();
  await database.close();
});

async function search(visitor: Visitor, input: CallInput<typeof searchAtMarketplaces>) {
  const answer = await visitor.call(searchAtMarketplaces, input);
  if (answer.result !== 'success') throw new Error(answer.reason);
  return searchAtMarketplaces.output.parse(answer.data);
}
const told = async () => (await database.owner.query("select 1 from change where kind = 'conversation'")).rowCount ?? 0;

test('asks every shop whose marketplace can be searched, stores what is new, and names who did not answer', async () => {
  answers = {
    11: found(hit('11', '901', 'Aisyah', 5), hit('11', '902', 'Aisyah Noor', null)),
    12: { ok: false, refusal: refusal('too_frequent'), canRetry: true },
  };
  const first = await search(main, { words: ' aisyah ' });
  expect(asked.toSorted()).toEqual(['buyers.searchConversations 11', 'buyers.searchConversations 12']);
  expect(first.conversations.map(({ buyer, lastMessageAt }) => [buyer.name, lastMessageAt])).toEqual([
    ['Aisyah', 5],
    ['Aisyah Noor', 0],
  ]);
  expect(first).toMatchObject({ asked: 2, failed: [{ refusal: { reason: 'too_frequent' } }] });
  expect(await told()).toBe(2);
  // Again: the same conversations, and no window is told twice.
  const again = await search(main, { words: 'aisyah' });
  expect(again.conversations).toEqual(first.conversations);
  expect(await told()).toBe(2);
  const stored = await database.owner.query('select address from conversation order by platform_conversation_id');
  expect(stored.rows).toEqual([{ address: { ticket: '901' } }, { address: { ticket: '902' } }]);
});

test('leaves out an erased buyer until something new is written, and stores nothing of the buyer', async () => {
  answers = { 11: found(hit('11', '911', 'Rahim', 5), hit('11', '912', 'Rahim Too', 5)) };
  const { conversations } = await search(sub, { words: 'rahim' });
  const erased = conversations.find(({ buyer }) => buyer.name === 'Rahim');
  const { conversationId } = erased ?? {};
  expect(await main.call(CALLS.buyers.eraseBuyer, { conversationId } as never)).toMatchObject({ result: 'success' });
  const names = async () => (await search(sub, { words: 'rahim' })).conversations.map(({ buyer }) => buyer.name);
  expect(await names()).toEqual(['Rahim Too']);
  expect((await database.owner.query('select from conversation where buyer_id = $1', ['911'])).rowCount).toBe(0);
  answers = { 11: found(hit('11', '911', 'Rahim', Date.now() + 60_000)) };
  expect(await names()).toEqual(['Rahim']);
});

test('asks all shops of a large account, not too many at once', async () => {
  const numbers = Array.from({ length: 70 }, (_, number) => String(1_000 + number));
  await makeTenant(database, 'large@x', [numbers]);
  const owner = new Visitor(web.origin);
  await owner.logIn(CALLS.account.login, 'large@x', 'right');
  answers = Object.fromEntries(numbers.map((shop) => [shop, found()]));
  answers = { ...answers, 1069: found(hit('1069', '903', 'Zul', 7)) };
  const of = await search(owner, { words: 'zul' });
  expect(of).toMatchObject({ asked: 70, failed: [], conversations: [{ buyer: { name: 'Zul' } }] });
  expect(new Set(asked).size).toBe(70);
  expect(mostAtOnce).toBe(60);
});

test('asks the shops of the scope and of the member alone', async () => {
  answers = {};
  expect(await search(main, { words: 'aisyah', marketplace: 'lazada' })).toEqual({
    conversations: [],
    orders: [],
    asked: 0,
    further: [],
    failed: [],
  });
  expect(asked).toEqual([]);
  const of = await search(sub, { words: 'aisyah' });
  expect(asked).toEqual(['buyers.searchConversations 11']);
  expect(of).toMatchObject({ asked: 1, failed: [{ refusal: { reason: 'shop_not_logged_in' } }] });
  expect(await main.call(searchAtMarketplaces, { words: 'a' })).toMatchObject({ code: 'invalid_request' });
});

const NAMED = Array.from({ length: 45 }, (_, index) => hit('11', String(2_000 + index), `Nur ${index}`, 45 - index));
const NUMBERED = Array.from({ length: 33 }, (_, index) => ({
  orderNumber: `2611${100 + index}`,
  // Buyers of the first 25 orders have conversations, the last of them is the buyer of two orders.
  buyerId: index < 26 ? asBuyerId(String(2_000 + Math.min(index, 24))) : asBuyerId(String(5_000 + index)),
  buyerName: `Nur ${index}`,
}));
/** A marketplace with pages of twenty of each kind; a cursor is the number of the page. */
const inPages =
  (conversations: readonly FoundConversation[], orders: readonly FoundOrder[]) =>
  (cursor: string | null): SessionAnswer<ConversationsFound> => {
    const start = (Number(cursor ?? '1') - 1) * 20;
    const isMore = Math.max(conversations.length, orders.length) > start + 20;
    const slice = <Item>(all: readonly Item[]) => all.slice(start, start + 20);
    return page(slice(conversations), slice(orders), isMore ? String(start / 20 + 2) : null);
  };
async function searchToTheEnd(visitor: Visitor, words: string) {
  const pages = [await search(visitor, { words })];
  for (let last = pages[0]; last !== undefined && last.further.length > 0; last = pages.at(-1)) {
    pages.push(await search(visitor, { words, from: last.further }));
  }
  return pages;
}

test('goes on beyond the first page until everything of a name is found and stored, each once', async () => {
  answers = { 11: inPages(NAMED, []), 12: found() };
  const pages = await searchToTheEnd(main, 'nur');
  expect(pages.map(({ asked: count, conversations }) => [count, conversations.length])).toEqual([
    [2, 20],
    [1, 20],
    [1, 5],
  ]);
  const names = pages.flatMap(({ conversations }) => conversations.map(({ buyer }) => buyer.name));
  expect(names).toEqual(NAMED.map(({ buyer }) => buyer.name));
  expect(asked.slice(2)).toEqual(['buyers.searchConversations 11 2', 'buyers.searchConversations 11 3']);
  expect((await database.owner.query('select 1 from conversation')).rowCount).toBe(45);
  expect(await told()).toBe(45);
});

test('goes on through orders by a part of their number: known buyers by their conversation, the others by the order', async () => {
  answers = { 11: inPages(NAMED.slice(0, 25), []), 12: found() };
  const known = (await searchToTheEnd(main, 'nur')).flatMap(({ conversations }) => conversations);
  answers = { 11: inPages([], NUMBERED), 12: found() };
  const pages = await searchToTheEnd(main, '2611');
  const ids = pages.flatMap(({ conversations }) => conversations.map(({ conversationId }) => conversationId));
  expect(ids).toHaveLength(25);
  expect(new Set(ids)).toEqual(new Set(known.map(({ conversationId }) => conversationId)));
  const orders = pages.flatMap((one) => one.orders);
  expect(orders.map(({ orderNumber }) => orderNumber)).toEqual(NUMBERED.slice(26).map((order) => order.orderNumber));
  expect(pages.map(({ further }) => further.length)).toEqual([1, 0]);
  // An order is only named: nothing is opened or stored for it.
  expect((await database.owner.query('select 1 from conversation')).rowCount).toBe(25);
  expect(new Set(asked.map((line) => line.split(' ')[0]))).toEqual(new Set(['buyers.searchConversations']));
});

test('a shop that failed is asked again from where it was, and no other', async () => {
  const refused: SessionAnswer<ConversationsFound> = { ok: false, refusal: refusal('too_frequent'), canRetry: true };
  answers = { 11: inPages(NAMED, []), 12: refused };
  const first = await search(main, { words: 'nur' });
  expect(first.failed).toMatchObject([{ cursor: null }]);
  answers = { 11: refused, 12: found(hit('12', '904', 'Nurul', 9)) };
  const second = await search(main, { words: 'nur', from: first.further });
  expect(second).toMatchObject({ asked: 1, conversations: [], further: [], failed: [{ cursor: '2' }] });
  answers = { ...answers, 11: inPages(NAMED, []) };
  asked.length = 0;
  const failed = [...first.failed, ...second.failed].map(({ shopId, cursor }) => ({ shopId, cursor }));
  const third = await search(main, { words: 'nur', from: failed });
  expect(asked.toSorted()).toEqual(['buyers.searchConversations 11 2', 'buyers.searchConversations 12']);
  expect(third).toMatchObject({ asked: 2, failed: [], further: [{ cursor: '3' }] });
  expect(third.conversations).toHaveLength(21);
});

test('goes on at no shop that the member does not see, and for nobody without the permission', async () => {
  answers = { 11: inPages(NAMED, []), 12: inPages([], NUMBERED) };
  const { further } = await search(main, { words: 'nur' });
  expect(further).toHaveLength(2);
  asked.length = 0;
  expect(await search(sub, { words: 'nur', from: further })).toMatchObject({ asked: 1 });
  expect(asked).toEqual(['buyers.searchConversations 11 2']);
  await makeTenant(database, 'other@x', [['21']]);
  const other = new Visitor(web.origin);
  await other.logIn(CALLS.account.login, 'other@x', 'right');
  asked.length = 0;
  expect(await search(other, { words: 'nur', from: further })).toMatchObject({
    asked: 0,
    orders: [],
    conversations: [],
  });
  expect(asked).toEqual([]);
  const silent = new Visitor(web.origin);
  await silent.logIn(CALLS.account.login, 'silent', 'right');
  expect(await silent.call(searchAtMarketplaces, { words: 'nur', from: further })).toMatchObject({
    code: 'no_permission',
  });
  const [place] = further;
  expect(
    await main.call(searchAtMarketplaces, { words: 'nur', from: [{ shopId: place?.shopId ?? '', cursor: '' }] }),
  ).toMatchObject({
    code: 'invalid_request',
  });
});
