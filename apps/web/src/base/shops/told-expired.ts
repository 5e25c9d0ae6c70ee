import { createStore, type Readable } from '@pasar/sync';

/** Logins whose expiry was told of in a dialog, or put away in the strip. Told once; one that recovers and fails anew is told of again. */
export interface ToldExpired {
  readonly asked: ReadonlySet<string>;
  readonly put: ReadonlySet<string>;
}

const store = createStore<ToldExpired>({ asked: new Set(), put: new Set() });
export const toldExpired: Readable<ToldExpired> = store;

export const tellAsked = (connectionId: string): void =>
  store.update((held) => ({ ...held, asked: new Set([...held.asked, connectionId]) }));
/** Nothing more is said of it. */
export const putAway = (connectionId: string): void =>
  store.update(({ asked, put }) => ({
    asked: new Set([...asked, connectionId]),
    put: new Set([...put, connectionId]),
  }));
/** Forgets those that are not expired any more. */
export const keepOnly = (expired: ReadonlySet<string>): void =>
  store.update((held) => {
    const { asked, put } = held;
    if ([...asked, ...put].every((connectionId) => expired.has(connectionId))) return held;
    const still = (of: ReadonlySet<string>) => new Set([...of].filter((connectionId) => expired.has(connectionId)));
    return { asked: still(asked), put: still(put) };
  });
