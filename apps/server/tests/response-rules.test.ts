import { CALLS, type Change } from '@pasar/api';
import { type Author, asMemberId, asShopId, type MemberId, type ResponseRule, responseRuleOf } from '@pasar/domain';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ingest } from '../src/engine/ingest/ingest.ts';
import type { OwnedConnection } from '../src/engine/ingest/types.ts';
import { setAside } from '../src/features/chat/conversation-settings.ts';
import { resetResponseRule, responseRules, saveResponseRule } from '../src/features/response-rules/rules.ts';
import { responseShares, shopResponseShare } from '../src/features/team-figures/shares.ts';
import { findMember, type Member } from '../src/records/members.ts';
import { makeTeamFigures } from '../src/records/team-figures.ts';
import { wholeAccount } from '../src/storage/database.ts';
import { listing, makeTenant, openTestDatabase, type TestDatabase } from './harness/database.ts';
import { written } from './harness/team-figures.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** 20:00 in Singapore, a Wednesday. */
const NOW = Date.parse('2026-11-25T12:00:00Z');
const SG = { marketplace: 'shopee', country: 'SG' } as const;
const OWN: ResponseRule = { withinMs: 2 * HOUR, wantedPercent: 90, windowDays: 7, counts: 'all', quiet: null };

let database: TestDatabase;
let owner: OwnedConnection;
let other: OwnedConnection;
let main: Member;
let sub: Member;
let otherMain: Member;

async function member(accountId: OwnedConnection['accountId'], id: MemberId): Promise<Member> {
  const known = await findMember(database.app, accountId, id, true);
  if (known === null) throw new Error('no such member');
  return known;
}
beforeAll(async () => {
  database = await openTestDatabase();
  const shops = [{ marketplace: 'shopee' as const, platformShopId: '12' }];
  const person = { username: 'sub', password: 'right', name: 'sub', permissionCodeList: [] as const, shops };
  const tenant = await makeTenant(database, 'rules@x', [['11', '12']], [person]);
  const theirs = await makeTenant(database, 'other@x', [['99']]);
  [owner] = tenant.connections as [OwnedConnection];
  [other] = theirs.connections as [OwnedConnection];
  main = await member(owner.accountId, asMemberId(tenant.mainId));
  otherMain = await member(other.accountId, asMemberId(theirs.mainId));
  const found = await database.owner.query<{ member_id: MemberId }>('select member_id from member where not is_main');
  sub = await member(owner.accountId, found.rows[0]?.member_id ?? asMemberId(''));
});
afterAll(() => database.close());
beforeEach(async () => {
  for (const table of ['buyer_wait', 'conversation', 'response_rule', 'response_rule_change', 'change']) {
    await database.owner.query(`delete from ${table}`);
  }
  await database.owner.query("update shop set country = case platform_shop_id when '12' then 'TH' else 'SG' end");
});

const shopOf = { sg: '11', th: '12', theirs: '99' } as const;
/** What is said in the conversation of a shop, in minutes after a time. */
async function hear(shop: keyof typeof shopOf, from: number, ...lines: (readonly [number, Author])[]) {
  const connection = shop === 'theirs' ? other : owner;
  const messages = written(shop, from, lines, shopOf[shop]);
  await ingest(database.engine, connection.accountId, [
    {
      kind: 'event',
      owner: connection,
      event: { kind: 'conversation.listed', conversation: listing(shopOf[shop], shop) },
    },
    ...messages.map((message) => ({
      kind: 'event' as const,
      owner: connection,
      event: { kind: 'message.received' as const, message, via: 'live' as const },
    })),
  ]);
}
/** In hours after now, by shop. */
async function due() {
  const found = await database.owner.query<{ name: string; due_at: string | null }>(
    'select platform_conversation_id as name, due_at from conversation order by 1',
  );
  return Object.fromEntries(found.rows.map((row) => [row.name, row.due_at && (Number(row.due_at) - NOW) / HOUR]));
}
async function save(rule: ResponseRule, by: Member = main): Promise<void> {
  const input = CALLS.responseRules.saveResponseRule.input.parse({ ...SG, rule: JSON.stringify(rule) });
  const answer = await database.app.within(by.scope, (transaction) =>
    saveResponseRule({ transaction, member: by, now: NOW }, input),
  );
  expect(answer.ok).toBe(true);
}
const reset = () =>
  database.app.within(main.scope, (transaction) => resetResponseRule({ transaction, member: main, now: NOW }, SG));
