import { CALLS, type CallInput } from '@pasar/api';
import type { FoundConversation, SessionAnswer } from '@pasar/connector-kit';
import { asBuyerId, asPlatformConversationId, asPlatformShopId, refusal } from '@pasar/domain';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { makeTenant, openTestDatabase, type TestDatabase } from './harness/database.ts';
import { openTestWeb, type TestWeb, Visitor } from './harness/web.ts';

/** A search that goes to the marketplaces. Shops 11 and 12 are at Shopee, 13 is at Lazada. */
const { searchAtMarketplaces } = CALLS.chat;
let database: TestDatabase;
let web: TestWeb;
let main: Visitor;
let sub: Visitor;
const asked: string[] = [];
let underWay = 0;
let mostAtOnce = 0;
let answers: Readonly<Record<string, SessionAnswer<readonly FoundConversation[]> | null>> = {};

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
const found = (...value: FoundConversation[]) => ({ ok: true as const, value });

beforeAll(async () => {
  database = await openTestDatabase();
  const shops = [{ marketplace: 'shopee' as const, platformShopId: '11' }];
  const person = { username: 'sub', password: 'right', name: 'sub', permissionCodeList: ['chat'] as const, shops };
  await makeTenant(database, 'ours@x', [['11', '12', '13']], [person]);
  await database.owner.query("update shop set marketplace = 'lazada' where platform_shop_id = '13'");
  web = await openTestWeb(database, null, {
    askShop: async (_scope, _connectionId, method, [shop]) => {
      asked.push(`${method} ${String(shop)}`);
      underWay += 1;
      mostAtOnce = Math.max(mostAtOnce, underWay);
      await new Promise(setImmediate);
      underWay -= 1;
      return (answers[String(shop)] ?? null) as never;
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
    asked: 0,
    failed: [],
  });
  expect(asked).toEqual([]);
  const of = await search(sub, { words: 'aisyah' });
  expect(asked).toEqual(['buyers.searchConversations 11']);
  expect(of).toMatchObject({ asked: 1, failed: [{ refusal: { reason: 'shop_not_logged_in' } }] });
  expect(await main.call(searchAtMarketplaces, { words: 'a' })).toMatchObject({ code: 'invalid_request' });
});
