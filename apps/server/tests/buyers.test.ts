import { CALLS } from '@pasar/api';
import type { Page, SessionAnswer } from '@pasar/connector-kit';
import { asBuyerId, type BuyerProfile, type Order, refusal } from '@pasar/domain';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ingest } from '../src/engine/ingest/ingest.ts';
import {
  listing,
  makeTenant,
  messageAt,
  openTestDatabase,
  type TestDatabase,
  type TestTenant,
} from './harness/database.ts';
import { openTestWeb, type TestWeb, Visitor } from './harness/web.ts';

const { buyers } = CALLS;
let database: TestDatabase;
let web: TestWeb;
let ours: TestTenant;
let theirs: TestTenant;
let main: Visitor;
/** Sees shop 11 only. */
let sub: Visitor;
/** Sees shop 12 only. */
let other: Visitor;
let stranger: Visitor;
/** Conversations by account and shop, all of the buyer `ann`. */
const at = new Map<string, string>();

/** The questions to the marketplace, and its answers by method and shop. */
const asked: { readonly method: string; readonly args: readonly unknown[] }[] = [];
let answerOf: (method: string, shop: string) => SessionAnswer<unknown> | null;

const ANN = { buyerId: asBuyerId('ann'), name: 'Ann', avatarUrl: null };
const PROFILE: BuyerProfile = {
  name: 'Ann',
  avatarUrl: null,
  country: 'SG',
  language: null,
  joinedAt: 1_556_762_400_000,
  isBlocked: false,
  isFollower: null,
  orderCount: 7,
  deliveredOrderCount: 6,
  rating: 4.5,
};
const given = (value: unknown): SessionAnswer<unknown> => ({ ok: true, value });
const refused = (reason: Parameters<typeof refusal>[0]): SessionAnswer<unknown> => ({
  ok: false,
  refusal: refusal(reason, null),
  canRetry: false,
});
let orderNumber = 0;
const anOrder = (status: Order['status'], amount: string, currency = 'SGD'): Order => {
  orderNumber += 1;
  return {
    orderId: String(orderNumber),
    orderNumber: String(orderNumber),
    buyerId: ANN.buyerId,
    buyerName: 'Ann',
    status,
    wireStatus: status,
    total: { amount, currency },
    createdAt: 1,
    items: [],
    sellerNote: null,
  };
};
const page = (next: string | null, ...items: Order[]): Page<Order> => ({ items, next, unreadable: [] });

beforeAll(async () => {
  database = await openTestDatabase();
  const person = { password: 'right', permissionCodeList: ['chat' as const] };
  const shops = (platformShopId: string) => [{ marketplace: 'shopee' as const, platformShopId }];
  ours = await makeTenant(
    database,
    'ours@x',
    [['11', '12', '13']],
    [
      { ...person, permissionCodeList: ['chat', 'order'], username: 'ours:sub', name: 'Suda', shops: shops('11') },
      { ...person, username: 'ours:other', name: 'Otto', shops: shops('12') },
    ],
  );
  theirs = await makeTenant(database, 'theirs@x', [['11']]);
  for (const [tenant, ids] of [
    [ours, ['11', '12']],
    [theirs, ['11']],
  ] as const) {
    const [owner] = tenant.connections;
    if (owner === undefined) throw new Error('no connection');
    for (const [index, shop] of ids.entries()) {
      const conversation = listing(shop, `c-${shop}`, { buyer: ANN });
      const heard = (number: number) => ({
        kind: 'event' as const,
        owner,
        event: {
          kind: 'message.received' as const,
          message: messageAt(shop, `c-${shop}`, number, 'buyer'),
          via: 'live' as const,
        },
      });
      await ingest(database.engine, tenant.accountId, [
        { kind: 'event', owner, event: { kind: 'conversation.listed', conversation } },
        heard(10 * (index + 1)),
        heard(10 * (index + 1) + 5),
      ]);
    }
    const found = await database.owner.query<{ conversation_id: string; platform_conversation_id: string }>(
      'select conversation_id, platform_conversation_id from conversation where account_id = $1',
      [tenant.accountId],
    );
    const name = tenant === ours ? 'ours' : 'theirs';
    for (const row of found.rows) at.set(`${name} ${row.platform_conversation_id.slice(2)}`, row.conversation_id);
  }
  web = await openTestWeb(database, null, {
    askShop: async (_scope, _connectionId, method, args) => {
      asked.push({ method, args });
      return answerOf(method, String(args[0])) as never;
    },
  });
  const signIn = async (name: string) => {
    const visitor = new Visitor(web.origin);
    expect((await visitor.logIn(CALLS.account.login, name, 'right')).result).toBe('success');
    return visitor;
  };
  main = await signIn('ours@x');
  sub = await signIn('ours:sub');
  other = await signIn('ours:other');
  stranger = await signIn('theirs@x');
});
beforeEach(async () => {
  asked.length = 0;
  answerOf = () => refused('call_failed');
  await database.owner.query('delete from known_buyer');
  await database.owner.query('delete from buyer_note');
  await database.owner.query('update conversation set is_buyer_blocked = false');
});
afterAll(async () => {
  await web.close();
  await database.close();
});

