import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { LIVE_PATH, type LiveFrame } from '@pasar/api';
import { type AccountId, asAccountId } from '@pasar/domain';
import type { Logger } from 'pino';
import { type WebSocket, WebSocketServer } from 'ws';
import { z } from 'zod';
import { assignmentNotice } from '../records/assignment-rules.ts';
import { CHANGE_CHANNEL, SESSION_CHANNEL } from '../records/change-feed.ts';
import { MOMENT_CHANNEL, type MomentEnvelope, momentEnvelope } from '../records/moments.ts';
import { presenceEnvelope } from '../records/presence.ts';
import { findOpenSessions, findSession } from '../records/sessions.ts';
import { type Database, wholeAccount } from '../storage/database.ts';
import { logUnlessAway } from '../storage/outages.ts';
import { Assigner } from './assigner.ts';
import { readMomentAudience } from './audience.ts';
import { AccountFeed, type LiveWindow, send } from './live-feed.ts';
import { isOwnOrigin } from './origin.ts';
import { Presence } from './presence.ts';

/** How often each window is told that the connection is alive; the contract fixes it. */
export const LIVE_TICK_MS = 10_000;
const MAX_CLIENT_MESSAGE_BYTES = 1_024;

const momentPayload = z.union([momentEnvelope, presenceEnvelope, assignmentNotice]);

export interface LiveOptions {
  readonly database: Database;
  readonly log: Logger;
  /** The session token in a Cookie header; null where there is none. */
  readonly readToken: (cookieHeader: string) => string | null;
  /** As in `Grant`. */
  readonly emptyMeansAll: boolean;
  readonly tickMs: number;
  readonly now: () => number;
}

/**
 * The sockets of the live stream: opens a window for a session, ends it with the session, and hands it to its account's
 * feed.
 */
