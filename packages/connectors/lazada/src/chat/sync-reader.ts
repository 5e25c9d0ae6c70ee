/**
 * Keeps the pushes without a gap. Each push names a sync id. When it does not follow the last id, the reader pulls the
 * items between, so a lost, late or repeated push loses nothing. The ids live as long as the session, so that the next
 * socket continues where this one stopped.
 */
import type { StreamListener, Unreadable } from '@pasar/connector-kit';
import type { DomainEvent, Refusal } from '@pasar/domain';
import type { Calling } from '../auth/line.ts';
import type { Seller } from '../calls/account.ts';
import type { SyncValue } from '../calls/reading/sync.ts';
import { sessionList, sync } from '../calls/sessions.ts';
import type { Push } from './accs-frame.ts';
import { fromWireItemText } from './item.ts';

/** The sync id up to which nothing needs to be pulled, by namespace. Kept in memory only. */
export type SyncPoints = Map<number, number>;
/** Most pages that one pull reads. Beyond that, comparing the lists is cheaper (our choice). */
const MOST_PAGES = 100;

export interface SyncReader {
  /** Pulls everything after the last sync ids. */
  catchUp(): Promise<void>;
  take(push: Push): Promise<void>;
}
export interface SyncReaderPorts {
  readonly line: Calling;
  readonly seller: Seller;
  readonly points: SyncPoints;
  readonly listener: Pick<StreamListener, 'events' | 'unreadable' | 'gap'>;
  /** False once the socket is closed. Then pulled items are left for the next reader. */
  readonly isOpen: () => boolean;
  /** Called when a pull is refused for good. The stream decides whether it ends. */
  readonly onRefused: (refusal: Refusal) => void;
}

/**
 * Sets the sync ids to the marketplace's own count, if the socket is still open. Resolves with the refusal when the
 * call fails.
 */
export async function rebase(line: Calling, points: SyncPoints, isOpen: () => boolean): Promise<Refusal | null> {
  const list = await line.call(sessionList, { startTime: -1, fetchCount: 1 });
  if (!list.ok) return list.refusal;
  if (!isOpen()) return null;
  for (const { namespace, syncId } of list.value.syncPoints) points.set(namespace, syncId);
  return null;
}

export function createSyncReader(ports: SyncReaderPorts): SyncReader {
  const { line, seller, points, listener, isOpen, onRefused } = ports;

  const aside = (reason: string, text: string): Unreadable => ({
    platformShopId: seller.platformShopId,
    reason,
    bytes: Buffer.from(text),
  });

  const tell = (texts: readonly string[]): void => {
    const batch: DomainEvent[] = [];
    for (const text of texts) {
      const events = fromWireItemText(text, seller.platformShopId);
      if (events.ok) batch.push(...events.value);
      else listener.unreadable(aside(events.reason, text));
    }
    if (batch.length > 0) listener.events(batch);
  };

  const takeValues = (namespace: number, values: readonly SyncValue[]): void => {
    const last = points.get(namespace) ?? 0;
    const fresh = values.filter((value) => value.syncId > last).sort((left, right) => left.syncId - right.syncId);
    const newest = fresh.at(-1);
    if (newest === undefined) return;
    tell(fresh.map((value) => value.bizData));
    points.set(namespace, newest.syncId);
  };

  const startOver = async (): Promise<boolean> => {
    const refused = await rebase(line, points, isOpen);
    if (refused !== null) onRefused(refused);
    listener.gap();
    return false;
  };

  /** Whether the listener got everything up to now; false after a `gap`, and when the socket closed meanwhile. */
  const pull = async (namespace: number): Promise<boolean> => {
    for (let page = 0; page < MOST_PAGES; page += 1) {
      const answer = await line.call(sync, { namespace, syncId: points.get(namespace) ?? 0 });
      if (!isOpen()) return false;
      if (!answer.ok) {
        if (!answer.canRetry) onRefused(answer.refusal);
        listener.gap();
        return false;
      }
      const { page: synced, data } = answer.value;
      if (!synced.ok) {
        listener.unreadable(aside(synced.reason, JSON.stringify(data) ?? ''));
        listener.gap();
        return false;
      }
      if (synced.value.state === 'tooOld') return startOver();
      takeValues(namespace, synced.value.values);
      if (synced.value.state === 'end' || synced.value.values.length === 0) return true;
    }
    return startOver();
  };

  return {
    async catchUp() {
      for (const namespace of points.keys()) await pull(namespace);
    },
    async take({ namespace, syncId, bizData }) {
      const last = points.get(namespace);
      if (last === undefined) {
        // A new namespace: only a comparison of the lists can find the items before this push.
        points.set(namespace, syncId - 1);
        listener.gap();
        return this.take({ namespace, syncId, bizData });
      }
      if (syncId <= last) return;
      if (bizData !== null && syncId === last + 1) {
        takeValues(namespace, [{ syncId, bizData }]);
        return;
      }
      const isComplete = await pull(namespace);
      if (syncId <= (points.get(namespace) ?? 0)) return;
      if (bizData === null) {
        if (isComplete) listener.gap();
      } else if (isComplete) takeValues(namespace, [{ syncId, bizData }]);
      // After a failed pull the id stays, so that the next pull begins at the gap. Items told twice do no harm.
      else tell([bizData]);
    },
  };
}
