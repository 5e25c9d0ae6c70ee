import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { type CaptureEntry, captureLine, recordSocket } from '../capture.ts';
import { DEFAULT_HEARTBEAT, HEARTBEAT_TEXT, startPulse } from '../client/heartbeat.ts';
import type { ClockPort, SocketMessage, SocketPort } from '../client/ports.ts';
import { frameFromJson } from '../dissect.ts';
import { parseJson } from './bytes.ts';
import { atCaller } from './caller-path.ts';
import type { Flags, Terminal } from './flags.ts';
import { shownLine } from './show.ts';
import { UsageError } from './usage-error.ts';
import { openSocket } from './web-socket.ts';

const clock: ClockPort = {
  now: () => Date.now(),
  after: (delayMs, run) => {
    const timer = setTimeout(run, delayMs);
    return () => clearTimeout(timer);
  },
};
/** The subprotocols that the vendor's web client offers (facts §4.1). */
const SUBPROTOCOLS = ['binary', 'base64', 'pbbp2'];

/** `im connect` and, with a file to write, `im record`. */
export async function connect(flags: Flags, terminal: Terminal, out: string | null): Promise<void> {
  const messages: SocketMessage[] = (flags.send ?? []).map((file) => ({
    type: 'binary',
    bytes: frameFromJson(parseJson(readFileSync(atCaller(file), 'utf8'))),
  }));
  const captureFile = out === null ? null : atCaller(out);
  if (captureFile !== null) writeFileSync(captureFile, '');
  await converse(flags, messages, (entry) => {
    terminal.print(shownLine(entry));
    if (captureFile !== null) appendFileSync(captureFile, `${captureLine(entry)}\n`);
  });
}

/** Opens the socket, sends, keeps the heartbeat, and returns at the end that the flags define. */
export async function converse(
  flags: Flags,
  messages: readonly SocketMessage[],
  note: (entry: CaptureEntry) => void,
): Promise<void> {
  if (flags.url === undefined) throw new UsageError('--url is needed');
  const limit = wholeNumber(flags.count, '--count');
  const seconds = wholeNumber(flags.seconds, '--seconds');
  const socket = await openSocket(flags.url, flags.protocol ?? SUBPROTOCOLS);
  let received = 0;
  const end = Promise.withResolvers<void>();
  const line: SocketPort = recordSocket(socket, clock, (entry) => {
    note(entry);
    if (entry.direction === 'out') return;
    received += 1;
    if (limit !== null && received >= limit) end.resolve();
  });
  const pulse = startPulse(clock, DEFAULT_HEARTBEAT, {
    ask: () => line.send({ type: 'text', text: HEARTBEAT_TEXT }),
    silent: () => end.resolve(),
  });
  line.onMessage(() => pulse.beat());
  const cancel = seconds === null ? () => undefined : clock.after(seconds * 1_000, () => end.resolve());
  for (const message of messages) line.send(message);
  await Promise.race([end.promise, line.closed]);
  cancel();
  pulse.stop();
  line.close();
  await line.closed;
}

function wholeNumber(text: string | undefined, flag: string): number | null {
  if (text === undefined) return null;
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new UsageError(`${flag} is a whole number`);
  return Number(text);
}
