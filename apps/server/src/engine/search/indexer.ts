import { asAccountId } from '@pasar/domain';
import type { Logger } from 'pino';
import { logFailure } from '../../log.ts';
import { ACCOUNTS_WITH_SEARCH_DUE, indexSome } from '../../records/search-index.ts';
import { type Database, wholeAccount } from '../../storage/database.ts';
import { WokenLoop } from '../woken-loop.ts';

export interface IndexerParts {
  /** With the engine's role. */
  readonly database: Database;
  readonly log: Logger;
  /** Whether this process takes messages, or took some just now. */
  readonly isTaking: () => boolean;
}

/** Our choices: how often work is looked for, and how long what has come waits while more comes. */
const LOOK_MS = 1_000;
const WAITS_MS = 3_000;

/**
 * Makes what has come or changed findable, of all accounts, after the transaction that brought it. It gives way to messages
 * that come: what has come is indexed together every few seconds, and of a flood one batch of each account a second, the
 * rest behind it. Several processes take turns in an account. A process that dies leaves what it had not committed to the
 * others.
 */
export class Indexer {
  readonly #parts: IndexerParts;
  readonly #loop: WokenLoop;
  readonly #onFailure: (error: unknown) => void;
  #workedAt = performance.now();
  #isStopped = false;

  constructor(parts: IndexerParts) {
    this.#parts = parts;
    const log = parts.log.child({ part: 'indexer' });
    this.#onFailure = (error) => logFailure(log, 'search_not_indexed', error);
    this.#loop = new WokenLoop(() => this.#indexAll(), LOOK_MS, this.#onFailure);
  }

  start(): void {
    this.#loop.wake();
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#loop.stop();
  }

  /** One batch of each account in turn, so that an account with much to index delays no other. */
  async #indexAll(): Promise<void> {
    const { database, isTaking } = this.#parts;
    if (isTaking() && performance.now() - this.#workedAt < WAITS_MS) return;
    do {
      const accounts = await database.query<{ account_id: string }>('accounts-to-index', ACCOUNTS_WITH_SEARCH_DUE, [
        false,
      ]);
      if (accounts.length === 0) {
        this.#workedAt = performance.now();
        return;
      }
      // What failed is tried again at the next look, and keeps no other account waiting.
      let hasFailed = false;
      for (const { account_id: accountId } of accounts) {
        if (this.#isStopped) return;
        const once = database.within(wholeAccount(asAccountId(accountId)), (transaction) =>
          indexSome(transaction, accountId, false),
        );
        await once.catch((error) => {
          hasFailed = true;
          this.#onFailure(error);
        });
      }
      if (hasFailed) return;
    } while (!isTaking());
  }
}
