import type { OpenSocket } from '@pasar/sync';

/** What tells of the machine's network: `window`, with its `online` and `offline`. */
export type LineEvents = Pick<EventTarget, 'addEventListener' | 'removeEventListener'>;

/**
 * Sockets that end when the browser says that the machine is offline. A cut network tells a socket nothing: without this
 * the stream would call itself live until its silence is noticed, while calls already fail. So there is one truth about
 * the line, the live stream's, and it is told at once.
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
    return { close };
  };
