import type { TestDatabase } from '../../../apps/server/tests/harness/database.ts';
import { printGoals, printRatios } from '../table.ts';
import { type SearchParts, type Taking, takeMessages } from './product.ts';

/** Each part runs so many times, in turns, because a machine with other work is not equally fast for long. */
const TURNS = Number(process.env.PASAR_BENCH_TURNS ?? 5);
const PARTS: readonly SearchParts[] = ['none', 'queue', 'all'];

/**
 * What the search adds to taking messages: its triggers, its queue and the indexer beside it, against tables without any of
 * them. Returns the rate of the product.
 */
export async function benchSearchCost(database: TestDatabase): Promise<number> {
  const taken: Readonly<Record<SearchParts, Taking[]>> = { none: [], queue: [], all: [] };
  for (let turn = 0; turn < TURNS; turn += 1) {
    // Every other turn the other way round, so that none is always the first.
    for (const part of turn % 2 === 0 ? PARTS : PARTS.toReversed()) {
      taken[part].push(await takeMessages(database, `${part}-${turn}@bench`, part));
    }
  }
  const rate = (part: SearchParts): number => middle(taken[part].map(({ perSecond }) => perSecond));
  /** Compared within each turn, because the turns differ more than the parts. */
  const added = (part: SearchParts, cost: (taking: Taking) => number): number =>
    middle(taken[part].map((taking, turn) => cost(taking) / cost(taken.none[turn] ?? taking)));
  const time = ({ perSecond }: Taking): number => 1 / perSecond;
  const cpu = ({ cpuMs }: Taking): number => cpuMs;
  printRatios(`Taking messages with the search, in the middle of ${TURNS} turns`, 'messages/s', [
    { name: 'without any part of the search', value: rate('none') },
    { name: 'with its triggers, without the indexer', value: rate('queue') },
    { name: 'with the search, as in the product', value: rate('all') },
  ]);
  const goal = { kind: 'atMost', value: 1.1 } as const;
  printGoals('What the search adds, as a multiple of taking messages without any part of it', [
    { name: 'time', value: added('all', time), unit: 'x', goal },
    { name: 'CPU of the server and of PostgreSQL meanwhile', value: added('all', cpu), unit: 'x', goal },
    { name: 'time, its triggers alone', value: added('queue', time), unit: 'x', goal: null },
    { name: 'CPU, its triggers alone', value: added('queue', cpu), unit: 'x', goal: null },
    {
      name: 'from the last message stored to the last one found',
      value: middle(taken.all.map(({ foundAfterMs }) => foundAfterMs ?? 0)) / 1_000,
      unit: 's',
      goal: null,
    },
  ]);
  return rate('all');
}

const middle = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;
