import { CALLS } from '@pasar/api';
import { asBuyerId, type DomainEvent, type MessageFacts } from '@pasar/domain';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ingest } from '../src/engine/ingest/ingest.ts';
import { makeIndexer } from '../src/engine/search/indexer.ts';
import { storeOrders } from '../src/records/order-book.ts';
import { indexSome, searchPrefix } from '../src/records/search-index.ts';
import { wholeAccount } from '../src/storage/database.ts';
import {
  listing,
  makeTenant,
  messageAt,
  openTestDatabase,
  type TestDatabase,
  type TestTenant,
} from './harness/database.ts';
import { captureLog } from './harness/log.ts';
import { NOW, orderRecord } from './harness/orders.ts';
import { indexAll, search, shownAs } from './harness/search.ts';
import { openTestWeb, type TestWeb, Visitor } from './harness/web.ts';

let database: TestDatabase;
let web: TestWeb;
let ours: TestTenant;
let theirs: TestTenant;
let main: Visitor;
/** Sees shop 11 only, with all keys. */
let suda: Visitor;
/** See both shops, with one key each. */
let chatter: Visitor;
let packer: Visitor;
let clerk: Visitor;
let nobody: Visitor;
let stranger: Visitor;
const conversations = new Map<string, string>();

const ownerOf = ({ connections: [owner] }: TestTenant) => {
  if (owner === undefined) throw new Error('no connection');
  return owner;
};
const take = (tenant: TestTenant, ...events: DomainEvent[]) =>
  ingest(
    database.engine,
    tenant.accountId,
    events.map((event) => ({ kind: 'event', owner: ownerOf(tenant), event })),
  );
const received = (message: MessageFacts): DomainEvent => ({ kind: 'message.received', message, via: 'live' });
const says = (shop: string, number: number, text: string, author: 'buyer' | 'seller' = 'buyer'): DomainEvent =>
  received(messageAt(shop, `c-${shop}`, number, author, { content: { type: 'text', text } }));
const named = (shop: string, name: string): DomainEvent => ({
  kind: 'conversation.listed',
  conversation: listing(shop, `c-${shop}`, { buyer: { buyerId: asBuyerId(`b-${shop}`), name, avatarUrl: null } }),
});
const shopIdOf = (tenant: TestTenant, platform: string) =>
  [...ownerOf(tenant).shopIds].find(([id]) => id === platform)?.[1] ?? '';
async function order(tenant: TestTenant, shop: string, id: string, more: Parameters<typeof orderRecord>[1] = {}) {
  await database.engine.within(wholeAccount(tenant.accountId), (transaction) =>
    storeOrders(transaction, {
      accountId: tenant.accountId,
      shopId: shopIdOf(tenant, shop) as never,
      records: [orderRecord(id, more)],
      readAt: NOW,
    } as never),
  );
}

