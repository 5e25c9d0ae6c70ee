/** Handlers of one socket, called in order; none is called after `close()`. */
export interface SocketHandlers {
  onOpen(): void;
  onText(text: string): void;
  /** Called once, whatever the cause, also when the socket never opened. */
  onClosed(): void;
}
export interface Socket {
  /** Says nothing while the socket is not open. */
  say(text: string): void;
  close(): void;
}
export type OpenSocket = (path: string, handlers: SocketHandlers) => Socket;

/** Opens the browser's WebSocket at the page's own origin. */
export const openBrowserSocket: OpenSocket = (path, handlers) => {
  const url = new URL(path, globalThis.location.href);
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
  const socket = new WebSocket(url);
  let isOver = false;
  const end = () => {
    if (isOver) return;
    isOver = true;
    handlers.onClosed();
  };
  socket.addEventListener('open', () => !isOver && handlers.onOpen());
  socket.addEventListener('message', (event: MessageEvent<unknown>) => {
    if (!isOver && typeof event.data === 'string') handlers.onText(event.data);
  });
  // An `error` event is always followed by `close`, so `close` alone is handled.
  socket.addEventListener('close', end);
  return {
    say(text) {
      if (socket.readyState === WebSocket.OPEN) socket.send(text);
    },
    close() {
      isOver = true;
      socket.close();
    },
  };
};