export class LiveStream {
  readonly #options: LiveOptions;
  readonly #feeds = new Map<AccountId, AccountFeed>();
  readonly #sockets = new WebSocketServer({
    noServer: true,
    perMessageDeflate: false,
    maxPayload: MAX_CLIENT_MESSAGE_BYTES,
  });
  readonly #stopListening: (() => Promise<void>)[] = [];
  readonly #stopping = new AbortController();
  readonly #presence: Presence;
  readonly #assigner: Assigner;
  #ticker: NodeJS.Timeout | undefined;
  /**
   * Counts the notified ends of sessions. When it moves while a window is opened, the window's session may be among
   * them.
   */
  #sessionEnds = 0;

  constructor(options: LiveOptions) {
    this.#options = options;
    const { database, log, emptyMeansAll, now } = options;
    const windowsOf = (accountId: AccountId) => this.#feeds.get(accountId)?.windows ?? [];
    const onHere = (accountId: AccountId) => this.#assigner.wake(accountId);
    this.#presence = new Presence({ database, log, emptyMeansAll, windowsOf, onHere });
    const hereOf = (accountId: AccountId) => this.#presence.hereOf(accountId);
    this.#assigner = new Assigner({ database, log, emptyMeansAll, hereOf, now });
  }

  async start(server: Server): Promise<void> {
    const { database, log } = this.#options;
    this.#stopListening.push(
      await database.listen(CHANGE_CHANNEL, (accountId) => {
        if (accountId === '') {
          for (const feed of this.#feeds.values()) feed.wake();
          this.#assigner.renewAll();
        } else {
          this.#feeds.get(asAccountId(accountId))?.wake();
          this.#assigner.wake(asAccountId(accountId));
        }
      }),
      await database.listen(SESSION_CHANNEL, (accountId) => {
        this.#sessionEnds += 1;
        const feed = this.#feeds.get(asAccountId(accountId));
        void this.#endClosed(accountId === '' ? [...this.#feeds.values()] : feed === undefined ? [] : [feed]);
      }),
      await database.listen(MOMENT_CHANNEL, (payload) => {
        if (payload === '') {
          this.#presence.renew();
          this.#assigner.renewAll();
          return;
        }
        const told = momentPayload.parse(JSON.parse(payload));
        if ('presence' in told) return this.#presence.take(told);
        if ('assignment' in told) return this.#assigner.renew(asAccountId(told.accountId));
        this.#tellMoment(told).catch((error) => logUnlessAway(log, 'moment_not_told', error));
      }),
    );
    server.on('upgrade', (request, socket, head) => {
      this.#upgrade(request, socket, head).catch((error) => {
        logUnlessAway(log, 'live_stream_not_opened', error);
        socket.destroy();
      });
    });
    this.#presence.start();
    this.#ticker = setInterval(() => void this.#tick(), this.#options.tickMs);
  }

  /** The windows that are open at this process. */
  get windowCount(): number {
    return [...this.#feeds.values()].reduce((count, feed) => count + feed.windows.size, 0);
  }

  /** As `Presence` has it. */
  hasWindow(accountId: AccountId, memberId: string): Promise<boolean> {
    return this.#presence.hasWindow(accountId, memberId);
  }

  async stop(): Promise<void> {
    clearInterval(this.#ticker);
    await this.#presence.stop();
    await this.#assigner.stop();
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
    const { database, readToken, emptyMeansAll } = this.#options;
    const token = readToken(request.headers.cookie ?? '');
    const endsBefore = this.#sessionEnds;
    const session = token === null ? null : await findSession(database, token, emptyMeansAll);
    if (session?.lacksFactor === true || session?.isToken === true) return refuse(socket, '403 Forbidden');
    this.#sockets.handleUpgrade(request, socket, head, (opened) => {
      if (session === null || token === null) {
        send(opened, { type: 'expired' });
        opened.close(4401);
        return;
      }
      const { accountId, memberId } = session.member.scope;
      if (memberId === null) return;
      const window: LiveWindow = { socket: opened, memberId, token, since };
      const feed = this.#watch(accountId, opened, window);
      this.#presence.watch(accountId, opened, window, session.member);
      if (endsBefore !== this.#sessionEnds) void this.#endClosed([feed]);
    });
  }

  #watch(accountId: AccountId, socket: WebSocket, window: LiveWindow): AccountFeed {
    const { database, log, emptyMeansAll } = this.#options;
    const stopping = this.#stopping.signal;
    const feed = this.#feeds.get(accountId) ?? new AccountFeed({ database, accountId, log, emptyMeansAll, stopping });
    if (!this.#feeds.has(accountId)) this.#assigner.watch(accountId);
    this.#feeds.set(accountId, feed);
    feed.windows.add(window);
    socket.on('close', () => {
      feed.windows.delete(window);
      if (feed.windows.size > 0 || this.#feeds.get(accountId) !== feed) return;
      this.#feeds.delete(accountId);
      this.#assigner.forget(accountId);
    });
    socket.on('error', () => socket.terminate());
    feed.wake();
    return feed;
  }

  async #tellMoment(envelope: MomentEnvelope): Promise<void> {
    const accountId = asAccountId(envelope.accountId);
    const feed = this.#feeds.get(accountId);
    if (feed === undefined) return;
    const { database, emptyMeansAll } = this.#options;
    const audience = await database.within(wholeAccount(accountId), (transaction) =>
      readMomentAudience(transaction, envelope, emptyMeansAll),
    );
    const frame: LiveFrame = { type: 'moment', moment: envelope.moment };
    for (const { socket, memberId } of feed.windows) {
      const isAimed = envelope.memberId === null || envelope.memberId === memberId;
      if (isAimed && audience.has(memberId)) send(socket, frame);
    }
  }

  /** Tells every window that the connection is alive, and ends windows whose session has expired. */
  async #tick(): Promise<void> {
    const frame: LiveFrame = { type: 'tick', serverTime: Date.now() };
    const feeds = [...this.#feeds.values()];
    await this.#endClosed(feeds);
    for (const feed of feeds) for (const { socket } of feed.windows) send(socket, frame);
  }

  /**
   * Ends the windows whose session is over. When the database does not answer, no window ends: the next tick asks
   * again.
   */
  async #endClosed(feeds: readonly AccountFeed[]): Promise<void> {
    const windows = feeds.flatMap((feed) => [...feed.windows].map((window) => ({ feed, window })));
    const { database, log } = this.#options;
    const tokens = [...new Set(windows.map(({ window }) => window.token))];
    if (tokens.length === 0) return;
    try {
      const open = await findOpenSessions(database, tokens);
      for (const { feed, window } of windows) {
        if (!open.has(window.token) && feed.windows.has(window)) feed.expire(window);
      }
    } catch (error) {
      logUnlessAway(log, 'windows_not_checked', error);
    }
  }
}

function refuse(socket: Duplex, status: string): void {
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\n\r\n`);
}
