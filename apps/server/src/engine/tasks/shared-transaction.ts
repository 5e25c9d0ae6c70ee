import { setTimeout as sleep } from 'node:timers/promises';
import type { Transaction } from '../../storage/database.ts';
import type { Turns } from '../turns.ts';
import type { AccountSurroundings } from './task.ts';

/** The worker begins the tasks that are due at the same time within about so many milliseconds (measured). */
const GATHERED_FOR_MS = 3;

interface Waiting<Item, Value> {
  readonly item: Item;
  readonly resolve: (value: Value) => void;
  readonly reject: (error: unknown) => void;
}

/** What one transaction does for several items of a subject; a value for each, in their order. */
export type RunShared<Item, Value> = (
  transaction: Transaction,
  items: readonly Item[],
  surroundings: Pick<AccountSurroundings, 'accountId' | 'now'> & { readonly subject: string },
) => Promise<readonly Value[]>;

/**
 * Does steps of tasks that are due at the same time in one transaction: the items of a subject that wait for their turn, at most
 * `most` of them. When the transaction of several fails, each is done alone, so that only the step fails that cannot be done.
 * The subject belongs to one account, such as the id of a task.
 */
export function inSharedTransaction<Item, Value>(
  most: number,
  run: RunShared<Item, Value>,
): (subject: string, item: Item, surroundings: AccountSurroundings) => Promise<Value> {
  const all = new WeakMap<Turns, Map<string, Waiting<Item, Value>[]>>();
  return (subject, item, { accountId, turns, within, now }) =>
    new Promise<Value>((resolve, reject) => {
      const bySubject = all.get(turns) ?? new Map<string, Waiting<Item, Value>[]>();
      all.set(turns, bySubject);
      const waiting = bySubject.get(subject) ?? [];
      bySubject.set(subject, waiting);
      waiting.push({ item, resolve, reject });
      const perform = (taken: readonly Waiting<Item, Value>[]) =>
        within((transaction) =>
          run(
            transaction,
            taken.map((one) => one.item),
            { accountId, now, subject },
          ),
        );
      const serve = async (): Promise<void> => {
        await sleep(GATHERED_FOR_MS);
        const taken = waiting.splice(0, most);
        if (waiting.length === 0) bySubject.delete(subject);
        else void turns.step(serve);
        try {
          answer(taken, await perform(taken));
        } catch (error) {
          if (taken.length === 1) return taken[0]?.reject(error);
          for (const one of taken) await perform([one]).then((values) => answer([one], values), one.reject);
        }
      };
      if (waiting.length === 1) void turns.step(serve);
    });
}

function answer<Item, Value>(taken: readonly Waiting<Item, Value>[], values: readonly Value[]): void {
  for (const [index, { resolve, reject }] of taken.entries()) {
    const value = values[index];
    if (value === undefined) reject(new Error('a step has got no answer'));
    else resolve(value);
  }
}
