import { createStore, type Readable } from '@pasar/sync';

/**
 * Logins whose expiry was shown in a dialog, or dismissed in the strip. Each expiry is shown once; a login that
 * recovers and expires again is shown again.
 */
export interface ToldExpired {
  readonly asked: ReadonlySet<string>;
  readonly put: ReadonlySet<string>;
}

const store = createStore<ToldExpired>({ asked: new Set(), put: new Set() });
export const toldExpired: Readable<ToldExpired> = store;

export const tellAsked = (connectionId: string): void =>
  store.update((held) => ({ ...held, asked: new Set([...held.asked, connectionId]) }));
/** Dismisses a login from the strip. */
export const putAway = (connectionId: string): void =>
  store.update(({ asked, put }) => ({
    asked: new Set([...asked, connectionId]),
    put: new Set([...put, connectionId]),
  }));
/** Forgets logins that are no longer expired. */
export const keepOnly = (expired: ReadonlySet<string>): void =>
  store.update((held) => {
    const { asked, put } = held;
    if ([...asked, ...put].every((connectionId) => expired.has(connectionId))) return held;
    const still = (of: ReadonlySet<string>) => new Set([...of].filter((connectionId) => expired.has(connectionId)));
    return { asked: still(asked), put: still(put) };
  });
