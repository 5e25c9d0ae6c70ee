import { randomOf } from '../junk.ts';

export const SECOND = 1_000;
export const MINUTE = 60_000;
export const HOUR = 3_600_000;
export const DAY = 86_400_000;

/**
 * Sunday, an hour before the clocks of Poland, Spain, France and Great Britain go forward, and the last day of a month. Those of
 * Chile go back seven days and three hours later. Later than the real time, because triggers put tasks into the queue for now.
 */
export const BEGIN = Date.UTC(2030, 2, 31);

/** Everything that happens by chance comes from one of these. */
export class Chance {
  readonly #next: () => number;
  constructor(seed: number) {
    this.#next = randomOf(seed);
  }
  hit(probability: number): boolean {
    return this.#next() < probability;
  }
  /** A whole number, both ends included. */
  between(least: number, most: number): number {
    return least + Math.floor(this.#next() * (most - least + 1));
  }
  pick<Value>(values: readonly Value[]): Value {
    const value = values[this.between(0, values.length - 1)];
    if (value === undefined) throw new Error('nothing to pick from');
    return value;
  }
  some<Value>(values: readonly Value[], most: number): readonly Value[] {
    return this.shuffled(values).slice(0, most);
  }
  shuffled<Value>(values: readonly Value[]): readonly Value[] {
    const rest = [...values];
    return values.flatMap(() => rest.splice(this.between(0, rest.length - 1), 1));
  }
}

/** A number that follows from a seed and a name alone, so that what is decided at the same time depends on no order. */
export function seedOf(seed: number, name: string): number {
  let hash = seed;
  for (const letter of name) hash = (Math.imul(hash, 31) + (letter.codePointAt(0) ?? 0)) | 0;
  return hash;
}

interface Entry {
  readonly at: number;
  readonly run: () => Promise<void>;
}

/** Virtual time, and what happens in it. `at` is the marketplaces' time; the server's clock may be behind it by `skewMs`. */
export class WeekTime {
  at = BEGIN;
  skewMs = 0;
  /** Grows with everything that is noted, because the server's clock may go back. */
  order = 0;
  /** Grows with everything that may have changed the queue of tasks, so that it is not asked in vain. */
  queueChanges = 0;
  /** Sorted by time; of the same time, what was entered first. */
  readonly #entries: Entry[] = [];

  /** What the server's clock shows. */
  readonly now = (): number => this.at - this.skewMs;

  plan(at: number, run: () => Promise<void>): void {
    let low = 0;
    let high = this.#entries.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#entries[middle]?.at ?? 0) <= at) low = middle + 1;
      else high = middle;
    }
    this.#entries.splice(low, 0, { at, run });
  }

  get nextAt(): number | null {
    return this.#entries[0]?.at ?? null;
  }

  /** Does what comes next. What was missed, because the time has jumped, is done now. */
  async step(): Promise<void> {
    const entry = this.#entries.shift();
    if (entry === undefined) return;
    this.at = Math.max(this.at, entry.at);
    await entry.run();
  }
}
