import type { OpenSocket } from '@pasar/sync';

/** The source of `online` and `offline` events: `window`. */
export type LineEvents = Pick<EventTarget, 'addEventListener' | 'removeEventListener'>;

/**
 * Sockets that end when the browser reports that the machine is offline. A socket does not notice a cut network:
 * without this the stream would count as live until its silence is noticed, while calls already fail. With it, the live
 * stream alone tells whether the machine is connected, and tells it at once.
 */
export const endingOffline =
  (openSocket: OpenSocket, events: LineEvents): OpenSocket =>
  (path, handlers) => {
    const unwatch = () => events.removeEventListener('offline', end);
    const socket = openSocket(path, {
      ...handlers,
      onClosed() {
        unwatch();
        handlers.onClosed();
      },
    });
    const close = () => {
      unwatch();
      socket.close();
    };
    function end() {
      close();
      handlers.onClosed();
    }
    events.addEventListener('offline', end);
    return { say: (text) => socket.say(text), close };
  };
