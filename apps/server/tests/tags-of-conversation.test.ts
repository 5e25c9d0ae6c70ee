import { CALLS, conversationView } from '@pasar/api';
import { asBuyerId, asShopId } from '@pasar/domain';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ensureListed, lockConversations } from '../src/engine/ingest/conversations.ts';
import { ingest } from '../src/engine/ingest/ingest.ts';
import { lockTags } from '../src/records/buyer-tags.ts';
import { webhookEventOf } from '../src/records/change-feed.ts';
import { setConversations } from '../src/records/conversation-settings.ts';
import { storeNamed } from '../src/records/store-named.ts';
import { giveByRule } from '../src/records/tag-by-rule.ts';
import { type Transaction, wholeAccount } from '../src/storage/database.ts';
import {
  listing,
  makeTenant,
  messageAt,
  openTestDatabase,
  type TestDatabase,
  type TestTenant,
} from './harness/database.ts';
import { CHANGE_SAMPLES } from './harness/live-samples.ts';
import { type AnyAnswer, type LiveWindow, openTestWeb, type TestWeb, Visitor } from './harness/web.ts';

/** A conversation repeats the tags of its buyer, so that the rows of the lists show them. */
const { buyerTags, chat } = CALLS;
let database: TestDatabase;
let web: TestWeb;
let tenants = 0;
let tenant: TestTenant;
let main: Visitor;
/** Sees shop 11 only. */
let sub: Visitor;
beforeAll(async () => {
  database = await openTestDatabase();
  web = await openTestWeb(database);
});
afterAll(async () => {
  await web.close();
  await database.close();
});
/** Ann has two conversations with shop 11 and one with shop 12, Bo one with shop 11. */
beforeEach(async () => {
  tenants += 1;
  const shops = [{ marketplace: 'shopee' as const, platformShopId: '11' }];
  const username = `rows${tenants}:sub`;
  const person = { password: 'right', permissionCodeList: ['chat' as const], username, name: 'Suda', shops };
  tenant = await makeTenant(database, `rows${tenants}@x`, [['11', '12']], [person]);
  for (const [shop, place, buyer] of [
    ['11', 'ann', 'Ann'],
    ['11', 'ann too', 'Ann'],
    ['12', 'ann elsewhere', 'Ann'],
    ['11', 'bo', 'Bo'],
  ] as const) {
    await listed(shop, place, buyer);
  }
  main = await loggedIn(`rows${tenants}@x`);
  sub = await loggedIn(username);
});

async function loggedIn(name: string): Promise<Visitor> {
  const visitor = new Visitor(web.origin);
  await visitor.logIn(CALLS.account.login, name, 'right');
  return visitor;
}
async function listed(shop: string, place: string, buyer: string): Promise<void> {
  const [owner] = tenant.connections;
  if (owner === undefined) throw new Error('no connection');
  await ingest(
    database.engine,
    tenant.accountId,
    [
      {
        kind: 'conversation.listed' as const,
        conversation: listing(shop, place, { buyer: { buyerId: asBuyerId(buyer), name: buyer, avatarUrl: null } }),
      },
      { kind: 'message.received' as const, via: 'history' as const, message: messageAt(shop, place, 1, 'buyer') },
    ].map((event) => ({ kind: 'event', owner, event })),
  );
}
function dataOf(answer: AnyAnswer): unknown {
  if (answer.result !== 'success') throw new Error(`${answer.code} ${answer.detail}`);
  return answer.data;
}
async function idOf(place: string): Promise<string> {
  const found = await database.owner.query<{ conversation_id: string }>(
    'select conversation_id from conversation where account_id = $1 and platform_conversation_id = $2',
    [tenant.accountId, place],
  );
  return found.rows[0]?.conversation_id ?? '';
}
const give = async (place: string, buyerTagName: string, visitor = main) =>
  buyerTags.addBuyerTagToBuyer.output.parse(
    dataOf(await visitor.call(buyerTags.addBuyerTagToBuyer, { conversationId: await idOf(place), buyerTagName })),
  );
/** By the conversation: the names of the tags that its row shows. */
async function shown(visitor = main): Promise<Record<string, string[]>> {
  const { tags } = buyerTags.getTagList.output.parse(dataOf(await visitor.call(buyerTags.getTagList, {})));
  const list = chat.conversations.output.parse(dataOf(await visitor.call(chat.conversations, { tab: 'all' })));
  const places = await database.owner.query<{ id: string; place: string }>(
    'select conversation_id as id, platform_conversation_id as place from conversation',
  );
  const placeOf = new Map(places.rows.map(({ id, place }) => [id, place]));
  return Object.fromEntries(
    list.conversations.map(({ conversationId, tagIds }) => [
      placeOf.get(conversationId),
      tags.filter(({ buyerTagId }) => tagIds.includes(buyerTagId)).map(({ buyerTagName }) => buyerTagName),
    ]),
  );
}
const NONE = { ann: [], 'ann too': [], 'ann elsewhere': [], bo: [] };
const opened = async (visitor: Visitor): Promise<LiveWindow> =>
  visitor.live(chat.snapshot.output.parse(dataOf(await visitor.call(chat.snapshot, {}))).seq);
