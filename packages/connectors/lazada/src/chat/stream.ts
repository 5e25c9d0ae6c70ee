/** The ACCS socket as a stream of events. Frames are handled in order, one at a time; any frame is a sign of life. */
import type { Clock, Socket, SocketMessage } from '@pasar/bridge';
import { BridgeError } from '@pasar/bridge';
import { type Outcome, openSocket, type Stream, type StreamEnd, type StreamListener } from '@pasar/connector-kit';
import { isAboutLogin, LIMITS, type Refusal, refusal } from '@pasar/domain';
import type { Line } from '../auth/line.ts';
import { imToken, type Seller } from '../calls/account.ts';
import { failed, meaningOfNetwork } from '../wire/answer.ts';
import { fromWireFrame, toWireAck, toWireHeartbeat, toWirePing } from './accs-frame.ts';
import { createSyncReader, rebase, type SyncPoints, type SyncReader } from './sync-reader.ts';

const SOCKET_PATH = '/accs/auth';
/** Seen in web clients of this kind of socket. Milliseconds. */
const HEARTBEAT_MS = 30_000;
/** The stream gives up a server that answers pings and then is silent for this long (our choice). Milliseconds. */
const SILENCE_MS = 75_000;

export interface StreamPorts {
  readonly line: Line;
  readonly seller: Seller;
  /** The session keeps them for its next socket. */
  readonly points: SyncPoints;
  readonly listener: StreamListener;
}

async function connect(line: Line): Promise<Outcome<Socket>> {
  const token = await line.call(imToken, null);
  if (!token.ok) return token;
  const origin = line.socketOrigin.replace(/^http/, 'ws');
  const url = `${origin}${SOCKET_PATH}?token=${encodeURIComponent(token.value)}`;
  const options = { url, protocols: [], headers: {}, connectTimeoutMs: LIMITS.requestTimeoutMs };
  const socket = await openSocket(line.bridge.sockets, options, line.notify);
  return socket instanceof BridgeError ? failed(meaningOfNetwork(socket)) : { ok: true, value: socket };
}

/**
 * Resolves when the socket is open and everything since the last sync ids has been pulled. The listener gets the pulled
 * items first, then the pushes, all in order.
 */
export async function openStream(ports: StreamPorts): Promise<Outcome<Stream>> {
  const { line, points } = ports;
  if (points.size === 0) {
    const refused = await rebase(line, points, () => true);
    if (refused !== null) return { ok: false, refusal: refused, canRetry: !isAboutLogin(refused.reason) };
  }
  const socket = await connect(line);
  if (!socket.ok) return socket;
  const stream = new AccsStream(socket.value, ports);
  await stream.caughtUp;
  return { ok: true, value: stream };
}

class AccsStream implements Stream {
  readonly #socket: Socket;
  readonly #clock: Clock;
  readonly #ports: StreamPorts;
  readonly #reader: SyncReader;
  /** Jobs run one after another, so that events keep the order of their frames. */
  #jobs: Promise<void> = Promise.resolve();
  /** Resolves when the first pull is over, also when it failed. */
  readonly caughtUp: Promise<void>;
  #isEnded = false;
  #cancelHeartbeat: () => void = () => undefined;
  #lastFrameAt: number;
  #isAnsweringPings = false;
  #pings = 0;

  constructor(socket: Socket, ports: StreamPorts) {
    this.#socket = socket;
    this.#ports = ports;
    this.#clock = ports.line.bridge.clock;
    this.#lastFrameAt = this.#clock.now();
    this.#reader = createSyncReader({
      ...ports,
      listener: {
        events: (batch) => this.#whileOpen(() => ports.listener.events(batch)),
        unreadable: (item) => this.#whileOpen(() => ports.listener.unreadable(item)),
        gap: () => this.#whileOpen(() => ports.listener.gap()),
      },
      isOpen: () => !this.#isEnded,
      onRefused: (reason) => this.#onRefused(reason),
    });
    this.caughtUp = this.#enqueue(() => this.#reader.catchUp());
    socket.onMessage((message) => this.#receive(message));
    void socket.closed.then(({ code }) =>
      this.#end({ kind: 'lost', refusal: refusal('marketplace_unreachable', `socket closed with ${code}`) }),
    );
    this.#scheduleHeartbeat();
  }

  close(): void {
    this.#end({ kind: 'closed' });
  }

  #whileOpen(tell: () => void): void {
    if (!this.#isEnded) tell();
  }

  #end(end: StreamEnd): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    this.#cancelHeartbeat();
    this.#socket.close();
    this.#ports.listener.ended(end);
  }

  #onRefused(reason: Refusal): void {
    if (isAboutLogin(reason.reason)) this.#end({ kind: 'loggedOut', refusal: reason });
  }

  #enqueue(job: () => Promise<void>): Promise<void> {
    this.#jobs = this.#jobs
      .then(() => (this.#isEnded ? undefined : job()))
      .catch((error: unknown) => {
        // A fault of Pasar's own, here or in the listener. The stream ends, because the frame was not handled.
        this.#end({ kind: 'lost', refusal: refusal('unexpected_answer', String(error)) });
      });
    return this.#jobs;
  }

  #receive(message: SocketMessage): void {
    this.#lastFrameAt = this.#clock.now();
    const text = message.type === 'text' ? message.text : Buffer.from(message.bytes).toString('utf8');
    const frame = fromWireFrame(text);
    if (!frame.ok) this.#setAside(frame.reason, text);
    else if (frame.value.kind === 'control') this.#isAnsweringPings = true;
    else {
      const { dataId, serviceId, push } = frame.value;
      this.#send(toWireAck(dataId, serviceId));
      if (push.ok) void this.#enqueue(() => this.#reader.take(push.value));
      else this.#setAside(push.reason, text);
    }
  }

  #setAside(reason: string, text: string): void {
    const { seller, listener } = this.#ports;
    void this.#enqueue(async () => {
      listener.unreadable({ platformShopId: seller.platformShopId, reason, bytes: Buffer.from(text) });
    });
  }

  #send(text: string): void {
    try {
      this.#socket.send({ type: 'text', text });
    } catch (error) {
      // A socket that is closing calls `closed`, which ends the stream.
      if (!(error instanceof BridgeError)) throw error;
    }
  }

  #scheduleHeartbeat(): void {
    this.#cancelHeartbeat = this.#clock.after(HEARTBEAT_MS, () => {
      if (this.#isEnded) return;
      if (this.#isAnsweringPings && this.#clock.now() - this.#lastFrameAt > SILENCE_MS) {
        this.#end({ kind: 'lost', refusal: refusal('request_timed_out', 'the socket fell silent') });
        return;
      }
      this.#pings += 1;
      this.#send(toWireHeartbeat());
      this.#send(toWirePing(String(this.#pings)));
      this.#scheduleHeartbeat();
    });
  }
}
