import { type AccountId, asAccountId } from '@pasar/domain';
import type { Logger } from 'pino';
import { logFailure } from '../log.ts';
import type { LogEventName } from '../log-events.ts';
import { type Database, type Transaction, wholeAccount } from '../storage/database.ts';
import { WokenLoop } from './woken-loop.ts';

/** What a process needs to do work of this sort. */
export interface RoundsParts {
  /** With the engine's role. */
  readonly database: Database;
  readonly log: Logger;
  /** Whether this process takes messages, or took some just now. */
  readonly isTaking: () => boolean;
}

export interface RoundsWork {
  readonly part: string;
  /** What is logged when a batch failed, which is tried again. */
  readonly failure: LogEventName;
  /** Finds the `account_id` of each account with something to do. */
  readonly accounts: { readonly name: string; readonly text: string; readonly values: readonly unknown[] };
  /** One batch of an account. */
  readonly step: (transaction: Transaction, accountId: AccountId) => Promise<unknown>;
}

/** Our choices: how often work is looked for, and how long what has come waits while more comes. */
const LOOK_MS = 1_000;
const WAITS_MS = 3_000;

/**
 * Works on what has come or changed, of all accounts, after the transaction that brought it. It gives way to messages that
 * come: what has come is worked on together every few seconds, and of a flood one batch of each account a second, the rest
 * behind it. Several processes take turns in an account. A process that dies leaves what it had not committed to the others.
 */
export class AccountRounds {
  readonly #parts: RoundsParts;
  readonly #work: RoundsWork;
  readonly #loop: WokenLoop;
  readonly #onFailure: (error: unknown) => void;
  #workedAt = performance.now();
  #isStopped = false;

  constructor(parts: RoundsParts, work: RoundsWork) {
    this.#parts = parts;
    this.#work = work;
    const log = parts.log.child({ part: work.part });
    this.#onFailure = (error) => logFailure(log, work.failure, error);
    this.#loop = new WokenLoop(() => this.#workOnAll(), LOOK_MS, this.#onFailure);
  }

  start(): void {
    this.#loop.wake();
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#loop.stop();
  }

  /** One batch of each account in turn, so that an account with much to do delays no other. */
  async #workOnAll(): Promise<void> {
    const { database, isTaking } = this.#parts;
    const { name, text, values } = this.#work.accounts;
    if (isTaking() && performance.now() - this.#workedAt < WAITS_MS) return;
    do {
      const accounts = await database.query<{ account_id: string }>(name, text, values);
      if (accounts.length === 0) {
        this.#workedAt = performance.now();
        return;
      }
      // What failed is tried again at the next look, and keeps no other account waiting.
      let hasFailed = false;
      for (const row of accounts) {
        if (this.#isStopped) return;
        const accountId = asAccountId(row.account_id);
        const once = database.within(wholeAccount(accountId), (transaction) => this.#work.step(transaction, accountId));
        await once.catch((error) => {
          hasFailed = true;
          this.#onFailure(error);
        });
      }
      if (hasFailed) return;
    } while (!isTaking());
  }
}
