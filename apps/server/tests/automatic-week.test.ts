import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest';
import { Week } from './harness/automatic-week/week.ts';
import { openTestDatabase, type TestDatabase } from './harness/database.ts';

/**
 * Some days of 50 shops in which messages go out without a person, each by the proxy of its shop, and in which a program
 * of the seller's takes some of them, in virtual time, over the real database. The seed decides everything: who writes, orders, pays
 * and answers when, what is switched, stopped, lost and late, what the marketplaces refuse, and when the program dies.
 */
const { automaticDays, automaticSeeds } = inject('depth');
const asked = process.env.PASAR_SEED;
/**
 * Played first, and 200 alone in the short run: in it, answers would leave before what persons have answered while a login was
 * lost is read, if the sender did not wait for that.
 */
const FIRST_SEEDS: readonly number[] = [200, 1];
const seeds =
  asked === undefined
    ? [...FIRST_SEEDS, ...Array.from({ length: automaticSeeds }, (_, index) => 201 + index)].slice(0, automaticSeeds)
    : [Number(asked)];
// The number of days decides what happens on each of them.
const depth = automaticDays > 7 ? 'PASAR_LONG_TESTS=1 ' : '';
const COMMAND = 'npx vitest run --project integration apps/server/tests/automatic-week.test.ts';

// What one seed has left behind is not there for the next.
let database: TestDatabase;
beforeEach(async () => {
  database = await openTestDatabase();
});
afterEach(() => database.close());

describe('messages without a person', () => {
  test.each(seeds)('do what they must and nothing else (seed %i)', { timeout: 1_800_000 }, async (seed) => {
    const { violations, counts, care, ways, program, met, refusals } = await Week.play(database, seed, automaticDays);
    expect(violations, `to see it again: ${depth}PASAR_SEED=${seed} ${COMMAND}`).toEqual([]);
    // A week in which nothing is sent would break no rule. These were clear cases, and came.
    const { welcome, faq, keyword, default: usual } = met;
    expect([welcome > 60, faq > 5, keyword > 8, usual > 8], JSON.stringify(met)).toEqual([true, true, true, true]);
    expect([counts.bulk > 25, counts.person > 40, counts.withdrawn > 2], JSON.stringify(counts)).toEqual([
      true,
      true,
      true,
    ]);
    const [planned, byHand, left, cared] = [care.planned > 40, care.byHand > 10, care.left > 5, counts.care > 50];
    expect([planned, byHand, left, cared], JSON.stringify({ care, cared: counts.care })).toEqual([
      true,
      true,
      true,
      true,
    ]);
    const { answers, tasks, told, deaths } = program;
    expect([answers > 8, tasks > 2, told > 2, deaths > 2], JSON.stringify(program)).toEqual([true, true, true, true]);
    const { own, common, direct, changes } = ways;
    expect([own > 40, common > 8, direct > 8, changes > 20], JSON.stringify(ways)).toEqual([true, true, true, true]);
    // What a member may not do is refused now and then; nothing of the test is malformed.
    expect([...refusals.keys()].filter((code) => !EXPECTED.has(code))).toEqual([]);
  });
});
/** A task that has ended or is gone or whose kind is off cannot be steered, and one may reach nobody. */
const EXPECTED = new Set([
  'bulk_send_state',
  'order_care_off',
  'bulk_send_nobody',
  'no_shops_to_urge',
  'not_found',
  'task_create_failed',
  'bulk_send_too_soon',
]);
