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
}

/** What has come is found after this time at the latest (our choice). Many messages are cheaper to index than each alone. */
const LOOK_MS = 1_000;

/**
 * Makes what has come or changed findable, of all accounts, after the transaction that brought it. Several processes take
 * turns in an account. A process that dies leaves what it had not committed to the others.
 */
export class Indexer {
  readonly #parts: IndexerParts;
  readonly #loop: WokenLoop;
  #isStopped = false;

  constructor(parts: IndexerParts) {
    this.#parts = parts;
    const log = parts.log.child({ part: 'indexer' });
    this.#loop = new WokenLoop(
      () => this.#indexAll(),
      LOOK_MS,
      (error) => logFailure(log, 'search_not_indexed', error),
    );
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
    const { database } = this.#parts;
    for (;;) {
      const accounts = await database.query<{ account_id: string }>('accounts-to-index', ACCOUNTS_WITH_SEARCH_DUE, [
        false,
      ]);
      for (const { account_id: accountId } of accounts) {
        if (this.#isStopped) return;
        await database.within(wholeAccount(asAccountId(accountId)), (transaction) =>
          indexSome(transaction, accountId, false),
        );
      }
      if (accounts.length === 0 || this.#isStopped) return;
    }
  }
}
