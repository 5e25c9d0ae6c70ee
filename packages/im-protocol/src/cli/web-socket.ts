import type { SocketClosed, SocketMessage, SocketPort } from '../client/ports.ts';
import { UsageError } from './usage-error.ts';

/** The platform's WebSocket as a port, after it has opened. Throws `UsageError` when it does not open. */
export async function openSocket(url: string, protocols: readonly string[]): Promise<SocketPort> {
  const socket = webSocket(url, protocols);
  socket.binaryType = 'arraybuffer';
  const opened = Promise.withResolvers<void>();
  const closed = Promise.withResolvers<SocketClosed>();
  const early: SocketMessage[] = [];
  let listener = (message: SocketMessage): void => void early.push(message);
  socket.addEventListener('open', () => opened.resolve());
  socket.addEventListener('close', ({ code, reason }) => {
    closed.resolve({ code, reason });
    opened.reject(new UsageError(`${url} did not open (${code})`));
  });
  socket.addEventListener('message', ({ data }) => listener(messageOf(data)));
  await opened.promise;
  return {
    send: (message) => {
      if (socket.readyState !== WebSocket.OPEN) throw new Error('the socket is not open');
      socket.send(message.type === 'text' ? message.text : new Uint8Array(message.bytes));
    },
    onMessage: (next) => {
      listener = next;
      for (const message of early.splice(0)) next(message);
    },
    close: () => socket.close(),
    closed: closed.promise,
  };
}

function webSocket(url: string, protocols: readonly string[]): WebSocket {
  try {
    return new WebSocket(url, [...protocols]);
  } catch (error) {
    throw new UsageError(`${url}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function messageOf(data: unknown): SocketMessage {
  if (typeof data === 'string') return { type: 'text', text: data };
  if (data instanceof ArrayBuffer) return { type: 'binary', bytes: new Uint8Array(data) };
  throw new TypeError('a WebSocket message is text or an ArrayBuffer');
}
