import {
  type Author,
  asBuyerId,
  asMemberId,
  type DashboardPeriod,
  type DomainEvent,
  type MessageFacts,
  type ShopId,
} from '@pasar/domain';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ingest } from '../src/engine/ingest/ingest.ts';
import type { OwnedConnection } from '../src/engine/ingest/types.ts';
import { exportTeamFigures } from '../src/features/team-figures/export.ts';
import { teamFigures } from '../src/features/team-figures/figures.ts';
import { responseShares } from '../src/features/team-figures/shares.ts';
import { teamWaits } from '../src/features/team-figures/waits.ts';
import { readSpreadsheet } from '../src/files/spreadsheet/read.ts';
import { findMember, type Member } from '../src/records/members.ts';
import { storeOrders } from '../src/records/order-book.ts';
import { makeTeamFigures } from '../src/records/team-figures.ts';
import { wholeAccount } from '../src/storage/database.ts';
import { listing, makeTenant, openTestDatabase, type TestDatabase } from './harness/database.ts';
import { NOW, orderRecord } from './harness/orders.ts';
import { countedByHand, written } from './harness/team-figures.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
let database: TestDatabase;
let owner: OwnedConnection;
let main: Member;
let sub: Member;
let first: ShopId;
beforeAll(async () => {
  database = await openTestDatabase();
  const granted = [{ marketplace: 'shopee' as const, platformShopId: '12' }];
  const subs = [{ username: 'anna', password: 'right', name: 'Anna', permissionCodeList: [], shops: granted }];
  const tenant = await makeTenant(database, 'team@x', [['11', '12']], subs);
  [owner] = tenant.connections as [OwnedConnection];
  [first] = [...owner.shopIds.values()] as [ShopId];
  main = await memberOf(true);
  sub = await memberOf(false);
});
afterAll(() => database.close());
beforeEach(async () => {
  for (const table of ['conversation', 'figures_due', 'shop_order']) await database.owner.query(`delete from ${table}`);
});

async function memberOf(isMain: boolean): Promise<Member> {
  const found = await database.owner.query<{ member_id: string }>('select member_id from member where is_main = $1', [
    isMain,
  ]);
  const known = await findMember(database.app, owner.accountId, asMemberId(found.rows[0]?.member_id ?? ''), true);
  if (known === null) throw new Error('no such member');
  return known;
}
const take = (...events: DomainEvent[]) =>
  ingest(
    database.engine,
    owner.accountId,
    events.map((event) => ({ kind: 'event', owner, event })),
  );
const received = (message: MessageFacts): DomainEvent => ({ kind: 'message.received', message, via: 'live' });
async function makeAll(most = 2): Promise<void> {
  const once = () =>
    database.engine.within(wholeAccount(owner.accountId), (transaction) =>
      makeTeamFigures(transaction, owner.accountId, most),
    );
  while (await once());
}
const listed = (conversation: string, shop = '11'): DomainEvent => ({
  kind: 'conversation.listed',
  conversation: listing(shop, conversation),
});
async function hear(conversation: string, from: number, lines: readonly (readonly [number, Author])[], shop = '11') {
  await take(listed(conversation, shop));
  await take(...written(conversation, from, lines, shop).map(received));
}
/** The messages of a conversation were sent by this member from here. */
const sentBy = (conversation: string, who: Member) =>
  database.owner.query(
    `update message set member_id = $2 where author = 'seller' and conversation_id =
       (select conversation_id from conversation where platform_conversation_id = $1)`,
    [conversation, who.view.memberId],
  );
const as = (who: Member) => ({
  figures: (period: DashboardPeriod = 'past7days', timeZone = 'UTC') =>
    database.app.within(who.scope, async (transaction) => {
      const told = await teamFigures({ transaction, member: who, now: NOW }, { period, timeZone });
      if (!told.ok) throw new Error(told.refusal.reason);
      return told.data;
    }),
  waits: (of: Partial<Parameters<typeof teamWaits>[1]> = {}) =>
    database.app.within(who.scope, (transaction) =>
      teamWaits({ transaction, member: who, now: NOW }, { period: 'past7days', timeZone: 'UTC', pageSize: 50, ...of }),
    ),
});
const YESTERDAY = NOW - (NOW % 86_400_000) - 86_400_000;