async function read(by: Member) {
  const answer = await database.app.within(by.scope, (transaction) => responseRules({ transaction }));
  if (!answer.ok) throw new Error(answer.refusal.reason);
  return answer.data;
}
async function shares(by: Member) {
  const answer = await database.app.within(by.scope, (transaction) => responseShares({ transaction, now: NOW }));
  if (!answer.ok) throw new Error(answer.refusal.reason);
  return answer.data.shares.map(({ inTime, late, rule }) => ({ inTime, late, within: rule.withinMs / HOUR }));
}
async function makeFigures(): Promise<void> {
  const once = () =>
    database.engine.within(wholeAccount(owner.accountId), (transaction) =>
      makeTeamFigures(transaction, owner.accountId, 100),
    );
  while (await once());
}
async function told() {
  const found = await database.owner.query<{ payload: Change }>('select payload from change order by seq');
  return found.rows.map(({ payload }) => payload.kind);
}

describe('a rule that the main account chooses', () => {
  test('moves the due times of the buyers who wait under it, tells the windows, and stands in the log', async () => {
    await hear('sg', NOW, [0, 'buyer']);
    await hear('th', NOW, [0, 'buyer']);
    await hear('theirs', NOW, [0, 'buyer']);
    await database.owner.query('delete from change');
    await save(OWN);
    expect(await due()).toEqual({ sg: 2, th: 12, theirs: 12 });
    expect(await told()).toEqual(['conversation', 'shop', 'responseRules']);
    const { rules, changes } = await read(main);
    expect(rules.toSorted((one, two) => (one.country < two.country ? -1 : 1))).toEqual([
      { ...SG, rule: OWN, isOwn: true },
      { ...SG, country: 'TH', rule: responseRuleOf('shopee', 'TH'), isOwn: false },
    ]);
    expect(changes).toMatchObject([{ ...SG, changedAt: NOW, changedBy: main.view.name, before: null, after: OWN }]);
    // Also for who writes from now on.
    await hear('sg', NOW, [1, 'seller'], [60, 'buyer']);
    expect(await due()).toMatchObject({ sg: 3 });
  });

  test('is no change when it is the same', async () => {
    await save(OWN);
    await save({ ...OWN, quiet: null });
    expect((await read(main)).changes).toHaveLength(1);
  });

  test('leaves out its quiet times, and is taken back', async () => {
    await hear('sg', NOW, [0, 'buyer']);
    await save({ ...OWN, withinMs: 4 * HOUR, quiet: { from: 1_320, to: 480, days: [0, 1, 2, 3, 4, 5, 6] } });
    // Two hours until 22:00, ten quiet ones, two more.
    expect(await due()).toEqual({ sg: 14 });
    await reset();
    expect(await due()).toEqual({ sg: 12 });
    const { rules, changes } = await read(main);
    expect(rules.every(({ isOwn }) => !isOwn)).toBe(true);
    expect(changes.map(({ before, after }) => [before?.withinMs, after?.withinMs])).toEqual([
      [4 * HOUR, undefined],
      [undefined, 4 * HOUR],
    ]);
  });

  test('is that of its account alone, and shown to a member for the places of the member’s shops', async () => {
    await save(OWN);
    await hear('theirs', NOW, [0, 'buyer']);
    expect(await due()).toEqual({ theirs: 12 });
    expect(await read(otherMain)).toMatchObject({ rules: [{ isOwn: false }], changes: [] });
    expect(await read(sub)).toMatchObject({ rules: [{ country: 'TH', isOwn: false }], changes: [] });
    await save({ ...OWN, withinMs: HOUR }, otherMain);
    expect(await read(main)).toMatchObject({ changes: [{ after: { withinMs: 2 * HOUR } }] });
  });

  test('decides the shares of the shops, quiet times left out', async () => {
    const start = NOW - 48 * HOUR;
    // Asked at 20:00; answered after three hours, and after thirteen.
    await hear('sg', start, [0, 'buyer'], [180, 'seller']);
    await hear('sg', start + 24 * HOUR, [0, 'buyer'], [13 * 60, 'seller']);
    await makeFigures();
    const all = { ...OWN, withinMs: 12 * HOUR };
    await save(all);
    expect(await shares(main)).toEqual([{ inTime: 1, late: 1, within: 12 }]);
    await save({ ...all, withinMs: 2 * HOUR });
    expect(await shares(main)).toEqual([{ inTime: 0, late: 2, within: 2 }]);
    await save({ ...all, withinMs: 3 * HOUR, quiet: { from: 1_320, to: 480, days: [0, 1, 2, 3, 4, 5, 6] } });
    expect(await shares(main)).toEqual([{ inTime: 2, late: 0, within: 3 }]);
    await save({ ...all, windowDays: 1, quiet: { from: 0, to: 60, days: [6] } });
    expect(await shares(main)).toEqual([{ inTime: 0, late: 1, within: 12 }]);
    // An unanswered wait is late once its time is over, and not before.
    await hear('sg', NOW - 10.5 * HOUR, [0, 'buyer']);
    await makeFigures();
    expect(await shares(main)).toEqual([{ inTime: 0, late: 1, within: 12 }]);
    await save({ ...all, windowDays: 1, withinMs: 10 * HOUR, quiet: { from: 0, to: 60, days: [6] } });
    expect(await shares(main)).toEqual([{ inTime: 0, late: 2, within: 10 }]);
    expect(await shares(sub)).toEqual([]);
  });

  test.each([
    ['without quiet times', null],
    ['with quiet times', { from: 0, to: 60, days: [6] }],
  ])('leaves a wait out that was set aside in time, and keeps one that was late by then: %s', async (_name, quiet) => {
    await save({ ...OWN, quiet });
    const aside = async (at: number) => {
      const found = await database.owner.query('select conversation_id from conversation');
      const input = { conversationId: found.rows[0]?.conversation_id, isSetAside: true };
      const answer = await database.app.within(main.scope, (transaction) =>
        setAside({ transaction, member: main, now: at }, input),
      );
      expect(answer.ok).toBe(true);
      await makeFigures();
    };
    await hear('sg', NOW - 12 * HOUR, [0, 'buyer']);
    await aside(NOW - 11 * HOUR);
    expect(await shares(main)).toEqual([]);
    await hear('sg', NOW - 8 * HOUR, [0, 'buyer']);
    await makeFigures();
    expect(await shares(main)).toEqual([{ inTime: 0, late: 1, within: 2 }]);
    await aside(NOW - 5 * HOUR);
    expect(await shares(main)).toEqual([{ inTime: 0, late: 1, within: 2 }]);
    // What the shop writes later answers neither.
    await hear('sg', NOW - 4 * HOUR, [0, 'seller'], [60, 'buyer'], [70, 'seller']);
    await makeFigures();
    expect(await shares(main)).toEqual([{ inTime: 1, late: 1, within: 2 }]);
  });

  test('an answer that was given before the member set the wait aside counts, also when it is heard of later', async () => {
    await save(OWN);
    await hear('sg', NOW - 12 * HOUR, [0, 'buyer']);
    const found = await database.owner.query('select conversation_id from conversation');
    const input = { conversationId: found.rows[0]?.conversation_id, isSetAside: true };
    await database.app.within(main.scope, (transaction) =>
      setAside({ transaction, member: main, now: NOW - HOUR }, input),
    );
    await makeFigures();
    expect(await shares(main)).toEqual([{ inTime: 0, late: 1, within: 2 }]);
    await hear('sg', NOW - 12 * HOUR, [30, 'seller']);
    await makeFigures();
    expect(await shares(main)).toEqual([{ inTime: 1, late: 0, within: 2 }]);
  });
});