const idAt = (place: string): string => {
  const id = at.get(place);
  if (id === undefined) throw new Error(`no conversation ${place}`);
  return id;
};
const about = (place: string) => ({ conversationId: idAt(place) });
const dataOf = async <Data>(answer: Promise<{ result: string } & { data?: Data }>): Promise<Data> => {
  const got = await answer;
  if (got.result !== 'success' || got.data === undefined) throw new Error(JSON.stringify(got));
  return got.data;
};
const record = (who: Visitor, place: string) => dataOf(who.call(buyers.buyerRecord, about(place)) as never) as never;
const newestChanges = async () => {
  const found = await database.owner.query<{ kind: string; payload: { conversation?: unknown } }>(
    'select kind, payload from change where account_id = $1 order by seq desc limit 5',
    [ours.accountId],
  );
  return found.rows;
};

describe('what the marketplace tells of a buyer', () => {
  test('is asked once in two minutes, kept, and shown from then on without asking', async () => {
    answerOf = () => given(PROFILE);
    const first = await main.call(buyers.buyerProfile, about('ours 11'));
    expect(first).toMatchObject({ result: 'success', data: { profile: PROFILE } });
    expect(await main.call(buyers.buyerProfile, about('ours 11'))).toEqual(first);
    expect(asked).toEqual([{ method: 'buyers.profile', args: ['11', 'ann'] }]);
    expect(await record(main, 'ours 11')).toMatchObject({ told: { profile: PROFILE } });
    await database.owner.query('update known_buyer set profile_at = profile_at - 120001');
    answerOf = () => refused('call_failed');
    expect(await main.call(buyers.buyerProfile, about('ours 11'))).toMatchObject({ code: 'call_failed' });
    expect(await record(main, 'ours 11')).toMatchObject({ told: { profile: PROFILE } });
    // Another shop's answer is its own.
    expect(await record(main, 'ours 12')).toMatchObject({ told: null });
  });

  test('with a block marks the conversation of that shop in every window', async () => {
    answerOf = () => given({ ...PROFILE, isBlocked: true });
    await main.call(buyers.buyerProfile, about('ours 11'));
    const [change] = await newestChanges();
    expect(change).toMatchObject({
      kind: 'conversation',
      payload: { conversation: { conversationId: idAt('ours 11'), isBuyerBlocked: true } },
    });
    const rows = await database.owner.query(
      "select conversation_id, is_buyer_blocked from conversation where buyer_id = 'ann'",
    );
    expect(rows.rows.filter((row) => row.is_buyer_blocked).map((row) => row.conversation_id)).toEqual([
      idAt('ours 11'),
    ]);
  });

  test('may hold any text, also what a database cannot store', async () => {
    answerOf = () => given({ ...PROFILE, name: '<img src=x onerror=alert(1)>\0\ud800' });
    expect(await main.call(buyers.buyerProfile, about('ours 11'))).toMatchObject({ result: 'success' });
    expect(await record(main, 'ours 11')).toMatchObject({
      told: { profile: { name: '<img src=x onerror=alert(1)>\ufffd\ufffd' } },
    });
  });
});

describe('contacts', () => {
  test('are the first message that is known and the last one, over the shops that the member sees', async () => {
    const time = (number: number) => 1_760_000_000_000 + number * 1_000;
    expect(await record(main, 'ours 11')).toMatchObject({
      firstContactAt: time(10),
      isFirstContactSure: false,
      lastContactAt: time(25),
      elsewhere: [{ conversationId: idAt('ours 12') }],
    });
    await database.owner.query("update conversation set history = 'complete'");
    expect(await record(sub, 'ours 11')).toMatchObject({
      firstContactAt: time(10),
      isFirstContactSure: true,
      lastContactAt: time(15),
      elsewhere: [],
    });
    expect(await record(stranger, 'theirs 11')).toMatchObject({ lastContactAt: time(15), elsewhere: [] });
  });
});

