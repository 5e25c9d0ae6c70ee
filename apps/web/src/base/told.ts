import type { Call } from '@pasar/api';
import type { Told as ToldByStream } from '@pasar/sync';

/** What may have changed the answer of a look-up: the live stream, or a call of this window, whatever the call came to. */
export type Told = ToldByStream | { readonly told: 'called'; readonly call: Call };

const listeners = new Set<(told: Told) => void>();

/**
 * For the rest of the page. The cache of look-ups comes with the first screen that needs it; what tells of changes is
 * there from the first paint and does not load the cache's code.
 */
export const onTold = (listener: (told: Told) => void): void => void listeners.add(listener);

export function tell(told: Told): void {
  for (const listener of listeners) listener(told);
}
