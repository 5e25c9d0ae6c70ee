/** One open socket of the login: handshake, heartbeat, events, and one end. */
import { BridgeError, type Clock, type Socket, type SocketClosed, type SocketMessage } from '@pasar/bridge';
import type { Outcome, Stream, StreamEnd, StreamListener } from '@pasar/connector-kit';
import { type ReasonCode, refusal } from '@pasar/domain';
import type { ShopUserOf } from '../calls/reading/message.ts';
import { setAside } from '../calls/reading/page.ts';
import { type EngineFrame, readEngineFrame } from './engine-frame.ts';
import { fromWirePush } from './push.ts';

const PING: SocketMessage = { type: 'text', text: '2' };
const PONG: SocketMessage = { type: 'text', text: '3' };

export class SocketStream implements Stream {
  /** Settles when the server has accepted the connection (`40`), or with the reason why it did not. */
  readonly live: Promise<Outcome<Stream>>;
  readonly #socket: Socket;
  readonly #clock: Clock;
  readonly #listener: StreamListener;
  readonly #shopUserOf: ShopUserOf;
  readonly #settleLive: (outcome: Outcome<Stream>) => void;
  #state: 'opening' | 'live' | 'ended' = 'opening';
  #cancelTimer: () => void;
  #interval = { pingIntervalMs: 0, pingTimeoutMs: 0 };

  constructor(socket: Socket, clock: Clock, listener: StreamListener, shopUserOf: ShopUserOf, openTimeoutMs: number) {
    this.#socket = socket;
    this.#clock = clock;
    this.#listener = listener;
    this.#shopUserOf = shopUserOf;
    const { promise, resolve } = Promise.withResolvers<Outcome<Stream>>();
    this.live = promise;
    this.#settleLive = resolve;
    this.#cancelTimer = clock.after(openTimeoutMs, () => this.#lose('request_timed_out', 'the socket stayed silent'));
    void socket.closed.then((closed) => this.#lose('marketplace_unreachable', wordsOf(closed)));
    socket.onMessage((message) => this.#take(message));
  }

  close(): void {
    this.#end({ kind: 'closed' });
  }

  #take(message: SocketMessage): void {
    if (this.#state === 'ended') return;
    if (message.type === 'binary') {
      this.#listener.unreadable({ platformShopId: null, reason: 'a binary frame', bytes: message.bytes });
      return;
    }
    this.#act(readEngineFrame(message.text), message.text);
  }

  #act(frame: EngineFrame, text: string): void {
    switch (frame.kind) {
      case 'open':
        this.#interval = { pingIntervalMs: frame.pingIntervalMs, pingTimeoutMs: frame.pingTimeoutMs };
        break;
      case 'connected':
        this.#goLive();
        break;
      case 'pong':
        this.#pingLater();
        break;
      case 'ping':
        this.#say(PONG);
        break;
      case 'dismissed':
        this.#end({ kind: 'loggedOut', refusal: refusal('shop_login_expired', 'the server ended the socket') });
        break;
      case 'refused':
        this.#lose('marketplace_error', frame.words);
        break;
      case 'event':
        this.#tell(frame, text);
        break;
      case 'noise':
        break;
      case 'unreadable':
        this.#listener.unreadable(setAside(text, frame.reason));
    }
  }

  #say(message: SocketMessage): void {
    try {
      this.#socket.send(message);
    } catch (error) {
      if (!(error instanceof BridgeError)) throw error;
      this.#lose('marketplace_unreachable', error.message);
    }
  }

  #goLive(): void {
    if (this.#state !== 'opening') return;
    this.#state = 'live';
    this.#pingLater();
    this.#settleLive({ ok: true, value: this });
  }

  /** The client pings, and the server answers (Engine.IO 3). Without an answer the connection is dead. */
  #pingLater(): void {
    this.#cancelTimer();
    const { pingIntervalMs, pingTimeoutMs } = this.#interval;
    if (this.#state !== 'live' || pingIntervalMs === 0) return;
    this.#cancelTimer = this.#clock.after(pingIntervalMs, () => {
      this.#cancelTimer = this.#clock.after(pingTimeoutMs, () =>
        this.#lose('marketplace_unreachable', 'no answer to the heartbeat'),
      );
      this.#say(PING);
    });
  }

  #tell(frame: Extract<EngineFrame, { kind: 'event' }>, text: string): void {
    if (frame.name !== 'message') {
      this.#listener.unreadable(setAside(text, `unknown event "${frame.name}"`));
      return;
    }
    const reading = fromWirePush(frame.args[0], this.#shopUserOf);
    if (reading.ok) this.#listener.events([reading.event]);
    else this.#listener.unreadable(reading.item);
  }

  #lose(reason: ReasonCode, detail: string): void {
    this.#end({ kind: 'lost', refusal: refusal(reason, detail) });
  }

  /** A stream that never became live tells no end, because its opening has failed. */
  #end(end: StreamEnd): void {
    if (this.#state === 'ended') return;
    const wasLive = this.#state === 'live';
    this.#state = 'ended';
    this.#cancelTimer();
    this.#socket.close();
    if (wasLive) {
      this.#listener.ended(end);
      return;
    }
    const why = end.kind === 'closed' ? refusal('marketplace_unreachable', 'closed while opening') : end.refusal;
    this.#settleLive({ ok: false, refusal: why, canRetry: end.kind !== 'loggedOut' });
  }
}

const wordsOf = ({ code, reason }: SocketClosed): string =>
  `socket closed: ${code}${reason === '' ? '' : ` ${reason}`}`;
