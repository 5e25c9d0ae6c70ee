import type { Call } from '@pasar/api';
import type { Told as ToldByStream } from '@pasar/sync';

/**
 * Events that may make the answer of a look-up stale: changes of the live stream, and calls of this window, whatever
 * their result.
 */
export type Told = ToldByStream | { readonly told: 'called'; readonly call: Call };

const listeners = new Set<(told: Told) => void>();

/**
 * Listens until the page is closed. The cache of look-ups is loaded with the first screen that needs it; this file
 * reports events from the first paint on, without loading the cache.
 */
export const onTold = (listener: (told: Told) => void): void => void listeners.add(listener);

export function tell(told: Told): void {
  for (const listener of listeners) listener(told);
}
