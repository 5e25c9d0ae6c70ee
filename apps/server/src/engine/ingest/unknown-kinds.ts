import type { ShopAnswer, ShopMethod } from '@pasar/connector-kit';
import { type AccountId, type ConnectionId, UNKNOWN } from '@pasar/domain';
import type { Logger } from 'pino';
import { logFailure } from '../../log.ts';
import { type ClientReport, storeReport } from '../../records/reports.ts';
import { type Database, wholeAccount } from '../../storage/database.ts';
import { storableText } from '../../storage/storable.ts';
import type { IngestItem } from './types.ts';

/** A word of a marketplace that no vocabulary of Pasar has, and the field that holds it. */
export interface UnknownWord {
  readonly field: 'order_status' | 'voucher_status' | 'voucher_discount';
  readonly word: string;
}

/** Most kinds that one process reports: more are taken for noise (our choice). */
const MOST_KINDS = 1_000;

/**
 * Reports kinds of messages that the desk can only show as unknown (spec 2 §7.7, unknownMessageTypeLog): the first
 * message of each kind and connection, without its content. The report is made after the ingest; one that fails is made
 * again after the next start.
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
      const { connectionId } = item.owner;
      await this.#keep(accountId, connectionId, 'unknown_message_type', messageType, { messageType }).catch((error) =>
        logFailure(this.#log, 'unknown_kind_not_reported', error, { accountId }),
      );
    }
  }

  /** The same for a word of a list or look-up that no vocabulary of Pasar has. Never rejects. */
  async reportWord(
    accountId: AccountId,
    connectionId: ConnectionId,
    { field, word: whole }: UnknownWord,
  ): Promise<void> {
    const word = storableText(whole.slice(0, 80));
    if (!this.#isFirst(`${connectionId}/${field}/${word}`)) return;
    await this.#keep(accountId, connectionId, 'unknown_value', `${field}/${word}`, { field, word }).catch((error) =>
      logFailure(this.#log, 'unknown_word_not_reported', error, { accountId }),
    );
  }

  #isFirst(kind: string): boolean {
    if (this.#seen.has(kind) || this.#seen.size >= MOST_KINDS) return false;
    this.#seen.add(kind);
    return true;
  }

  async #keep(
    accountId: AccountId,
    connectionId: ConnectionId,
    kind: ClientReport['kind'],
    name: string,
    what: Readonly<Record<string, string>>,
  ): Promise<void> {
    await this.#database.within(wholeAccount(accountId), async (transaction) => {
      const found = await transaction.query<{ platform: string; report_id: string }>(
        `select marketplace as platform, md5(marketplace || '/' || $2)::uuid as report_id from connection
         where connection_id = $1`,
        [connectionId, name],
      );
      for (const { platform, report_id: reportId } of found.rows) {
        await storeReport(transaction, accountId, { kind, reportId, payload: { platform, ...what }, now: Date.now() });
      }
    });
  }
}

/** The kind as unknownMessageTypeLog takes it; null for a message that can be shown. */
function unknownTypeOf(item: IngestItem): string | null {
  if (item.kind !== 'event' || item.event.kind !== 'message.received') return null;
  const { content } = item.event.message;
  if (content.type !== 'placeholder' || content.kind !== 'unknown') return null;
  return storableText(content.wireType.slice(0, 80));
}

/** Finds the unknown words in a shop's answer, for the calls whose answers can hold such words. */
const UNKNOWN_WORDS: { readonly [Method in ShopMethod]?: (value: ShopAnswer<Method>) => readonly UnknownWord[] } = {
  'orders.orderDetail': ({ status, wireStatus }) =>
    status === UNKNOWN ? [{ field: 'order_status', word: wireStatus }] : [],
  'goods.voucherDetail': ({ status, wireStatus, discount }) => [
    ...(status === UNKNOWN ? [{ field: 'voucher_status' as const, word: wireStatus }] : []),
    ...(discount.kind === UNKNOWN ? [{ field: 'voucher_discount' as const, word: discount.wireType }] : []),
  ],
};

export const unknownWordsOf = <Method extends ShopMethod>(
  method: Method,
  value: ShopAnswer<Method>,
): readonly UnknownWord[] => UNKNOWN_WORDS[method]?.(value) ?? [];