beforeAll(async () => {
  database = await openTestDatabase();
  const shops = (...ids: string[]) => ids.map((platformShopId) => ({ marketplace: 'shopee' as const, platformShopId }));
  const person = (name: string, keys: readonly ('chat' | 'order' | 'remark')[], ...ids: string[]) => ({
    username: `ours:${name}`,
    password: 'right',
    name,
    permissionCodeList: [...keys],
    shops: shops(...ids),
  });
  ours = await makeTenant(
    database,
    'ours@x',
    [['11', '12']],
    [
      person('suda', ['chat', 'order', 'remark'], '11'),
      person('chatter', ['chat'], '11', '12'),
      person('packer', ['order'], '11', '12'),
      person('clerk', ['remark'], '11', '12'),
      person('nobody', [], '11', '12'),
    ],
  );
  theirs = await makeTenant(database, 'theirs@x', [['21']]);
  await take(ours, named('11', 'Lantern Lim'), named('12', 'Somchai'));
  await take(theirs, named('21', 'Lantern Tan'));
  await take(
    ours,
    says('11', 1, 'Is the red lantern still there?'),
    says('11', 2, 'Yes, the lantern is in stock', 'seller'),
    says('12', 3, 'lanterns for the festival'),
    received(
      messageAt('12', 'c-12', 4, 'seller', {
        content: {
          type: 'products',
          products: [
            { itemId: '1', title: 'Paper lantern, large', price: null, oldPrice: null, iconUrl: null, actionUrl: null },
          ],
          wireType: 'item',
          raw: {},
        },
      }),
    ),
  );
  await take(theirs, says('21', 5, 'a foreign lantern'));
  const found = await database.owner.query<{ id: string; platform: string }>(
    'select conversation_id as id, platform_conversation_id as platform from conversation',
  );
  for (const { id, platform } of found.rows) conversations.set(platform, id);
  const items = (title: string) => orderRecord('x').items.map((item) => ({ ...item, title }));
  await order(ours, '11', '1', { orderNumber: '2611204LANTERN', items: items('Red lantern') });
  await order(ours, '12', '2', { orderNumber: '2611204XYZ98', buyerName: 'Somchai', items: items('Silk lantern') });
  await order(theirs, '21', '3', { orderNumber: '2611204ABC', items: items('Foreign lantern') });
  web = await openTestWeb(database);
  const signIn = async (name: string) => {
    const visitor = new Visitor(web.origin);
    expect((await visitor.logIn(CALLS.account.login, name, 'right')).result).toBe('success');
    return visitor;
  };
  main = await signIn('ours@x');
  suda = await signIn('ours:suda');
  chatter = await signIn('ours:chatter');
  packer = await signIn('ours:packer');
  clerk = await signIn('ours:clerk');
  nobody = await signIn('ours:nobody');
  stranger = await signIn('theirs@x');
  const note = (who: Visitor, conversation: string, text: string) =>
    who.call(CALLS.buyers.writeBuyerNote, { conversationId: conversations.get(conversation), text });
  const remark = (who: Visitor, conversation: string, content: string) =>
    who.call(CALLS.remarks.addBuyerRemark, {
      conversationId: conversations.get(conversation),
      kind: 'pre_sales',
      content,
    });
  expect((await note(main, 'c-12', 'Collects every lantern')).result).toBe('success');
  expect((await note(stranger, 'c-21', 'foreign lantern note')).result).toBe('success');
  expect(await writeTeamNote(main, 'c-12', 'Promised a lantern for free')).toBe('success');
  expect(await writeTeamNote(stranger, 'c-21', 'foreign lantern for colleagues')).toBe('success');
  expect((await remark(main, 'c-11', 'Send a lantern as a gift')).result).toBe('success');
  expect((await remark(main, 'c-12', 'Ask about the lantern size')).result).toBe('success');
  await indexAll(database, ours.accountId);
  await indexAll(database, theirs.accountId);
});
afterAll(async () => {
  await web.close();
  await database.close();
});

async function writeTeamNote(who: Visitor, conversation: string, text: string) {
  const note = { conversationId: conversations.get(conversation), noteId: crypto.randomUUID(), text, mentions: [] };
  return (await who.call(CALLS.together.writeNote, note)).result;
}
const shown = async (who: Visitor, words: string, more: object = {}) =>
  (await search(who, words, more)).hits.map(shownAs);
const counted = async (who: Visitor, words: string, more: object = {}) =>
  Object.fromEntries((await search(who, words, more)).counts.map(({ kind, found }) => [kind, found]));

describe('what is found', () => {
  test('stands by its kind, the newest first, with the words marked', async () => {
    expect(await shown(main, 'lantern')).toEqual([
      'message: [lantern]s for the festival',
      'message: Yes, the [lantern] is in stock',
      'message: Is the red [lantern] still there?',
      'buyer: [Lantern] Lim',
      expect.stringMatching(/^order: (Red|Silk) \[lantern\]/),
      expect.stringMatching(/^order: (Red|Silk) \[lantern\]/),
      'product: Paper [lantern], large',
      'note: Collects every [lantern]',
      'teamNote: Promised a [lantern] for free',
      'remark: Ask about the [lantern] size',
      'remark: Send a [lantern] as a gift',
    ]);
  });

  test('is opened at its place: each hit names its shop, its conversation and its message', async () => {
    const { hits } = await search(main, 'red lantern still');
    expect(hits).toEqual([
      expect.objectContaining({
        kind: 'message',
        shopId: shopIdOf(ours, '11'),
        buyerName: 'Lantern Lim',
        conversationId: conversations.get('c-11'),
        position: '9000000000000000001',
        writer: 'buyer',
        key: expect.stringMatching(/^[0-9a-f-]{36}$/),
      }),
    ]);
  });

  test('has all words of the question, the last of which may be unfinished', async () => {
    expect(await shown(main, 'lanterns fest')).toEqual(['message: [lanterns] for the [fest]ival']);
    expect(await shown(main, 'fest lanterns ')).toEqual([]);
    expect(await shown(main, 'red festival')).toEqual([]);
    expect(await search(main, '  ')).toEqual({ counts: [], hits: [], next: null, isWhole: true });
  });

  test('is an order by its number, also by its last digits, and by its buyer', async () => {
    expect(await shown(main, '2611204XYZ')).toEqual(['order: [2611204XYZ]98 · Silk lantern · SHIRT-1']);
    expect(await counted(main, 'XYZ98')).toEqual({ order: 1 });
    expect(await counted(main, 'somch')).toMatchObject({ buyer: 1, order: 2 });
  });
});

