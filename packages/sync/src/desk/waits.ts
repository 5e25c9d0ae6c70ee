import type { Clock } from '../clock.ts';
import type { DeskState, Wait } from '../state/desk-state.ts';
import { onTheirWay } from '../state/undelivered.ts';
import type { Store } from '../store.ts';

/** How long an answer may be on its way without a mark in the lists (our choice). */
export const SHORT_WAIT_MS = 1_500;
/** How long a person waits without being told for what. */
export const LONG_WAIT_MS = 10_000;

/** Keeps `waits` of the state: which answers have been on their way for how long. */
export interface Waits {
  stop(): void;
}

export function createWaits(store: Store<DeskState>, clock: Clock): Waits {
  /** Since when each answer has been on its way, by client id. */
  let since = new Map<string, number>();
  /** Every answer of the last look. */
  let known = new Set<string>();
  let looked: DeskState | null = null;
  let cancel = () => {};

  const look = (): void => {
    cancel();
    const state = store.get();
    looked = state;
    const now = clock.now();
    // An answer that this client did not know may have waited before. One that was known is sent again only now.
    const begun = (clientId: string, createdAt: number) => (known.has(clientId) ? now : Math.min(now, createdAt));
    since = new Map([...onTheirWay(state)].map(([id, at]) => [id, since.get(id) ?? begun(id, at)]));
    known = new Set([...state.deliveries.values(), ...state.pending.values()].flat().map((item) => item.clientId));
    const waits = new Map<string, Wait>();
    let nextAt = Number.POSITIVE_INFINITY;
    for (const [clientId, at] of since) {
      if (now - at >= LONG_WAIT_MS) waits.set(clientId, 'long');
      else {
        if (now - at >= SHORT_WAIT_MS) waits.set(clientId, 'short');
        nextAt = Math.min(nextAt, at + (waits.has(clientId) ? LONG_WAIT_MS : SHORT_WAIT_MS));
      }
    }
    if (nextAt !== Number.POSITIVE_INFINITY) cancel = clock.after(nextAt - now, look);
    if (!isSame(waits, state.waits)) store.update((held) => ({ ...held, waits }));
  };
  const unfollow = store.subscribe(() => {
    const { deliveries, pending, askedDeliveries } = store.get();
    const isSeen =
      deliveries === looked?.deliveries && pending === looked.pending && askedDeliveries === looked.askedDeliveries;
    if (!isSeen) look();
  });
  return {
    stop() {
      unfollow();
      cancel();
    },
  };
}

const isSame = (left: ReadonlyMap<string, Wait>, right: ReadonlyMap<string, Wait>): boolean =>
  left.size === right.size && [...left].every(([clientId, wait]) => right.get(clientId) === wait);