/** The conversations that a window was told of, each with the number of its tags. */
const told = ({ changes }: LiveWindow) =>
  changes.flatMap((change) => {
    if (change.kind !== 'conversation') return [];
    const { conversationId, tagIds } = conversationView.parse(change.conversation);
    return [[conversationId, tagIds.length] as const];
  });
const untilTags = (window: LiveWindow, count: number) =>
  window.until(({ changes }) => changes.filter(({ kind }) => kind === 'buyerTags').length === count);

/** Until a transaction waits for another one. */
const untilLocked = () =>
  expect
    .poll(async () => {
      const found = await database.owner.query("select from pg_stat_activity where wait_event_type = 'Lock'");
      return found.rowCount;
    })
    .toBeGreaterThan(0);

describe('the row of a conversation', () => {
  test('has the tags of the buyer in every conversation of the shop, told to the windows that see it', async () => {
    const [window, other] = [await opened(main), await opened(sub)];
    const { relationId } = await give('ann', 'Loyal');
    await give('ann too', 'Late', sub);
    expect(await shown()).toEqual({ ...NONE, ann: ['Late', 'Loyal'], 'ann too': ['Late', 'Loyal'] });
    await give('ann elsewhere', 'Loyal');
    expect(await shown()).toEqual({
      ann: ['Late', 'Loyal'],
      'ann too': ['Late', 'Loyal'],
      'ann elsewhere': ['Loyal'],
      bo: [],
    });
    dataOf(await main.call(buyerTags.removeBuyerTagRelationByRelationId, { relationId }));
    expect(await shown(sub)).toEqual({ ann: ['Late'], 'ann too': ['Late'], bo: [] });
    for (const one of [window, other]) await untilTags(one, 4);
    const [ann, too, elsewhere] = [await idOf('ann'), await idOf('ann too'), await idOf('ann elsewhere')];
    const ofShop = (count: number) => [
      [ann, count],
      [too, count],
    ];
    const sorted = (window: LiveWindow) => {
      const all = told(window);
      return [0, 2, 4].map((at) => all.slice(at, at + 2).toSorted(([a], [b]) => (a === ann ? -1 : b === ann ? 1 : 0)));
    };
    expect(sorted(other)).toEqual([ofShop(1), ofShop(2), ofShop(1)]);
    expect(told(window).filter(([id]) => id === elsewhere)).toEqual([[elsewhere, 1]]);
    expect(told(other).filter(([id]) => id === elsewhere)).toEqual([]);
    window.close();
    other.close();
  });

  test('begins with the tags of a buyer who has another conversation in the shop', async () => {
    await give('ann', 'Loyal');
    await listed('11', 'ann again', 'Ann');
    await listed('12', 'ann there', 'Ann');
    expect(await shown()).toMatchObject({ 'ann again': ['Loyal'], 'ann there': [] });
    // Further messages leave them, and so does a listing of what is known.
    await listed('11', 'ann again', 'Ann');
    expect(await shown()).toMatchObject({ 'ann again': ['Loyal'] });
  });

  test('has another name of a tag, and loses a tag that is deleted, without being sent anew', async () => {
    const { buyerTagId } = await give('ann', 'Loyal');
    await give('ann', 'Late');
    const window = await opened(main);
    dataOf(await main.call(buyerTags.saveTag, { buyerTagId, buyerTagName: 'Very loyal', color: 'blue' }));
    expect((await shown())['ann too']).toEqual(['Late', 'Very loyal']);
    dataOf(await main.call(buyerTags.deleteTag, { buyerTagId }));
    expect((await shown())['ann too']).toEqual(['Late']);
    await untilTags(window, 2);
    expect(told(window)).toEqual([]);
    window.close();
    // The next change of the buyer's tags forgets it altogether.
    await give('ann', 'New');
    const kept = await database.owner.query<{ tag_ids: string[] }>(
      'select tag_ids from conversation where conversation_id = $1',
      [await idOf('ann')],
    );
    expect(kept.rows[0]?.tag_ids).toHaveLength(2);
    expect(kept.rows[0]?.tag_ids).not.toContain(buyerTagId);
  });
});

test('pasted buyers get their tag by one statement, and each row is told once', async () => {
  const { buyerTagId } = buyerTags.saveTag.output.parse(
    dataOf(await main.call(buyerTags.saveTag, { buyerTagName: 'Gift', color: 'red' })),
  );
  const window = await opened(main);
  const file = Buffer.from('Ann\nBo\n').toString('base64');
  const paste = async (mark?: string) =>
    buyerTags.batchAddBuyerTagToBuyer.output.parse(
      dataOf(
        await main.call(buyerTags.batchAddBuyerTagToBuyer, {
          buyerTagId,
          file,
          ...(mark === undefined ? {} : { mark }),
        }),
      ),
    );
  const { mark } = await paste();
  await paste(mark);
  expect(await shown()).toEqual({ ann: ['Gift'], 'ann too': ['Gift'], 'ann elsewhere': ['Gift'], bo: ['Gift'] });
  await untilTags(window, 1);
  expect(told(window).map(([, count]) => count)).toEqual([1, 1, 1, 1]);
  window.close();
});

