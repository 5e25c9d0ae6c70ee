import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { LIVE_PATH, type LiveFrame } from '@pasar/api';
import { type AccountId, asAccountId } from '@pasar/domain';
import type { Logger } from 'pino';
import { type WebSocket, WebSocketServer } from 'ws';
import { findOpenSessions, findSession } from '../features/account/sessions.ts';
import { CHANGE_CHANNEL } from '../records/change-feed.ts';
import { MOMENT_CHANNEL, type MomentEnvelope, momentEnvelope } from '../records/moments.ts';
import { type Database, wholeAccount } from '../storage/database.ts';
import { readMomentAudience } from './audience.ts';
import { AccountFeed, type LiveWindow, send } from './live-feed.ts';
import { isOwnOrigin } from './origin.ts';

const TICK_MS = 10_000;
const MAX_CLIENT_MESSAGE_BYTES = 1_024;

/** The live stream's sockets: who opens one, until when it lives, and which account's feed tells it what. */
export class LiveStream {
  readonly #database: Database;
  readonly #log: Logger;
  readonly #readToken: (cookieHeader: string) => string | null;
  readonly #feeds = new Map<AccountId, AccountFeed>();
  readonly #sockets = new WebSocketServer({
    noServer: true,
    perMessageDeflate: false,
    maxPayload: MAX_CLIENT_MESSAGE_BYTES,
  });
  readonly #stopListening: (() => Promise<void>)[] = [];
  readonly #stopping = new AbortController();
  #ticker: NodeJS.Timeout | undefined;

  constructor(database: Database, log: Logger, readToken: (cookieHeader: string) => string | null) {
    this.#database = database;
    this.#log = log;
    this.#readToken = readToken;
  }

  async start(server: Server): Promise<void> {
    this.#stopListening.push(
      await this.#database.listen(CHANGE_CHANNEL, (accountId) => {
        if (accountId === '') for (const feed of this.#feeds.values()) feed.wake();
        else this.#feeds.get(asAccountId(accountId))?.wake();
      }),
      await this.#database.listen(MOMENT_CHANNEL, (payload) => {
        if (payload === '') return;
        this.#tellMoment(momentEnvelope.parse(JSON.parse(payload))).catch((error) =>
          this.#log.warn({ error: String(error) }, 'a moment was not told'),
        );
      }),
    );
    server.on('upgrade', (request, socket, head) => {
      this.#upgrade(request, socket, head).catch((error) => {
        this.#log.error({ error: String(error) }, 'a live stream could not be opened');
        socket.destroy();
      });
    });
    this.#ticker = setInterval(() => void this.#tick(), TICK_MS);
  }

  async stop(): Promise<void> {
    clearInterval(this.#ticker);
    this.#stopping.abort();
    await Promise.all(this.#stopListening.map((stop) => stop()));
    for (const client of this.#sockets.clients) client.terminate();
    await Promise.allSettled([...this.#feeds.values()].map((feed) => feed.idle()));
    this.#sockets.close();
  }

  async #upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://desk');
    const since = Number(url.searchParams.get('since') ?? Number.NaN);
    if (url.pathname !== LIVE_PATH || !Number.isSafeInteger(since) || since < 0)
      return refuse(socket, '400 Bad Request');
    if (!isOwnOrigin(request.headers)) return refuse(socket, '403 Forbidden');
    const token = this.#readToken(request.headers.cookie ?? '');
    const member = token === null ? null : await findSession(this.#database, token);
    this.#sockets.handleUpgrade(request, socket, head, (opened) => {
      if (!member || token === null) {
        send(opened, { type: 'expired' });
        opened.close(4401);
        return;
      }
      const { accountId, memberId } = member.scope;
      if (memberId !== null) this.#watch(accountId, opened, { socket: opened, memberId, token, since });
    });
  }

  #watch(accountId: AccountId, socket: WebSocket, window: LiveWindow): void {
    const feed =
      this.#feeds.get(accountId) ?? new AccountFeed(this.#database, accountId, this.#log, this.#stopping.signal);
    this.#feeds.set(accountId, feed);
    feed.windows.add(window);
    socket.on('close', () => {
      feed.windows.delete(window);
      if (feed.windows.size === 0 && this.#feeds.get(accountId) === feed) this.#feeds.delete(accountId);
    });
    socket.on('error', () => socket.terminate());
    feed.wake();
  }

  async #tellMoment(envelope: MomentEnvelope): Promise<void> {
    const accountId = asAccountId(envelope.accountId);
    const feed = this.#feeds.get(accountId);
    if (feed === undefined) return;
    const audience = await this.#database.within(wholeAccount(accountId), (transaction) =>
      readMomentAudience(transaction, envelope),
    );
    const frame: LiveFrame = { type: 'moment', moment: envelope.moment };
    for (const { socket, memberId } of feed.windows) {
      const isAimed = envelope.memberId === null || envelope.memberId === memberId;
      if (isAimed && audience.has(memberId)) send(socket, frame);
    }
  }

  /** Shows that the line lives, and ends windows whose session was closed meanwhile. */
  async #tick(): Promise<void> {
    const frame: LiveFrame = { type: 'tick', serverTime: Date.now() };
    const windows = [...this.#feeds.values()].flatMap((feed) => [...feed.windows].map((window) => ({ feed, window })));
    const tokens = [...new Set(windows.map(({ window }) => window.token))];
    // a database that does not answer ends nobody's session.
    const open = await findOpenSessions(this.#database, tokens).catch(() => null);
    for (const { feed, window } of windows) {
      if (!feed.windows.has(window)) continue;
      if (open === null || open.has(window.token)) send(window.socket, frame);
      else feed.expire(window);
    }
  }
}

function refuse(socket: Duplex, status: string): void {
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\n\r\n`);
}
