import { setTimeout as sleep } from 'node:timers/promises';
import type { AccountId } from '@pasar/domain';
import type { Logger } from 'pino';
import { assignByRule } from '../records/assign-by-rule.ts';
import { type Database, wholeAccount } from '../storage/database.ts';
import { logUnlessAway } from '../storage/outages.ts';

/**
 * Shortest pause between two runs for an account: the first wake runs at once, later ones together. A run that took long is
 * followed by a longer pause, so that an account takes a tenth of a connection at most (our choice).
 */
const PAUSE_MS = 250;
const PAUSE_FOR_RUN = 9;
/** After a run that failed, which is tried again. */
const FAILED_PAUSE_MS = 5_000;

interface AssignerOptions {
  readonly database: Database;
  readonly log: Logger;
  /** As in `Grant`. */
  readonly emptyMeansAll: boolean;
  /** The members of the account who are here, as all processes have told. */
  readonly hereOf: (accountId: AccountId) => readonly string[];
  readonly now: () => number;
}

interface Work {
  /** False: the account has no rule that is on, so that a change of it needs no look. */
  isOn: boolean;
  isDue: boolean;
  isRunning: boolean;
}

/**
 * Assigns waiting buyers by the rules of their accounts. Only a process with a window of an account works for it, because
 * nobody is here otherwise; several such processes wait for each other in the database. What a stopped process has not done,
 * the next wake at another one does, because the work is what the database holds.
 */
export class Assigner {
  readonly #options: AssignerOptions;
  readonly #accounts = new Map<AccountId, Work>();
  readonly #running = new Set<Promise<void>>();
  readonly #stopping = new AbortController();

  constructor(options: AssignerOptions) {
    this.#options = options;
  }

  /** A buyer may wait, or a member may have come or be free again. */
  wake(accountId: AccountId): void {
    const work = this.#accounts.get(accountId);
    if (work?.isOn === true) this.#run(accountId, work);
  }

  /** The account has its first window at this process. */
  watch(accountId: AccountId): void {
    this.#accounts.set(accountId, { isOn: true, isDue: false, isRunning: false });
    this.wake(accountId);
  }

  /** The rules may have changed. */
  renew(accountId: AccountId): void {
    const work = this.#accounts.get(accountId);
    if (work === undefined) return;
    work.isOn = true;
    this.#run(accountId, work);
  }

  /** What was told meanwhile is lost: the line to the database was cut. */
  renewAll(): void {
    for (const accountId of this.#accounts.keys()) this.renew(accountId);
  }

  /** The last window of the account at this process is closed. */
  forget(accountId: AccountId): void {
    this.#accounts.delete(accountId);
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await Promise.all(this.#running);
  }

  #run(accountId: AccountId, work: Work): void {
    work.isDue = true;
    if (work.isRunning || this.#stopping.signal.aborted) return;
    work.isRunning = true;
    const running = this.#runOn(accountId, work);
    this.#running.add(running);
    void running.finally(() => this.#running.delete(running));
  }

  async #runOn(accountId: AccountId, work: Work): Promise<void> {
    const { signal } = this.#stopping;
    while (work.isDue && !signal.aborted && this.#accounts.get(accountId) === work) {
      work.isDue = false;
      const beganAt = performance.now();
      const ended = await this.#runOnce(accountId);
      // Rules that changed during the run are looked at once more.
      if (ended === 'off' && !work.isDue) work.isOn = false;
      // Nothing else may wake for what was left.
      if (ended === 'again' || ended === 'failed') work.isDue = true;
      const pauseMs = Math.max(PAUSE_MS, PAUSE_FOR_RUN * (performance.now() - beganAt));
      // Rejects only when the process stops.
      await sleep(ended === 'failed' ? FAILED_PAUSE_MS : pauseMs, null, { signal }).catch(() => undefined);
    }
    work.isRunning = false;
  }

  async #runOnce(accountId: AccountId): Promise<'off' | 'done' | 'again' | 'failed'> {
    const { database, log, emptyMeansAll, hereOf, now } = this.#options;
    try {
      const facts = { hereIds: hereOf(accountId), emptyMeansAll, now: now() };
      return await database.within(wholeAccount(accountId), (transaction) =>
        assignByRule(transaction, accountId, facts),
      );
    } catch (error) {
      logUnlessAway(log, 'waits_not_assigned', error);
      return 'failed';
    }
  }
}
