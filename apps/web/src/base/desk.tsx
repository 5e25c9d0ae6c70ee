import {
  createDesk,
  type Desk,
  type DeskState,
  gathering,
  openBrowserSocket,
  type Readable,
  systemClock,
  type Unread,
  unreadOf,
} from '@pasar/sync';
import { createContext, type ReactNode, useContext, useLayoutEffect, useState, useSyncExternalStore } from 'react';
import { keepServerTime } from '../ui/use-now.ts';
import { watchAway } from './away.ts';
import { callApi } from './call-api.ts';
import { isExpired, tellExpired } from './expired.ts';
import { endingOffline } from './offline.ts';
import { pictureStore } from './picture-store.ts';
import { tell } from './told.ts';

const DeskContext = createContext<Desk | null>(null);

/** The one live replica for all signed-in screens. It starts with the first of them and ends with the last. */
export function DeskProvider({ children }: { readonly children: ReactNode }) {
  const [desk, setDesk] = useState<Desk | null>(null);
  // Before the paint: between the login and the desk no blank window is seen.
  useLayoutEffect(() => {
    const made = createDesk({
      callApi,
      openSocket: endingOffline(gathering(openBrowserSocket, systemClock), window),
      clock: systemClock,
      random: Math.random,
      randomId: () => crypto.randomUUID(),
      storage: localStorage,
      onStored,
      pictures: pictureStore,
      onExpired: tellExpired,
      onTime: keepServerTime,
    });
    const wake = () => made.wake();
    const look = () => {
      if (document.visibilityState === 'visible') wake();
      else made.drafts?.leave();
    };
    addEventListener('online', wake);
    document.addEventListener('visibilitychange', look);
    const unwatch = isExpired.subscribe(() => made.expire());
    made.onTold(tell);
    const unwatchAway = watchAway((isAway) => made.presence.setAway(isAway));
    made.start();
    setDesk(made);
    return () => {
      unwatch();
      unwatchAway();
      removeEventListener('online', wake);
      document.removeEventListener('visibilitychange', look);
      made.stop();
    };
  }, []);
  return desk === null ? null : <DeskContext value={desk}>{children}</DeskContext>;
}

/** The browser tells a page only of what other pages write. */
function onStored(listener: (key: string) => void): () => void {
  const take = (event: StorageEvent) => {
    if (event.storageArea === localStorage && event.key !== null) listener(event.key);
  };
  addEventListener('storage', take);
  return () => removeEventListener('storage', take);
}

export function useDesk(): Desk {
  const desk = useContext(DeskContext);
  if (desk === null) throw new Error('no desk: a screen stands outside the signed-in part');
  return desk;
}

export const useReadable = <State,>(readable: Readable<State>): State =>
  useSyncExternalStore(readable.subscribe, readable.get);

/**
 * A part of the replica. The component renders again when the part is another object, so the selector must return the
 * same object for the same state.
 */
export function useDeskState<Part>(select: (state: DeskState) => Part): Part {
  const { state } = useDesk();
  return useSyncExternalStore(state.subscribe, () => select(state.get()));
}

const unreadCache = new WeakMap<DeskState, Unread>();
/** Counts once for each state, however many components ask. */
export function unreadIn(state: DeskState): Unread {
  const known = unreadCache.get(state);
  if (known !== undefined) return known;
  const unread = unreadOf(state);
  unreadCache.set(state, unread);
  return unread;
}