describe('orders and money', () => {
  test('are summed by currency over the shops where the buyer has written, and kept', async () => {
    const pages: Readonly<Record<string, readonly Page<Order>[]>> = {
      '11': [page('2', anOrder('finished', '10.10'), anOrder('cancelled', '99')), page(null, anOrder('finished', '5'))],
      '12': [page(null, anOrder('wait_seller_send', '200000', 'VND'), anOrder('unpaid', '7'))],
    };
    const turn = new Map<string, number>();
    answerOf = (_method, shop) => {
      const number = turn.get(shop) ?? 0;
      turn.set(shop, number + 1);
      return given(pages[shop]?.[number]);
    };
    const answer = await main.call(buyers.buyerOrders, about('ours 11'));
    const spent = [
      { amount: '15.1', currency: 'SGD' },
      { amount: '200000', currency: 'VND' },
    ];
    expect(answer).toMatchObject({
      result: 'success',
      data: {
        orderCount: 5,
        spent,
        isAtLeast: false,
        shops: [{ orders: { orderCount: 3 } }, { orders: { orderCount: 2 } }],
      },
    });
    expect(asked.map(({ args }) => args[0])).toEqual(expect.arrayContaining(['11', '11', '12']));
    asked.length = 0;
    expect(await main.call(buyers.buyerOrders, about('ours 12'))).toMatchObject({
      data: { orderCount: 5, spent: spent.toReversed() },
    });
    expect(asked).toEqual([]);
    expect(await record(main, 'ours 11')).toMatchObject({ orders: { orderCount: 5, spent } });
    // A member is told nothing of a shop that the member does not see.
    expect(await record(sub, 'ours 11')).toMatchObject({ orders: { orderCount: 3, spent: [spent[0]] } });
  });

  test('are told only to members who may see orders, also from the record', async () => {
    expect(await other.call(buyers.buyerOrders, about('ours 12'))).toMatchObject({ code: 'no_permission' });
    expect(await record(other, 'ours 12')).toMatchObject({ orders: null });
    expect(asked).toEqual([]);
  });

  test('are "at least" when there are more pages than are read, or a shop cannot be asked', async () => {
    answerOf = (_method, shop) =>
      shop === '11' ? given(page('more', anOrder('finished', '1'))) : refused('shop_not_logged_in');
    expect(await main.call(buyers.buyerOrders, about('ours 11'))).toMatchObject({
      data: {
        orderCount: 4,
        spent: [{ amount: '4', currency: 'SGD' }],
        isAtLeast: true,
        shops: [{ refusal: null }, { orders: null, refusal: { reason: 'shop_not_logged_in' } }],
      },
    });
  });

  test('are refused when no shop tells anything', async () => {
    answerOf = () => refused('shop_not_logged_in');
    expect(await main.call(buyers.buyerOrders, about('ours 11'))).toMatchObject({ code: 'shop_not_logged_in' });
  });
});

describe('blocking', () => {
  test('asks the marketplace, marks the conversation, and is taken back', async () => {
    answerOf = (method) => given(method === 'buyers.profile' ? PROFILE : null);
    await sub.call(buyers.buyerProfile, about('ours 11'));
    asked.length = 0;
    for (const isBlocked of [true, false]) {
      expect(await sub.call(buyers.blockBuyer, { ...about('ours 11'), isBlocked })).toMatchObject({
        result: 'success',
      });
      const [change] = await newestChanges();
      expect(change?.payload).toMatchObject({ conversation: { isBuyerBlocked: isBlocked } });
      expect(await record(sub, 'ours 11')).toMatchObject({ told: { profile: { isBlocked } } });
    }
    expect(asked).toEqual([
      { method: 'buyers.setBlocked', args: ['11', { buyerId: 'ann', isBlocked: true }] },
      { method: 'buyers.setBlocked', args: ['11', { buyerId: 'ann', isBlocked: false }] },
    ]);
  });

  test('is refused while the buyer has unfinished orders, and then nothing changes', async () => {
    answerOf = () => refused('buyer_has_open_orders');
    expect(await main.call(buyers.blockBuyer, { ...about('ours 11'), isBlocked: true })).toMatchObject({
      result: 'fail',
      code: 'buyer_has_open_orders',
      reason: 'This buyer still has unfinished orders and cannot be blocked.',
    });
    const rows = await database.owner.query('select 1 from conversation where is_buyer_blocked');
    expect(rows.rows).toEqual([]);
  });

  test.each(['lazada', 'tiktok'] as const)('is not offered at %s, and nobody is asked', async (marketplace) => {
    await database.owner.query('update shop set marketplace = $1 where account_id = $2', [marketplace, ours.accountId]);
    expect(await main.call(buyers.blockBuyer, { ...about('ours 11'), isBlocked: true })).toMatchObject({
      code: 'invalid_request',
      detail: 'not offered by this marketplace',
    });
    expect(asked).toEqual([]);
    await database.owner.query("update shop set marketplace = 'shopee' where account_id = $1", [ours.accountId]);
  });
});

