import type { Clock } from '@pasar/bridge';
import type { ShopId } from '@pasar/domain';
import type { Logger } from 'pino';
import { logFailure } from '../../log.ts';
import type { Database } from '../../storage/database.ts';

interface Watcher {
  readonly shopIds: readonly ShopId[];
  readonly onFound: () => void;
}

/**
 * Looks periodically for due work at the shops that this process serves: messages, claims and messages in doubt,
 * settings, wanted history, lists to read. A wake-up can be lost, and postponed work and messages in doubt have none. One query serves
 * all connections, because it runs every few seconds and nearly always finds nothing.
 */
export class Lookout {
  readonly #database: Pick<Database, 'query'>;
  readonly #clock: Clock;
  readonly #log: Logger;
  readonly #everyMs: number;
  readonly #watchers = new Set<Watcher>();
  #cancel: (() => void) | null = null;

  constructor(database: Pick<Database, 'query'>, clock: Clock, log: Logger, everyMs: number) {
    this.#database = database;
    this.#clock = clock;
    this.#log = log;
    this.#everyMs = everyMs;
  }

  /** Calls `onFound` whenever work waits at one of these shops, until the returned function is called. */
  watch(shopIds: readonly ShopId[], onFound: () => void): () => void {
    const watcher: Watcher = { shopIds, onFound };
    this.#watchers.add(watcher);
    this.#cancel ??= this.#clock.after(this.#everyMs, () => this.#look());
    return () => {
      this.#watchers.delete(watcher);
      if (this.#watchers.size > 0) return;
      this.#cancel?.();
      this.#cancel = null;
    };
  }

  #look(): void {
    this.#cancel = null;
    this.#wake()
      .catch((error) => logFailure(this.#log, 'work_not_looked_for', error))
      .finally(() => {
        if (this.#watchers.size > 0) this.#cancel ??= this.#clock.after(this.#everyMs, () => this.#look());
      });
  }

  async #wake(): Promise<void> {
    const found = await this.#database.query<{ shop_id: ShopId }>(
      'where-something-waits',
      `select own.shop_id from unnest($1::uuid[]) as own (shop_id) where
           exists (select from delivery d where d.shop_id = own.shop_id and d.state = 'pending' and d.not_before <= $2)
           or exists (select from delivery d where d.shop_id = own.shop_id and d.state in ('claimed', 'doubted'))
           or exists (select from setting_outbox o where o.shop_id = own.shop_id and o.not_before <= $2)
           or exists (select from conversation c
             where c.shop_id = own.shop_id and c.is_history_wanted and c.history = 'more')
           or exists (select from reading r where r.shop_id = own.shop_id and r.state <> 'stopped' and r.due_at <= $2)`,
      [[...this.#watchers].flatMap((watcher) => watcher.shopIds), this.#clock.now()],
    );
    const waiting = new Set(found.map((row) => row.shop_id));
    for (const { shopIds, onFound } of this.#watchers) if (shopIds.some((shopId) => waiting.has(shopId))) onFound();
  }
}
