import { setTimeout as sleep } from 'node:timers/promises';
import type { LiveFrame } from '@pasar/api';
import { type AccountId, type MemberId, OWN_LIMITS } from '@pasar/domain';
import type { Logger } from 'pino';
import type { WebSocket } from 'ws';
import { logFailure } from '../log.ts';
import { type FeedChange, type FeedPage, readFeed } from '../records/change-feed.ts';
import type { Database } from '../storage/database.ts';

/**
 * An account's changes are read at most this often: the first at once, and what comes within this time together. Ours:
 * below what a person notices, and beside many windows a read costs more than telling what was read.
 */
const READ_EVERY_MS = 100;
/** A window that does not take what it is sent is cut off; it resumes where it was. */
const MOST_BUFFERED_BYTES = 8 * 1024 * 1024;

/** The way to a window, as far as it is told anything. */
type WindowSocket = Pick<WebSocket, 'bufferedAmount' | 'close' | 'send' | 'terminate'>;

/** Where an account's changes are read, and how. */
export interface FeedOptions {
  readonly database: Pick<Database, 'one'>;
  readonly accountId: AccountId;
  readonly log: Logger;
  /** As in `Grant`. */
  readonly emptyMeansAll: boolean;
  readonly stopping: AbortSignal;
}

/** An open window of a member. */
export interface LiveWindow {
  readonly socket: WindowSocket;
  readonly memberId: MemberId;
  readonly token: string;
  /** It was told everything up to here. */
  since: number;
}

export const send = (socket: WindowSocket, frame: LiveFrame): void => socket.send(JSON.stringify(frame));

/**
 * All open windows of one account: its changes are read once for all of them, and each is told what the database gave out
 * for its member with the same statement. Nothing is judged here.
 */
export class AccountFeed {
  readonly windows = new Set<LiveWindow>();
  readonly #options: FeedOptions;
  /** The newest number when all windows were last read for: whoever is behind it catches up with reads of its own. */
  #head = 0;
  /** How far the last of those reads came: the next one is for the windows after it, so that each has its turn. */
  #caughtUpTo = 0;
  #reading: Promise<void> | null = null;
  /** When it was last read for all, by the process's own clock. */
  #readAt = Number.NEGATIVE_INFINITY;
  #isAgain = false;

  constructor(options: FeedOptions) {
    this.#options = options;
  }

  /** Something was appended, or a window came. */
  wake(): void {
    this.#isAgain = true;
    this.#reading ??= this.#readOn()
      .catch((error) => {
        logFailure(this.#options.log, 'changes_not_read', error);
        for (const { socket } of this.windows) socket.terminate();
      })
      .finally(() => {
        this.#reading = null;
        if (this.#isAgain && this.#isWatched()) this.wake();
      });
  }

  /** Resolves when nothing is read any more. */
  async idle(): Promise<void> {
    await this.#reading;
  }

  /** Ends a window whose session is no more; nothing is told to it from here on. */
  expire(window: LiveWindow): void {
    this.windows.delete(window);
    send(window.socket, { type: 'expired' });
    window.socket.close(4401);
  }

  async #readOn(): Promise<void> {
    while (this.#isWatched()) {
      const behind = this.#nextBehind();
      const waitMs = this.#readAt + READ_EVERY_MS - performance.now();
      if (this.#isAgain && waitMs <= 0) await this.#readForAll();
      else if (behind !== null) await this.#catchUp(behind);
      else if (!this.#isAgain) return;
      // the stop is all that it can fail of.
      else await sleep(waitMs, null, { signal: this.#options.stopping }).catch(() => undefined);
    }
  }

  #isWatched(): boolean {
    return this.windows.size > 0 && !this.#options.stopping.aborted;
  }

  async #readForAll(): Promise<void> {
    this.#isAgain = false;
    this.#readAt = performance.now();
    const page = await this.#readAndTell(this.#head, Number.POSITIVE_INFINITY);
    if (page !== null) this.#head = page.head;
  }

  async #catchUp(from: number): Promise<void> {
    const page = await this.#readAndTell(from, this.#head);
    if (page === null) return;
    this.#caughtUpTo = page.upTo;
    // behind no longer, yet not told all that there is: whoever was woken for it did not find this window there.
    if (page.upTo >= this.#head && page.upTo < page.head) this.#isAgain = true;
  }

  /** Where the next window that has to catch up stands; null when there is none. */
  #nextBehind(): number | null {
    const behind = [...this.windows].map(({ since }) => since).filter((since) => since < this.#head);
    const further = behind.filter((since) => since > this.#caughtUpTo);
    return behind.length === 0 ? null : Math.min(...(further.length > 0 ? further : behind));
  }

  /**
   * One page, told to the windows that stand at `from` or after it and before `until`; null when there are none. A window
   * that comes while it is read waits for the next: the page may be older than what it has seen.
   */
  async #readAndTell(from: number, until: number): Promise<FeedPage | null> {
    const windows = [...this.windows].filter(({ since }) => since >= from && since < until);
    if (windows.length === 0) return null;
    const since = Math.min(...windows.map((window) => window.since));
    const { database, accountId, emptyMeansAll } = this.#options;
    const viewers = { memberIds: [...new Set(windows.map(({ memberId }) => memberId))], emptyMeansAll };
    const page = await readFeed(database, accountId, since, OWN_LIMITS.livePageSize, viewers);
    this.#tell(windows, page);
    return page;
  }

  /** Windows that stand at the same number and see the same of the page share one serialised frame. */
  #tell(windows: readonly LiveWindow[], page: FeedPage): void {
    const frames = new Map<readonly FeedChange[], Map<number, Buffer>>();
    for (const window of windows) {
      if (!this.windows.has(window)) continue;
      const { socket, memberId, since } = window;
      const told = page.told.get(memberId);
      if (told === undefined) {
        this.expire(window);
      } else if (since > page.head || page.head - since > OWN_LIMITS.liveReplayLimit) {
        send(socket, { type: 'reload' });
        window.since = page.head;
      } else if (since < page.upTo) {
        const alike = frames.get(told) ?? new Map<number, Buffer>();
        const frame = alike.get(since) ?? frameOf(told, since, page.upTo);
        frames.set(told, alike.set(since, frame));
        if (socket.bufferedAmount > MOST_BUFFERED_BYTES) socket.terminate();
        else socket.send(frame, { binary: false });
        window.since = page.upTo;
      }
    }
  }
}

/** As bytes: ws would turn a text into them for each window. */
function frameOf(told: readonly FeedChange[], since: number, upTo: number): Buffer {
  const texts = told.filter(({ seq }) => seq > since).map(({ text }) => text);
  return Buffer.from(`{"type":"changes","upTo":${upTo},"changes":[${texts.join(',')}]}`);
}