describe('a filter', () => {
  test('leaves one kind by pages, and counts the other kinds as well', async () => {
    expect(await shown(main, 'lantern', { kind: 'remark' })).toEqual([
      'remark: Ask about the [lantern] size',
      'remark: Send a [lantern] as a gift',
    ]);
    expect(await counted(main, 'lantern', { kind: 'remark' })).toEqual({
      message: 3,
      buyer: 1,
      order: 2,
      product: 1,
      note: 1,
      teamNote: 1,
      remark: 2,
    });
  });

  test('leaves one shop, of notes those about a buyer of the shop', async () => {
    const filter = { shopIds: [shopIdOf(ours, '11')] };
    expect(await counted(main, 'lantern', filter)).toEqual({ message: 2, buyer: 1, order: 1, remark: 1 });
    expect(await counted(main, 'lantern', { marketplaces: ['lazada'] })).toEqual({});
    expect(await counted(main, 'lantern', { countries: ['SG'] })).toMatchObject({ message: 3, note: 1, teamNote: 1 });
  });

  test('leaves what the buyer or the team wrote; nobody wrote an order or a name', async () => {
    expect(await counted(main, 'lantern', { writer: 'buyer' })).toEqual({ message: 2 });
    expect(await counted(main, 'lantern', { writer: 'team' })).toEqual({
      message: 1,
      product: 1,
      note: 1,
      teamNote: 1,
      remark: 2,
    });
  });

  test('leaves a span of time, its end excluded', async () => {
    const at = (number: number) => 1_760_000_000_000 + number * 1_000;
    expect(await shown(main, 'lantern', { kind: 'message', from: at(2), to: at(3) })).toEqual([
      'message: Yes, the [lantern] is in stock',
    ]);
  });
});

describe('a member finds', () => {
  test('only what belongs to the shops that the member sees', async () => {
    expect(await counted(suda, 'lantern')).toEqual({ message: 2, buyer: 1, order: 1, remark: 1 });
    expect(await counted(suda, 'festival')).toEqual({});
    expect(await counted(suda, 'lantern', { shopIds: [shopIdOf(ours, '12')] })).toEqual({});
  });

  test('only the kinds that the member’s keys open', async () => {
    expect(await counted(chatter, 'lantern')).toEqual({ message: 3, buyer: 1, product: 1, note: 1, teamNote: 1 });
    expect(await counted(packer, 'lantern')).toEqual({ order: 2 });
    expect(await counted(clerk, 'lantern')).toEqual({ remark: 2 });
    expect(await search(nobody, 'lantern')).toEqual({ counts: [], hits: [], next: null, isWhole: true });
    expect(await shown(packer, 'lantern', { kind: 'message' })).toEqual([]);
  });

  test('nothing of another account, even with ids of its shops and with its prefix', async () => {
    expect(await counted(stranger, 'lantern')).toEqual({ message: 1, buyer: 1, order: 1, note: 1, teamNote: 1 });
    expect(await counted(stranger, 'lantern', { shopIds: [shopIdOf(ours, '11')] })).toEqual({});
    const query = `'${searchPrefix(ours.accountId, 'message')}lantern'`;
    const found = await database.app.within(wholeAccount(theirs.accountId), (transaction) =>
      transaction.query("select * from pasar_search('{message}', $1, null, null, 0, 9e15::bigint, null, null, 9, 9)", [
        [query],
      ]),
    );
    expect(found.rows).toEqual([]);
  });

  test('and the table itself shows the application nothing', async () => {
    await expect(
      database.app.within(wholeAccount(ours.accountId), (transaction) => transaction.query('select from search_entry')),
    ).rejects.toThrow('permission denied');
    const seen = await database.engine.within(wholeAccount(ours.accountId), (transaction) =>
      transaction.query<{ account_id: string }>('select distinct account_id from search_entry'),
    );
    expect(seen.rows).toEqual([{ account_id: ours.accountId }]);
    await expect(
      database.app.within({ accountId: theirs.accountId, shops: 'all', memberId: null }, (transaction) =>
        transaction.query(`insert into search_due (account_id, kind, subject_ids) values ($1, 'message', '{}')`, [
          ours.accountId,
        ]),
      ),
    ).rejects.toThrow('row-level security');
  });
});

