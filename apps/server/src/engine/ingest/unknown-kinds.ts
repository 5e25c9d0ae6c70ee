import type { ShopAnswer, ShopMethod } from '@pasar/connector-kit';
import { type AccountId, type ConnectionId, UNKNOWN } from '@pasar/domain';
import type { Logger } from 'pino';
import { logFailure } from '../../log.ts';
import type { LogEventName } from '../../log-events.ts';
import { countReport } from '../../records/reports.ts';
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

/** Something unknown of one login, and how often it was seen for the first time. */
interface Sight {
  readonly connectionId: ConnectionId;
  readonly kind: 'unknown_message_type' | 'unknown_value';
  /** Names the unknown thing among those of a marketplace. */
  readonly name: string;
  readonly payload: Readonly<Record<string, string>>;
  /** 0 for a message of a history that is read again and again. */
  readonly times: number;
}

/**
 * Reports kinds of messages that the desk can only show as unknown (spec 2 §7.7, unknownMessageTypeLog), without their
 * content, and unknown words of look-ups: one report of each for an account, with the number of messages that came or
 * look-ups that were made. The report is made after the ingest; one that fails is logged and not counted.
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
    const sights = new Map<string, Sight>();
    for (const item of items) {
      const messageType = unknownTypeOf(item);
      if (messageType === null) continue;
      const { connectionId } = item.owner;
      const key = `${connectionId}/${messageType}`;
      const before = sights.get(key)?.times ?? 0;
      const times =
        before + (item.kind === 'event' && item.event.kind === 'message.received' && item.event.via === 'live' ? 1 : 0);
      sights.set(key, {
        connectionId,
        kind: 'unknown_message_type',
        name: messageType,
        payload: { messageType },
        times,
      });
    }
    for (const sight of sights.values()) await this.#count(accountId, sight, 'unknown_kind_not_reported');
  }

  /** The same for a word of a list or look-up that no vocabulary of Pasar has. Never rejects. */
  async reportWord(
    accountId: AccountId,
    connectionId: ConnectionId,
    { field, word: whole }: UnknownWord,
  ): Promise<void> {
    const word = storableText(whole.slice(0, 80));
    const sight: Sight = {
      connectionId,
      kind: 'unknown_value',
      name: `${field}/${word}`,
      payload: { field, word },
      times: 1,
    };
    await this.#count(accountId, sight, 'unknown_word_not_reported');
  }

  async #count(accountId: AccountId, sight: Sight, failure: LogEventName): Promise<void> {
    const key = `${sight.connectionId}/${sight.name}`;
    const isSeen = this.#seen.has(key);
    if (isSeen ? sight.times === 0 : this.#seen.size >= MOST_KINDS) return;
    this.#seen.add(key);
    await this.#keep(accountId, sight).catch((error) => logFailure(this.#log, failure, error, { accountId }));
  }

  async #keep(accountId: AccountId, { connectionId, kind, name, payload, times }: Sight): Promise<void> {
    await this.#database.within(wholeAccount(accountId), async (transaction) => {
      const found = await transaction.query<{ platform: string; report_id: string }>(
        `select marketplace as platform, md5(marketplace || '/' || $2)::uuid as report_id from connection
         where connection_id = $1`,
        [connectionId, name],
      );
      for (const { platform, report_id: reportId } of found.rows) {
        const report = { kind, reportId, payload: { platform, ...payload }, now: Date.now() };
        await countReport(transaction, accountId, { report, times });
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
