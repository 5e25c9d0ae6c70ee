import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { LIVE_PATH, type LiveFrame } from '@pasar/api';
import { type MemberId, OWN_LIMITS } from '@pasar/domain';
import type { Logger } from 'pino';
import { type WebSocket, WebSocketServer } from 'ws';
import type { Member } from '../features/account/members.ts';
import { findSession } from '../features/account/sessions.ts';
import { CHANGE_CHANNEL, readChanges } from '../storage/change-feed.ts';
import type { Database } from '../storage/database.ts';
import { MOMENT_CHANNEL, type MomentEnvelope, momentEnvelope } from '../storage/moments.ts';
import { isOwnOrigin } from './origin.ts';

const TICK_MS = 10_000;
/**
 * A member's changes are read at most this often: the first at once, and what comes within this time together. Ours: below
 * what a person notices, and beside many windows a read costs more than telling what was read.
 */
const READ_EVERY_MS = 100;
/** A window that does not take what it is sent is cut off; it resumes where it was. */
const MOST_BUFFERED_BYTES = 8 * 1024 * 1024;
const MAX_CLIENT_MESSAGE_BYTES = 1_024;

interface Subscriber {
  readonly socket: WebSocket;
  readonly token: string;
  since: number;
}

/** All open windows of one member: read once, told to each. */
interface Feed {
  readonly member: Member;
  readonly subscribers: Set<Subscriber>;
  reading: Promise<void> | null;
  /** When it was read last, by the process's own clock. */
  readAt: number;
  isAgain: boolean;
}

/**
 * The live stream. NOTIFY wakes a feed, which reads the change rows in the member's own scope: what a member may not see
 * does not reach this process's memory. Windows at the same number share one read and one serialised frame.
 */
export class LiveStream {
  readonly #database: Database;
  readonly #log: Logger;
  readonly #readToken: (cookieHeader: string) => string | null;
  readonly #feeds = new Map<MemberId, Feed>();
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
        for (const feed of this.#feeds.values()) {
          if (accountId === '' || feed.member.scope.accountId === accountId) this.#advance(feed);
        }
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
    await Promise.allSettled([...this.#feeds.values()].map((feed) => feed.reading));
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
      this.#subscribe(member, { socket: opened, token, since });
    });
  }

  #subscribe(member: Member, subscriber: Subscriber): void {
    const memberId = member.scope.memberId;
    if (memberId === null) return;
    const feed = this.#feeds.get(memberId) ?? newFeed(member);
    this.#feeds.set(memberId, feed);
    feed.subscribers.add(subscriber);
    const leave = () => {
      feed.subscribers.delete(subscriber);
      if (feed.subscribers.size === 0 && this.#feeds.get(memberId) === feed) this.#feeds.delete(memberId);
    };
    subscriber.socket.on('close', leave);
    subscriber.socket.on('error', () => subscriber.socket.terminate());
    this.#advance(feed);
  }

  #advance(feed: Feed): void {
    feed.isAgain = true;
    feed.reading ??= this.#readOn(feed)
      .catch((error) => {
        this.#log.warn({ error: String(error) }, 'changes could not be read; windows resume');
        for (const { socket } of feed.subscribers) socket.terminate();
      })
      .finally(() => {
        feed.reading = null;
        if (feed.isAgain && feed.subscribers.size > 0) this.#advance(feed);
      });
  }

  async #readOn(feed: Feed): Promise<void> {
    for (let hasMore = false; feed.isAgain; feed.isAgain ||= hasMore) {
      if (!hasMore) await this.#rest(feed);
      hasMore = false;
      feed.isAgain = false;
      feed.readAt = performance.now();
      const behind = Map.groupBy(feed.subscribers, (subscriber) => subscriber.since);
      for (const [since, subscribers] of behind) {
        if (await this.#tell(feed.member, since, subscribers)) hasMore = true;
      }
    }
  }

  /** Until the next read is due; at once when the stream stops. */
  async #rest(feed: Feed): Promise<void> {
    const waitMs = feed.readAt + READ_EVERY_MS - performance.now();
    // the stop is all that it can fail of.
    if (waitMs > 0) await sleep(waitMs, null, { signal: this.#stopping.signal }).catch(() => undefined);
  }

  async #tell(member: Member, since: number, subscribers: readonly Subscriber[]): Promise<boolean> {
    const page = await this.#database.within(member.scope, (transaction) =>
      readChanges(transaction, member.scope.accountId, since, OWN_LIMITS.livePageSize),
    );
    if (since > page.head || page.head - since > OWN_LIMITS.liveReplayLimit) {
      for (const subscriber of subscribers) {
        send(subscriber.socket, { type: 'reload' });
        subscriber.since = page.head;
      }
      return false;
    }
    if (page.upTo === since) return false;
    // once for all windows: ws would turn the text into bytes for each.
    const frame = Buffer.from(`{"type":"changes","upTo":${page.upTo},"changes":[${page.changes.join(',')}]}`);
    for (const subscriber of subscribers) {
      if (subscriber.socket.bufferedAmount > MOST_BUFFERED_BYTES) subscriber.socket.terminate();
      else subscriber.socket.send(frame, { binary: false });
      subscriber.since = page.upTo;
    }
    return page.upTo < page.head;
  }

  /** Row security decides who sees the shop, as it does for changes. */
  async #tellMoment({ accountId, about, memberId, moment }: MomentEnvelope): Promise<void> {
    const frame: LiveFrame = { type: 'moment', moment };
    for (const feed of [...this.#feeds.values()]) {
      const { scope } = feed.member;
      if (scope.accountId !== accountId || (memberId !== null && scope.memberId !== memberId)) continue;
      const isSeen = await this.#database.within(scope, async (transaction) => {
        const found = await transaction.query({
          name: 'sees-moment',
          text: `select from shop where shop_id = $1 or connection_id = $2
            union all select from sign_in where sign_in_id = $3 and member_id = $4 limit 1`,
          values: [
            'shopId' in about ? about.shopId : null,
            'connectionId' in about ? about.connectionId : null,
            'signInId' in about ? about.signInId : null,
            scope.memberId,
          ],
        });
        return found.rowCount === 1;
      });
      if (isSeen) for (const { socket } of feed.subscribers) send(socket, frame);
    }
  }

  /** Shows that the line lives, and ends windows whose session was closed meanwhile. */
  async #tick(): Promise<void> {
    const frame: LiveFrame = { type: 'tick', serverTime: Date.now() };
    for (const feed of [...this.#feeds.values()]) {
      for (const subscriber of [...feed.subscribers]) {
        const member = await findSession(this.#database, subscriber.token).catch(() => feed.member);
        if (member) send(subscriber.socket, frame);
        else {
          send(subscriber.socket, { type: 'expired' });
          subscriber.socket.close(4401);
        }
      }
    }
  }
}

const newFeed = (member: Member): Feed => ({
  member,
  subscribers: new Set(),
  reading: null,
  readAt: Number.NEGATIVE_INFINITY,
  isAgain: false,
});

const send = (socket: WebSocket, frame: LiveFrame): void => socket.send(JSON.stringify(frame));

function refuse(socket: Duplex, status: string): void {
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\n\r\n`);
}
