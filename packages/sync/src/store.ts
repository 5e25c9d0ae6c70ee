/** A value that can be read at once and watched, in the shape that React's useSyncExternalStore needs. */
export interface Readable<State> {
  get(): State;
  /** Calls the listener synchronously after every change; returns the unsubscribe function. */
  subscribe(listener: () => void): () => void;
}

export interface Store<State> extends Readable<State> {
  /** Replaces the state by the result of the pure function; listeners are called when it is a different object. */
  update(next: (state: State) => State): void;
}

export function createStore<State>(initial: State): Store<State> {
  let state = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    update(next) {
      const made = next(state);
      if (made === state) return;
      state = made;
      for (const listener of [...listeners]) listener();
    },
  };
}
