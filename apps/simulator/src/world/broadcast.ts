import type { WorldEvent } from './types.ts';

export interface Broadcast {
  /** Returns the unsubscribe function. */
  on(listener: (event: WorldEvent) => void): () => void;
  tell(event: WorldEvent): void;
}

export function createBroadcast(): Broadcast {
  const listeners = new Set<(event: WorldEvent) => void>();
  return {
    on(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    tell(event) {
      for (const listener of [...listeners]) {
        try {
          listener(event);
        } catch (error) {
          // The fact stays valid and the other listeners still get the event, so the error is thrown outside of this
          // call.
          queueMicrotask(() => {
            throw error;
          });
        }
      }
    },
  };
}