describe('notes of ours', () => {
  const notes = async (who: Visitor, place: string) =>
    ((await dataOf(who.call(buyers.buyerNotes, about(place)) as never)) as { notes: { noteId: string }[] }).notes;
  const write = (who: Visitor, place: string, text: string) =>
    who.call(buyers.writeBuyerNote, { ...about(place), text });

  test('are seen in every shop of the marketplace, with author and time, and told to all windows', async () => {
    const text = '<script>alert(1)</script> pays late';
    expect(await write(sub, 'ours 11', text)).toMatchObject({ result: 'success' });
    expect((await newestChanges())[0]).toMatchObject({ kind: 'buyerNotes' });
    const note = { text: '<script>alert(1)</script> pays late', author: 'Suda', changedAt: null };
    expect(await notes(sub, 'ours 11')).toMatchObject([{ ...note, mayChange: true }]);
    expect(await notes(other, 'ours 12')).toMatchObject([{ ...note, mayChange: false }]);
    expect(await notes(main, 'ours 12')).toMatchObject([{ ...note, mayChange: true }]);
    // The same buyer id in another account, or at another marketplace, is somebody else.
    expect(await notes(stranger, 'theirs 11')).toEqual([]);
    await database.owner.query("update buyer_note set marketplace = 'lazada'");
    expect(await notes(sub, 'ours 11')).toEqual([]);
  });

  test('are changed and deleted by their author and by the main account, and exist for nobody else', async () => {
    await write(sub, 'ours 11', 'first');
    const [note] = await notes(sub, 'ours 11');
    const noteId = note?.noteId ?? '';
    for (const who of [other, stranger]) {
      const missing = { result: 'fail', code: 'not_found' };
      expect(await who.call(buyers.changeBuyerNote, { noteId, text: 'x' })).toMatchObject(missing);
      expect(await who.call(buyers.deleteBuyerNote, { noteId })).toMatchObject(missing);
    }
    expect(await sub.call(buyers.changeBuyerNote, { noteId, text: ' second ' })).toMatchObject({ result: 'success' });
    expect(await notes(other, 'ours 12')).toMatchObject([{ text: 'second', changedAt: expect.any(Number) }]);
    expect(await main.call(buyers.deleteBuyerNote, { noteId })).toMatchObject({ result: 'success' });
    expect(await notes(sub, 'ours 11')).toEqual([]);
  });

  test('are not empty, not too long and not too many', async () => {
    for (const text of ['', ' ', 'x'.repeat(1_001)]) {
      expect(await write(sub, 'ours 11', text)).toMatchObject({ code: 'invalid_request' });
    }
    await database.owner.query(
      `insert into buyer_note (account_id, marketplace, buyer_id, author, text, written_at)
       select $1, 'shopee', 'ann', 'Gone', 'note ' || number, number from generate_series(1, 99) number`,
      [ours.accountId],
    );
    expect(await write(sub, 'ours 11', 'the last')).toMatchObject({ result: 'success' });
    expect(await write(sub, 'ours 11', 'too many')).toMatchObject({ code: 'buyer_notes_full' });
    const all = await notes(sub, 'ours 11');
    expect(all).toHaveLength(100);
    expect(all[0]).toMatchObject({ text: 'the last' });
  });

  test('stay when their author is deleted', async () => {
    const { rows } = await database.owner.query<{ member_id: string }>(
      `insert into member (account_id, username, name, password_hash, is_main) values ($1, 'ours:brief', 'Brief', 'x', false)
       returning member_id`,
      [ours.accountId],
    );
    await database.owner.query(
      `insert into buyer_note (account_id, marketplace, buyer_id, member_id, author, text, written_at)
       values ($1, 'shopee', 'ann', $2, 'Brief', 'stays', 1)`,
      [ours.accountId, rows[0]?.member_id],
    );
    await database.owner.query('delete from member where member_id = $1', [rows[0]?.member_id]);
    expect(await notes(sub, 'ours 11')).toMatchObject([{ author: 'Brief', text: 'stays', mayChange: false }]);
  });
});