test('the share of one shop is told to whoever sees the shop, also before there is any', async () => {
  await save(OWN);
  await hear('sg', NOW - 30 * HOUR, [0, 'buyer'], [1_500, 'seller'], [1_600, 'buyer'], [1_601, 'seller']);
  await makeFigures();
  const shareOf = (by: Member, platformShopId: string) =>
    database.app.within(by.scope, (transaction) =>
      shopResponseShare({ transaction, now: NOW }, { shopId: asShopId(shopIds[platformShopId] ?? '') }),
    );
  const found = await database.owner.query<{ name: string; id: string }>(
    'select platform_shop_id as name, shop_id as id from shop',
  );
  const shopIds = Object.fromEntries(found.rows.map(({ name, id }) => [name, id]));
  const told = await shareOf(main, '11');
  if (!told.ok) throw new Error(told.refusal.reason);
  expect(told.data).toMatchObject({ inTime: 1, late: 1, rule: OWN });
  expect(told.data.days.slice(-2)).toEqual([
    { inTime: 0, late: 1 },
    { inTime: 1, late: 0 },
  ]);
  const all = await database.app.within(main.scope, (transaction) => responseShares({ transaction, now: NOW }));
  expect(all).toEqual({ ok: true, data: { shares: [told.data] } });
  expect(await shareOf(sub, '12')).toMatchObject({ ok: true, data: { inTime: 0, late: 0, rule: { windowDays: 30 } } });
  for (const hidden of ['11', '99'])
    expect(await shareOf(sub, hidden)).toMatchObject({ ok: false, refusal: { reason: 'not_found' } });
});

test.each([
  ['a time of no length', { withinMs: 0 }],
  ['a time longer than a week', { withinMs: 169 * HOUR }],
  ['a share above all', { wantedPercent: 101 }],
  ['a window longer than what is kept', { windowDays: 91 }],
  ['another way of counting', { counts: 'some' }],
  ['quiet times without an end', { quiet: { from: 0, to: 1_440, days: [0, 1, 2, 3, 4, 5, 6] } }],
  ['quiet times on no day', { quiet: { from: 0, to: 60, days: [] } }],
  ['an eighth day', { quiet: { from: 0, to: 60, days: [7] } }],
])('%s is refused', (_name, wrong) => {
  const { input } = CALLS.responseRules.saveResponseRule;
  expect(input.safeParse({ ...SG, rule: JSON.stringify({ ...OWN, ...wrong }) }).success).toBe(false);
});