describe('the waits', () => {
  test('are those that a person counts, whatever the order and the batches in which messages come', async () => {
    const message = fc.record({
      conversation: fc.constantFrom('one', 'two'),
      author: fc.constantFrom<Author>('buyer', 'buyer', 'seller', 'system'),
      minute: fc.integer({ min: 0, max: 4_000 }),
      isWithdrawn: fc.boolean(),
    });
    const messages = fc.uniqueArray(message, { minLength: 1, maxLength: 14, selector: ({ minute }) => minute });
    const shuffled = messages.chain((all) =>
      fc.tuple(
        fc.constant(all),
        fc.shuffledSubarray([...all, ...all], { minLength: all.length * 2 }),
        fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 14, maxLength: 14 }),
      ),
    );
    await fc.assert(
      fc.asyncProperty(shuffled, async ([all, order, cuts]) => {
        await database.owner.query('delete from conversation');
        await take(listed('one'), listed('two'));
        const factsOf = ({ conversation, author, minute, isWithdrawn }: (typeof all)[number]) => {
          const [facts] = written(conversation, YESTERDAY, [[minute, author]]);
          if (facts === undefined) throw new Error('no message');
          return received(isWithdrawn ? { ...facts, status: 'recalled' } : facts);
        };
        for (let done = 0, cut = 0; done < order.length; cut += 1) {
          const size = cuts[cut % cuts.length] ?? 1;
          await take(...order.slice(done, done + size).map(factsOf));
          if (size % 2 === 0) await makeAll();
          done += size;
        }
        await makeAll();
        const stored = await database.owner.query<{ asked: string; answered: string | null; is_first: boolean }>(
          'select asked_at as asked, answered_at as answered, is_first from buyer_wait order by asked_at',
        );
        const told = all.map(({ minute, ...more }) => ({ ...more, sentAt: YESTERDAY + minute * MINUTE }));
        expect(
          stored.rows.map(({ asked, answered, is_first: isFirst }) => ({
            asked: Number(asked),
            answered: answered === null ? null : Number(answered),
            isFirst,
          })),
        ).toEqual(countedByHand(told));
        const hours = await database.owner.query<{ messages: string }>(
          'select coalesce(sum(messages), 0) as messages from conversation_hour',
        );
        const counted = told.filter(
          ({ author, isWithdrawn }) => author === 'seller' || (author === 'buyer' && !isWithdrawn),
        );
        expect(Number(hours.rows[0]?.messages)).toBe(counted.length);
      }),
      { numRuns: 40, seed: 3 },
    );
  });

  test('follow a message that is withdrawn later, and a member who turns out to have sent an answer', async () => {
    await hear('late', YESTERDAY, [
      [0, 'buyer'],
      [5, 'seller'],
      [20, 'buyer'],
    ]);
    await makeAll();
    expect((await as(main).figures()).total.now).toMatchObject({ waits: 2, answered: 1, received: 2, sent: 1 });
    const [, , last] = written('late', YESTERDAY, [
      [0, 'buyer'],
      [5, 'seller'],
      [20, 'buyer'],
    ]);
    if (last === undefined) throw new Error('no message');
    const { platformShopId, platformMessageId, platformConversationId } = last;
    await take({
      kind: 'message.withdrawn',
      platformShopId,
      platformConversationId,
      platformMessageId,
      status: 'recalled',
    });
    await sentBy('late', main);
    expect((await as(main).figures()).isBehind).toBe(true);
    await makeAll();
    const figures = await as(main).figures();
    expect(figures).toMatchObject({ isBehind: false, total: { now: { waits: 1, answered: 1, received: 1 } } });
    expect(figures.members).toMatchObject([{ memberId: main.view.memberId, name: main.view.name }]);
  });

  test('stay when their messages are forgotten, and are not counted a second time', async () => {
    await hear('kept', YESTERDAY, [
      [0, 'buyer'],
      [1, 'buyer'],
      [30, 'seller'],
      [40, 'buyer'],
    ]);
    await makeAll();
    const before = await as(main).figures();
    expect(before.total.now).toMatchObject({ waits: 2, received: 3 });
    const cut = YESTERDAY + MINUTE / 2;
    await database.owner.query('delete from message where sent_at < $1', [cut]);
    await database.owner.query('update conversation set kept_from = $1', [cut]);
    await take(...written('kept', YESTERDAY, [[50, 'seller']]).map(received));
    await makeAll();
    const after = await as(main).figures();
    expect(after.total.now).toMatchObject({ waits: 2, answered: 2, received: 3, sent: 2 });
    expect(await database.owner.query('select from buyer_wait where asked_at < $1', [cut])).toMatchObject({
      rowCount: 1,
    });
  });
});

