import type { AccountId } from '@pasar/domain';
import type { Logger } from 'pino';
import { logFailure } from '../../log.ts';
import { storeReport } from '../../records/reports.ts';
import { type Database, wholeAccount } from '../../storage/database.ts';
import { storableText } from '../../storage/storable.ts';
import type { IngestItem, OwnedConnection } from './types.ts';

/** ours: more kinds than this are somebody's noise, and are not reported by one process. */
const MOST_KINDS = 1_000;

/**
 * Reports the kinds of messages that the desk can only show as unknown (spec 2 §7.7, unknownMessageTypeLog), the first of
 * each kind and account, with nothing of what it says. Beside the ingest: a report that fails is made at the next start.
 */
export class UnknownKinds {
  readonly #seen = new Set<string>();
  readonly #database: Database;
  readonly #log: Logger;

  constructor(database: Database, log: Logger) {
    this.#database = database;
    this.#log = log;
  }

  /** Never rejects. */
  async report(accountId: AccountId, items: readonly IngestItem[]): Promise<void> {
    for (const item of items) {
      const messageType = unknownTypeOf(item);
      if (messageType === null || !this.#isFirst(`${item.owner.connectionId}/${messageType}`)) continue;
      await this.#store(accountId, item.owner, messageType).catch((error) =>
        logFailure(this.#log, 'unknown_kind_not_reported', error, { accountId }),
      );
    }
  }

  #isFirst(kind: string): boolean {
    if (this.#seen.has(kind) || this.#seen.size >= MOST_KINDS) return false;
    this.#seen.add(kind);
    return true;
  }

  async #store(accountId: AccountId, { connectionId }: OwnedConnection, messageType: string): Promise<void> {
    await this.#database.within(wholeAccount(accountId), async (transaction) => {
      const found = await transaction.query<{ platform: string; report_id: string }>(
        `select marketplace as platform, md5(marketplace || '/' || $2)::uuid as report_id from connection
         where connection_id = $1`,
        [connectionId, messageType],
      );
      for (const { platform, report_id: reportId } of found.rows) {
        const payload = { platform, messageType };
        await storeReport(transaction, accountId, { kind: 'unknown_message_type', reportId, payload, now: Date.now() });
      }
    });
  }
}

/** As unknownMessageTypeLog takes it; null for whatever can be shown. */
function unknownTypeOf(item: IngestItem): string | null {
  if (item.kind !== 'event' || item.event.kind !== 'message.received') return null;
  const { content } = item.event.message;
  if (content.type !== 'placeholder' || content.kind !== 'unknown') return null;
  return storableText(content.wireType.slice(0, 80));
}