describe('who tags a buyer by a later conversation while the engine has locked an earlier one', () => {
  const by = () => ({ accountId: tenant.accountId, memberId: tenant.mainId, memberName: 'Main', now: Date.now() });
  test.each([
    [
      'by an action on many conversations',
      (transaction: Transaction, conversationId: string, buyerTagId: string) =>
        setConversations(transaction, by(), [conversationId], { kind: 'tag', buyerTagId, isOn: true }),
    ],
    [
      'by a rule',
      (transaction: Transaction, conversationId: string, tagId: string) => {
        const gift = { ruleId: crypto.randomUUID(), tagId, conversationId, addedBy: 'Rule' };
        return giveByRule(transaction, tenant.accountId, [gift], Date.now());
      },
    ],
  ])('%s, waits, and holds nothing that the engine needs next', async (_, tag) => {
    const { buyerTagId } = await give('bo', 'Loyal');
    const [earlier, later] = [await idOf('ann'), await idOf('ann too')];
    expect(earlier < later).toBe(true);
    const scope = wholeAccount(tenant.accountId);
    let tagging: Promise<unknown> = Promise.resolve();
    await database.engine.within(scope, async (transaction) => {
      await lockConversations(transaction, [], [earlier]);
      tagging = database.engine.within<unknown>(scope, (other) => tag(other, later, buyerTagId));
      await untilLocked();
      await lockConversations(transaction, [], [later]);
    });
    await tagging;
    expect(await shown()).toMatchObject({ ann: ['Loyal'], 'ann too': ['Loyal'] });
  });
});

describe('a conversation that comes while somebody tags its buyer', () => {
  const within = (run: Parameters<typeof database.engine.within>[1]) =>
    database.engine.within(wholeAccount(tenant.accountId), run);
  const tag = (transaction: Transaction, conversationId: string, buyerTagId: string) => {
    const by = { accountId: tenant.accountId, memberId: tenant.mainId, memberName: 'Main', now: Date.now() };
    return setConversations(transaction, by, [conversationId], { kind: 'tag', buyerTagId, isOn: true });
  };
  const again = listing('11', 'ann again', { buyer: { buyerId: asBuyerId('Ann'), name: 'Ann', avatarUrl: null } });

  test.each([
    ['by a list of the marketplace', () => listed('11', 'ann again', 'Ann')],
    [
      'by a search at the marketplace',
      async () => {
        const shopId = await shopOf('ann');
        const named = [{ conversation: again, buyer: again.buyer, lastMessageAt: 1 }];
        await within((transaction) => storeNamed(transaction, tenant.accountId, shopId, named, false));
      },
    ],
  ])('%s has the tag', async (_, come) => {
    const { buyerTagId } = await give('bo', 'Loyal');
    const ann = await idOf('ann');
    let coming: Promise<unknown> = Promise.resolve();
    await within(async (transaction) => {
      await tag(transaction, ann, buyerTagId);
      coming = come();
      await untilLocked();
    });
    await coming;
    expect(await shown()).toMatchObject({ ann: ['Loyal'], 'ann again': ['Loyal'] });
  });

  test('has the tag also where it was stored first, and what is known waits for nobody', async () => {
    const { buyerTagId } = await give('bo', 'Loyal');
    const ann = await idOf('ann');
    const shopId = asShopId(await shopOf('ann'));
    let tagging: Promise<unknown> = Promise.resolve();
    await within(async (_, send) => {
      ensureListed(send, tenant.accountId, [{ shopId, facts: again }]);
      await send({ text: 'select' });
      tagging = within((transaction) => tag(transaction, ann, buyerTagId));
      await untilLocked();
    });
    await tagging;
    expect(await shown()).toMatchObject({ ann: ['Loyal'], 'ann again': ['Loyal'] });
    await within(async (transaction) => {
      await lockTags(transaction, tenant.accountId);
      await listed('11', 'ann again', 'Ann');
    });
  });
});
async function shopOf(place: string): Promise<string> {
  const found = await database.owner.query<{ shop_id: string }>(
    'select shop_id from conversation where conversation_id = $1',
    [await idOf(place)],
  );
  return found.rows[0]?.shop_id ?? '';
}

test('no webhook is told of a conversation of which only the tags have changed', () => {
  const shopId = asShopId(crypto.randomUUID());
  const changed = { change: CHANGE_SAMPLES.conversation(shopId), shopId, memberId: null };
  expect(webhookEventOf(changed)).toBe('conversation.changed');
  expect(webhookEventOf({ ...changed, nature: 'tags' })).toBeNull();
});