describe('the figures', () => {
  test('tell the middle, and nine of ten, of the period and of the one before, by shop, member and hour', async () => {
    for (const [index, minutes] of [1, 2, 4, 8, 100].entries()) {
      await hear(`c${index}`, YESTERDAY + index * HOUR, [
        [0, 'buyer'],
        [minutes, 'seller'],
      ]);
      if (index < 2) await sentBy(`c${index}`, main);
    }
    await hear('other shop', YESTERDAY + 30 * MINUTE, [[0, 'buyer']], '12');
    await hear('before', YESTERDAY - 8 * 86_400_000, [
      [0, 'buyer'],
      [3, 'seller'],
    ]);
    await makeAll();
    const told = await as(main).figures();
    expect(told.total).toMatchObject({
      now: {
        waits: 6,
        answered: 5,
        median: 4 * MINUTE,
        nineTenths: 100 * MINUTE,
        firstWaits: 6,
        firstMedian: 4 * MINUTE,
        conversations: 6,
        received: 6,
        sent: 5,
      },
      before: { waits: 1, median: 3 * MINUTE },
    });
    expect(told.members).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          memberId: main.view.memberId,
          now: expect.objectContaining({ answered: 2, median: MINUTE, sent: 2, conversations: 2 }),
        }),
        expect.objectContaining({ memberId: null, now: expect.objectContaining({ answered: 3, sent: 3 }) }),
      ]),
    );
    expect(told.shops.map(({ now }) => now.waits).toSorted()).toEqual([1, 5]);
    expect(told.hours.map(({ hour, waits }) => [hour, waits])).toEqual([
      [0, 2],
      [1, 1],
      [2, 1],
      [3, 1],
      [4, 1],
    ]);
    const kolkata = await as(main).figures('past7days', 'Asia/Kolkata');
    expect(kolkata.hours.map(({ hour, waits }) => [hour, waits])).toEqual([
      [5, 1],
      [6, 2],
      [7, 1],
      [8, 1],
      [9, 1],
    ]);
    expect(told.series).toMatchObject([{ bucket: 6, waits: 6, answered: 5 }]);
  });

  test('count an answered buyer who orders at the shop within a day, once', async () => {
    const answered = YESTERDAY + 5 * MINUTE;
    for (const conversation of ['orders', 'late', 'before', 'never']) {
      await hear(conversation, YESTERDAY, [
        [0, 'buyer'],
        [5, 'seller'],
        [6, 'buyer'],
        [7, 'seller'],
      ]);
      await sentBy(conversation, main);
    }
    const ordering = (conversation: string, createdAt: number) =>
      orderRecord(`${conversation} ${createdAt}`, { buyerId: asBuyerId(`buyer-${conversation}`), createdAt });
    const records = [
      ordering('orders', answered + HOUR),
      ordering('orders', answered + 2 * HOUR),
      ordering('late', answered + 86_400_000 + 3 * MINUTE),
      ordering('before', answered - MINUTE),
    ];
    await database.engine.within(wholeAccount(owner.accountId), (transaction) =>
      storeOrders(transaction, { accountId: owner.accountId, shopId: first, records, readAt: NOW }),
    );
    await makeAll();
    const { total, members, shops } = await as(main).figures();
    for (const { now } of [total, ...members, ...shops]) {
      expect(now).toMatchObject({ answeredBuyers: 4, orderedBuyers: 1 });
    }
  });

  test('show a sub-account its own shops and its own answers, and nobody else’s', async () => {
    const lines = [
      [0, 'buyer'],
      [2, 'seller'],
    ] as const;
    for (const [conversation, shop] of [
      ['hers', '12'],
      ['his', '12'],
      ['hidden', '11'],
    ] as const) {
      await hear(conversation, YESTERDAY, lines, shop);
      await sentBy(conversation, conversation === 'hers' ? sub : main);
    }
    await makeAll();
    const told = await as(sub).figures();
    expect(told.total.now).toMatchObject({ waits: 2, answered: 2 });
    expect(told.members).toMatchObject([{ name: 'Anna', now: { answered: 1 } }]);
    expect(await as(sub).waits()).toMatchObject({ ok: true, data: { waits: [{}, {}] } });
    const memberId = main.scope.memberId ?? undefined;
    expect(await as(sub).waits({ answeredBy: memberId })).toMatchObject({
      ok: false,
      refusal: { reason: 'no_permission' },
    });
    expect(await as(main).waits({ answeredBy: memberId })).toMatchObject({ ok: true, data: { waits: [{}, {}] } });
  });

  test('lead to the conversations behind them, those without an answer first, then the longest, by pages', async () => {
    for (const [index, minutes] of [3, 9, 6].entries()) {
      await hear(`c${index}`, YESTERDAY + index * HOUR, [
        [0, 'buyer'],
        [minutes, 'seller'],
      ]);
    }
    await hear('open', YESTERDAY + 2 * HOUR, [[30, 'buyer']]);
    await makeAll();
    const names: string[] = [];
    for (let cursor: string | undefined; ; ) {
      const page = await as(main).waits({ pageSize: 2, cursor });
      if (!page.ok) throw new Error(page.refusal.reason);
      names.push(...page.data.waits.map(({ buyerName }) => buyerName));
      if (page.data.next === null) break;
      cursor = page.data.next;
    }
    expect(names).toEqual(['Buyer open', 'Buyer c1', 'Buyer c2', 'Buyer c0']);
    const at = async (of: Parameters<ReturnType<typeof as>['waits']>[0]) => {
      const told = await as(main).waits(of);
      return told.ok ? told.data.waits.map(({ buyerName }) => buyerName) : told.refusal.reason;
    };
    expect(await at({ hour: 2 })).toEqual(['Buyer open', 'Buyer c2']);
    expect(await at({ hour: 9, timeZone: 'Asia/Shanghai' })).toEqual(['Buyer c1']);
    expect(await at({ answeredBy: 'elsewhere' })).toEqual(['Buyer c1', 'Buyer c2', 'Buyer c0']);
    expect(await at({ period: 'yesterday', bucket: 1 })).toEqual(['Buyer c1']);
    expect(await at({ shopIds: [] })).toEqual([]);
  });

  test('say how many answers came in time by the rule of the marketplace, and count an open wait once it is over', async () => {
    const at = (hoursAgo: number) => NOW - hoursAgo * HOUR;
    await hear('in time', at(100), [
      [0, 'buyer'],
      [11 * 60, 'seller'],
      // Not a first answer: Shopee does not count it.
      [11 * 60 + 1, 'buyer'],
    ]);
    await hear('late', at(200), [
      [0, 'buyer'],
      [13 * 60, 'seller'],
    ]);
    await hear('open and over', at(30), [[0, 'buyer']]);
    await hear('open', at(2), [[0, 'buyer']]);
    await hear('long ago', at(31 * 24), [
      [0, 'buyer'],
      [1, 'seller'],
    ]);
    await makeAll();
    const told = await database.app.within(main.scope, (transaction) => responseShares({ transaction, now: NOW }));
    expect(told).toMatchObject({ ok: true, data: { shares: [{ shopId: first, inTime: 1, late: 2 }] } });
    const hidden = await database.app.within(sub.scope, (transaction) => responseShares({ transaction, now: NOW }));
    expect(hidden).toEqual({ ok: true, data: { shares: [] } });
  });

  test('are exported as a workbook in the language of the member', async () => {
    await hear('one', YESTERDAY, [
      [0, 'buyer'],
      [3, 'seller'],
    ]);
    await sentBy('one', main);
    await makeAll();
    const told = await database.app.within(main.scope, (transaction) =>
      exportTeamFigures(
        { transaction, member: main, now: NOW, locale: 'zh-CN' },
        { period: 'past7days', timeZone: 'UTC' },
      ),
    );
    if (!told.ok) throw new Error(told.refusal.reason);
    const read = await readSpreadsheet(Buffer.from(told.data.file, 'base64'), 'zh-CN', 100);
    expect(read).toMatchObject({
      kind: 'rows',
      rows: [
        ['成员', '首次咨询', '首次回复中位数（分钟）', '等待次数', '已回复', '回复时长中位数（分钟）'],
        [main.view.name, '1', '3', '1', '1', '3'],
      ].map((row) => expect.arrayContaining(row)),
    });
  });
});
