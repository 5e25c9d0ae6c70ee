import { base64Decode, base64Encode } from '@bufbuild/protobuf/wire';
import type { ClockPort, SocketMessage, SocketPort } from './client/ports.ts';
import { BadJsonError } from './errors.ts';

/**
 * A recorded session as text: one JSON object a line, in order of time, `{"time": 1700000000000, "direction": "out",
 * "kind": "binary", "bytes": "..."}`. `time` is milliseconds since the epoch, `out` is from the client, `bytes` is
 * base64 (of a text message its UTF-8).
 */
export interface CaptureEntry {
  readonly time: number;
  readonly direction: 'in' | 'out';
  readonly message: SocketMessage;
}

const bytesOf = (message: SocketMessage): Uint8Array =>
  message.type === 'text' ? new TextEncoder().encode(message.text) : message.bytes;

export const captureLine = ({ time, direction, message }: CaptureEntry): string =>
  JSON.stringify({ time, direction, kind: message.type, bytes: base64Encode(bytesOf(message)) });

export const writeCapture = (entries: readonly CaptureEntry[]): string =>
  entries.map((entry) => `${captureLine(entry)}\n`).join('');

/** Throws `BadJsonError` with the number of the invalid line; empty lines are skipped. */
export function readCapture(text: string): readonly CaptureEntry[] {
  return text.split('\n').flatMap((line, index) => (line.trim() === '' ? [] : [readLine(line, `line ${index + 1}`)]));
}

function readLine(line: string, place: string): CaptureEntry {
  let json: unknown;
  try {
    json = JSON.parse(line);
  } catch (error) {
    throw new BadJsonError(place, error instanceof Error ? error.message : String(error));
  }
  const entry: Readonly<Record<string, unknown>> = Object(json);
  const { time, direction, kind, bytes } = entry;
  if (typeof time !== 'number') throw new BadJsonError(place, 'time is a number of milliseconds');
  if (direction !== 'in' && direction !== 'out') throw new BadJsonError(place, 'direction is in or out');
  if (kind !== 'text' && kind !== 'binary') throw new BadJsonError(place, 'kind is text or binary');
  const plain = fromBase64(bytes, place);
  const message: SocketMessage =
    kind === 'text' ? { type: 'text', text: new TextDecoder().decode(plain) } : { type: 'binary', bytes: plain };
  return { time, direction, message };
}

function fromBase64(bytes: unknown, place: string): Uint8Array {
  if (typeof bytes !== 'string') throw new BadJsonError(place, 'bytes is base64');
  try {
    return base64Decode(bytes);
  } catch (error) {
    throw new BadJsonError(place, `bytes is base64: ${String(error)}`);
  }
}

/**
 * A socket that works like the given one and tells every message to `note`, outgoing messages after the socket accepted
 * them.
 */
export function recordSocket(socket: SocketPort, clock: ClockPort, note: (entry: CaptureEntry) => void): SocketPort {
  return {
    send: (message) => {
      socket.send(message);
      note({ time: clock.now(), direction: 'out', message });
    },
    onMessage: (listener) =>
      socket.onMessage((message) => {
        note({ time: clock.now(), direction: 'in', message });
        listener(message);
      }),
    close: () => socket.close(),
    closed: socket.closed,
  };
}
