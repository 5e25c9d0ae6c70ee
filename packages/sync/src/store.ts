/** Something that can be read at once and watched: the shape React's useSyncExternalStore wants. */
export interface Readable<State> {
  get(): State;
  /** Told after every change of the state, synchronously; returns the unsubscribe function. */
  subscribe(listener: () => void): () => void;
}

export interface Store<State> extends Readable<State> {
  /** Replaces the state by what the pure function makes of it; listeners hear of it when it is another object. */
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
