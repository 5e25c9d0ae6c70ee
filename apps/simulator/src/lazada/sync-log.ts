/**
 * The numbered items of each shop, which pushes name and `sync` returns. Numbers start from the clock, so that a number
 * from an earlier run is recognised as too old and not taken for a newer one.
 */

import type { Item } from './items.ts';
import { writeJson } from './wire-json.ts';

export interface NewsEntry {
  readonly syncId: number;
  /** The item as JSON text, as both `bizData` and `bizDataV2` carry it. */
  readonly bizData: string;
  readonly sessionId: string;
  readonly messageId: string | null;
}
export type NewsAnswer =
  | { readonly kind: 'entries'; readonly entries: readonly NewsEntry[]; readonly hasMore: boolean }
  /** The number is older than the log, or was never given. */
  | { readonly kind: 'tooOld' };
export interface SyncLog {
  append(shopId: string, item: Item, about: Pick<NewsEntry, 'sessionId' | 'messageId'>): NewsEntry;
  latest(shopId: string): number;
  after(shopId: string, syncId: number, limit: number): NewsAnswer;
}

interface ShopLog {
  latest: number;
  readonly entries: NewsEntry[];
}
const KEPT_ENTRIES = 5_000;

export function createSyncLog(now: () => number): SyncLog {
  const first = now() * 1_000;
  const logs = new Map<string, ShopLog>();
  const logOf = (shopId: string): ShopLog => {
    const known = logs.get(shopId);
    if (known !== undefined) return known;
    const fresh: ShopLog = { latest: first, entries: [] };
    logs.set(shopId, fresh);
    return fresh;
  };

  return {
    append(shopId, item, about) {
      const log = logOf(shopId);
      log.latest += 1;
      const entry = { ...about, syncId: log.latest, bizData: writeJson(item) };
      log.entries.push(entry);
      if (log.entries.length > KEPT_ENTRIES) log.entries.shift();
      return entry;
    },
    latest: (shopId) => logOf(shopId).latest,
    after(shopId, syncId, limit) {
      const log = logOf(shopId);
      const oldestKnown = log.latest - log.entries.length;
      if (syncId < oldestKnown || syncId > log.latest) return { kind: 'tooOld' };
      const newer = log.entries.slice(syncId - oldestKnown);
      return { kind: 'entries', entries: newer.slice(0, limit), hasMore: newer.length > limit };
    },
  };
}
