import { asAccountId } from '@pasar/domain';
import { pino } from 'pino';
import { describe, expect, it, vi } from 'vitest';
import type { Transaction } from '../../storage/database.ts';
import { createTurns } from '../turns.ts';
import { inSharedTransaction } from './shared-transaction.ts';
import type { AccountSurroundings } from './task.ts';

/** Surroundings whose transactions end one after the other when the test says so. */
function aProcess() {
  const begun: (() => void)[] = [];
  const within = vi.fn(async (run: (transaction: Transaction, send: never) => Promise<unknown>) => {
    await new Promise<void>((resume) => begun.push(resume));
    return run({ query: vi.fn() } as never, undefined as never);
  });
  const surroundings = {
    accountId: asAccountId('00000000-0000-7000-8000-000000000001'),
    askShop: async () => null,
    now: () => 0,
    signal: new AbortController().signal,
    log: pino({ level: 'silent' }),
    within,
    turns: createTurns(),
  } as unknown as AccountSurroundings;
  /** Lets the transaction go on that waits, as soon as it has begun. */
  const goOn = async () => {
    await vi.waitFor(() => expect(begun.length).toBeGreaterThan(0));
    begun.shift()?.();
  };
  return { surroundings, within, goOn };
}

describe('steps that are due at the same time', () => {
  it('share a transaction, and each gets its own answer', async () => {
    const { surroundings, within, goOn } = aProcess();
    const runs: (readonly string[])[] = [];
    const step = inSharedTransaction<string, string>(3, async (_, items) => {
      runs.push(items);
      return items.map((item) => item.toUpperCase());
    });
    const answers = Promise.all(['a', 'b', 'c', 'd'].map((item) => step('task', item, surroundings)));
    await goOn();
    await goOn();
    expect(await answers).toEqual(['A', 'B', 'C', 'D']);
    expect(runs).toEqual([['a', 'b', 'c'], ['d']]);
    expect(within).toHaveBeenCalledTimes(2);
  });

  it('wait for the transaction before theirs, and not for a full one', async () => {
    const { surroundings, goOn } = aProcess();
    const runs: (readonly string[])[] = [];
    const step = inSharedTransaction<string, string>(3, async (_, items) => {
      runs.push(items);
      return items;
    });
    const first = step('task', 'a', surroundings);
    await goOn();
    await first;
    const others = [step('task', 'b', surroundings), step('task', 'c', surroundings)];
    await goOn();
    await Promise.all(others);
    expect(runs).toEqual([['a'], ['b', 'c']]);
  });

  it('of different tasks share none', async () => {
    const { surroundings, goOn } = aProcess();
    const runs: string[] = [];
    const step = inSharedTransaction<string, string>(3, async (_, items, { subject }) => {
      runs.push(`${subject}: ${items.join()}`);
      return items;
    });
    const answers = [step('one', 'a', surroundings), step('other', 'b', surroundings)];
    await goOn();
    await goOn();
    await Promise.all(answers);
    expect(runs).toEqual(['one: a', 'other: b']);
  });

  it('are each done alone when the transaction of several fails, so that only the step fails that cannot be done', async () => {
    const { surroundings, goOn } = aProcess();
    const step = inSharedTransaction<string, string>(3, async (_, items) => {
      if (items.includes('bad')) throw new Error('a deadlock');
      return items;
    });
    const answers = Promise.allSettled(['a', 'bad', 'c'].map((item) => step('task', item, surroundings)));
    for (let transaction = 0; transaction < 4; transaction += 1) await goOn();
    expect((await answers).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  });
});
