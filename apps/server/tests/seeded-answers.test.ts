import { type Author, asMemberId, type ResponseRule } from '@pasar/domain';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ingest } from '../src/engine/ingest/ingest.ts';
import type { OwnedConnection } from '../src/engine/ingest/types.ts';
import { saveResponseRule } from '../src/features/response-rules/rules.ts';
import { responseShares } from '../src/features/team-figures/shares.ts';
import { findMember, type Member } from '../src/records/members.ts';
import { makeTeamFigures } from '../src/records/team-figures.ts';
import { wholeAccount } from '../src/storage/database.ts';
import { listing, makeTenant, openTestDatabase, type TestDatabase } from './harness/database.ts';
import { written } from './harness/team-figures.ts';
import { recountShares, type ToldMessage } from './recount/shares.ts';

/**
 * Two weeks in the life of a Polish shop, over the end of summer time: the shares by different rules are those that are
 * counted from the messages, minute by minute, by code that imports nothing of the product.
 */
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const FROM = Date.parse('2026-10-18T00:00:00Z');
const NOW = Date.parse('2026-11-01T09:30:00Z');
const SEED = 20_261_025;
const AUTHORS: readonly Author[] = ['buyer', 'buyer', 'buyer', 'seller', 'seller', 'robot', 'system'];

const lines = fc.uniqueArray(
  fc.tuple(fc.integer({ min: 0, max: (NOW - FROM) / MINUTE - 1 }), fc.constantFrom(...AUTHORS)),
  { minLength: 25, maxLength: 60, selector: ([minute]) => minute },
);
const conversations = fc.sample(lines, { seed: SEED, numRuns: 25 });

const rule = (more: Partial<ResponseRule>): ResponseRule => ({
  withinMs: 6 * HOUR,
  wantedPercent: 85,
  windowDays: 30,
  counts: 'all',
  quiet: null,
  ...more,
});
const RULES: readonly ResponseRule[] = [
  rule({}),
  rule({ counts: 'first' }),
  rule({ windowDays: 5 }),
  rule({ quiet: { from: 1_320, to: 480, days: [0, 1, 2, 3, 4, 5, 6] } }),
  rule({ withinMs: 90 * MINUTE, windowDays: 10, quiet: { from: 0, to: 1_440, days: [0] } }),
  rule({ withinMs: 12 * HOUR, counts: 'first', quiet: { from: 1_080, to: 540, days: [5, 6] } }),
];

let database: TestDatabase;
let owner: OwnedConnection;
let main: Member;
beforeAll(async () => {
  database = await openTestDatabase();
  const tenant = await makeTenant(database, 'weeks@x', [['11']]);
  [owner] = tenant.connections as [OwnedConnection];
  const known = await findMember(database.app, owner.accountId, asMemberId(tenant.mainId), true);
  if (known === null) throw new Error('no such member');
  main = known;
  await database.owner.query("update shop set country = 'PL'");
  for (const [index, said] of conversations.entries()) {
    const name = `c${index}`;
    await ingest(database.engine, owner.accountId, [
      { kind: 'event', owner, event: { kind: 'conversation.listed', conversation: listing('11', name) } },
      ...written(name, FROM, said).map((message) => ({
        kind: 'event' as const,
        owner,
        event: { kind: 'message.received' as const, message, via: 'live' as const },
      })),
    ]);
  }
  const once = () =>
    database.engine.within(wholeAccount(owner.accountId), (transaction) =>
      makeTeamFigures(transaction, owner.accountId, 100),
    );
  while (await once());
});
afterAll(() => database.close());

const told: readonly ToldMessage[] = conversations.flatMap((said, index) =>
  said.map(([minute, author]) => ({ conversation: `c${index}`, author, sentAt: FROM + minute * MINUTE })),
);

test.each(RULES.map((each, index) => [index, each] as const))('the shares by rule %i', async (_index, wanted) => {
  const saved = await database.app.within(main.scope, (transaction) =>
    saveResponseRule(
      { transaction, member: main, now: NOW },
      {
        marketplace: 'shopee',
        country: 'PL',
        rule: { ...wanted, quiet: wanted.quiet && { ...wanted.quiet, days: [...wanted.quiet.days] } },
      },
    ),
  );
  expect(saved.ok).toBe(true);
  const answer = await database.app.within(main.scope, (transaction) => responseShares({ transaction, now: NOW }));
  if (!answer.ok) throw new Error(answer.refusal.reason);
  const [shown] = answer.data.shares;
  const counted = recountShares(
    told,
    {
      withinMinutes: wanted.withinMs / MINUTE,
      windowDays: wanted.windowDays,
      isFirstOnly: wanted.counts === 'first',
      quiet: wanted.quiet,
    },
    { zone: 'Europe/Warsaw', now: NOW },
  );
  expect(counted.inTime).toBeGreaterThan(0);
  expect(counted.late).toBeGreaterThan(0);
  const days = shown?.days.map((day) => [day.inTime, day.late]);
  expect({ inTime: shown?.inTime, late: shown?.late, days }).toEqual(counted);
});

test('the due times of those who wait are where the time has passed', async () => {
  const found = await database.owner.query<{ waiting_since: string; due_at: string }>(
    'select waiting_since, due_at from conversation where waiting_since is not null',
  );
  expect(found.rows.length).toBeGreaterThan(3);
  const last = RULES.at(-1);
  if (last === undefined) throw new Error('no rule');
  const wanted = { withinMinutes: last.withinMs / MINUTE, windowDays: 90, isFirstOnly: false, quiet: last.quiet };
  for (const { waiting_since: since, due_at: due } of found.rows) {
    const asked: ToldMessage[] = [{ conversation: 'c', author: 'buyer', sentAt: Number(since) }];
    const at = (now: number) => recountShares(asked, wanted, { zone: 'Europe/Warsaw', now }).late;
    expect([at(Number(due)), at(Number(due) + MINUTE)]).toEqual([0, 1]);
  }
});