describe('what has changed', () => {
  const count = async (words: string) => (await counted(main, words)) as Record<string, number>;
  const index = () => indexAll(database, ours.accountId);

  test('is found by its new words only: a name, a note, a remark, an order', async () => {
    await take(ours, named('12', 'Kangaroo'));
    await order(ours, '12', '2', { orderNumber: '2611204XYZ98', buyerName: 'Wallaby', changedAt: NOW, items: [] });
    await index();
    expect(await count('kangaroo')).toEqual({ buyer: 1 });
    expect(await count('wallaby')).toEqual({ order: 1 });
    expect(await count('silk')).toEqual({});
    const { hits } = await search(main, 'collects');
    const changed = await main.call(CALLS.buyers.changeBuyerNote, { noteId: hits[0]?.id, text: 'Likes candles' });
    expect(changed.result).toBe('success');
    await index();
    expect([await count('collects'), await count('candles')]).toEqual([{}, { note: 1 }]);
  });

  test('is not found when it was taken back, deleted, or its conversation is gone', async () => {
    await take(ours, says('12', 7, 'a zebra wrote'), says('12', 8, 'another zebra'));
    await index();
    expect(await count('zebra')).toEqual({ message: 2 });
    const { platformShopId, platformConversationId, platformMessageId } = messageAt('12', 'c-12', 7, 'buyer');
    await take(ours, {
      kind: 'message.withdrawn',
      platformShopId,
      platformConversationId,
      platformMessageId,
      status: 'recalled',
    });
    expect((await search(main, 'zebra')).hits.map(shownAs)).toEqual(['message: another [zebra]']);
    await index();
    expect(await count('zebra')).toEqual({ message: 1 });
    const { hits } = await search(main, 'candles');
    await main.call(CALLS.buyers.deleteBuyerNote, { noteId: hits[0]?.id });
    expect(await count('candles')).toEqual({});
    await take(ours, says('12', 9, 'zebra and its entry'));
    await database.owner.query('delete from conversation where conversation_id = $1', [conversations.get('c-12')]);
    expect(await count('zebra')).toEqual({});
    // What was still due finds nothing to index.
    await index();
    const left = await database.owner.query('select from search_entry e where kind = any($1) and shop_id = $2', [
      ['message', 'product', 'buyer', 'teamNote'],
      shopIdOf(ours, '12'),
    ]);
    expect(left.rowCount).toBe(0);
  });
});

test('texts that are no words keep nothing else from being found', async () => {
  const hostile = [
    'x'.repeat(5_000),
    `ก${'\u0e49'.repeat(3_000)}`,
    "'; drop -- \\ :* & | !",
    'half \ud83d',
    'nul \0 quokka',
  ];
  await take(ours, ...hostile.map((text, number) => says('11', 30 + number, text)));
  await indexAll(database, ours.accountId);
  expect(await counted(main, 'quokka')).toEqual({ message: 1 });
  for (const words of [...hostile.slice(0, 3).map((text) => text.slice(0, 100)), "'", '\\', ':*', '_', '!!']) {
    expect(await search(main, words)).toHaveProperty('hits');
  }
});

test('the indexer of a process makes what has come findable by itself', async () => {
  const indexer = makeIndexer({ database: database.engine, log: captureLog().logger, isTaking: () => false });
  indexer.start();
  await take(ours, says('11', 20, 'a platypus asks'));
  await expect.poll(() => counted(main, 'platypus'), { timeout: 20_000 }).toEqual({ message: 1 });
  await indexer.stop();
});

test('a member is told while old messages are still being indexed, and they are indexed once', async () => {
  await database.owner.query('delete from search_entry where account_id = $1', [ours.accountId]);
  await take(ours, ...Array.from({ length: 600 }, (_, number) => says('11', 1_000 + number, 'numbered walrus')));
  await database.owner.query('delete from search_due');
  // As the migration does.
  await database.owner.query(
    `insert into search_due (account_id, kind, subject_ids, is_backlog)
     select account_id, 'history', array[conversation_id], true from conversation where account_id = $1`,
    [ours.accountId],
  );
  const batch = () =>
    database.engine.within(wholeAccount(ours.accountId), (transaction) => indexSome(transaction, ours.accountId, true));
  expect(await batch()).toBe(true);
  const half = await search(main, 'walrus', { kind: 'message' });
  expect(half.isWhole).toBe(false);
  expect(half.counts[0]?.found).toBeLessThan(600);
  while (await batch());
  const whole = await search(main, 'walrus', { kind: 'message' });
  expect(whole).toMatchObject({ isWhole: true, counts: [{ kind: 'message', found: 600, isMore: false }] });
  const seen = new Set(whole.hits.map(({ id }) => id));
  for (let next = whole.next; next !== null; ) {
    const page = await search(main, 'walrus', { kind: 'message', cursor: next });
    for (const { id } of page.hits) seen.add(id);
    next = page.next;
  }
  expect(seen.size).toBe(600);
});
