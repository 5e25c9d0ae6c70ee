import { setTimeout as sleep } from 'node:timers/promises';
import type { LiveFrame } from '@pasar/api';
import { type AccountId, type MemberId, OWN_LIMITS } from '@pasar/domain';
import type { Logger } from 'pino';
import type { WebSocket } from 'ws';
import { type FeedChange, type FeedPage, readFeed } from '../records/change-feed.ts';
import type { Database } from '../storage/database.ts';
import { logUnlessAway } from '../storage/outages.ts';

/**
 * Shortest time between two reads of an account's changes: the first change is read at once, later ones together. Our
 * choice: people do not notice the delay, and with many windows a read costs more than sending the changes.
 */
const READ_EVERY_MS = 100;
/** A window that reads too slowly is disconnected; it resumes with its last number. */
const MOST_BUFFERED_BYTES = 8 * 1024 * 1024;

/** The part of a window's socket that the feed uses. */
type WindowSocket = Pick<WebSocket, 'bufferedAmount' | 'close' | 'send' | 'terminate'>;

/** What the feed of one account needs. */
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
  /** The window was told everything up to this number. */
  since: number;
}

export const send = (socket: WindowSocket, frame: LiveFrame): void => socket.send(JSON.stringify(frame));

/**
 * All open windows of one account. The account's changes are read once for all of them, and the database's statement
 * says which changes each window's member may see. This class judges no rights.
 */
export class AccountFeed {
  readonly windows = new Set<LiveWindow>();
  readonly #options: FeedOptions;
  /** The newest change number of the last read for all windows. A window behind it catches up with reads of its own. */
  #head = 0;
  /**
   * The number that the last catch-up read reached. The next read serves the windows after it, so that each gets a
   * turn.
   */
  #caughtUpTo = 0;
  #reading: Promise<void> | null = null;
  /** Time of the last read for all windows, by the process's own clock. */
  #readAt = Number.NEGATIVE_INFINITY;
  #isAgain = false;

  constructor(options: FeedOptions) {
    this.#options = options;
  }

  /** Called when a change was appended, or a window came. */
  wake(): void {
    this.#isAgain = true;
    this.#reading ??= this.#readOn()
      .catch((error) => {
        logUnlessAway(this.#options.log, 'changes_not_read', error);
        for (const { socket } of this.windows) socket.terminate();
      })
      .finally(() => {
        this.#reading = null;
        if (this.#isAgain && this.#isWatched()) this.wake();
      });
  }

  /** Resolves when no read is under way any more. */
  async idle(): Promise<void> {
    await this.#reading;
  }

  /** Ends a window whose session has ended; it is told nothing more. */
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
      // Rejects only when the feed stops.
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
    // The window has reached `#head`, but newer changes were committed while it was still behind. Read again for all.
    if (page.upTo >= this.#head && page.upTo < page.head) this.#isAgain = true;
  }

  /** The number of the next window that has to catch up; null when there is none. */
  #nextBehind(): number | null {
    const behind = [...this.windows].map(({ since }) => since).filter((since) => since < this.#head);
    const further = behind.filter((since) => since > this.#caughtUpTo);
    return behind.length === 0 ? null : Math.min(...(further.length > 0 ? further : behind));
  }

  /**
   * Reads one page and tells it to the windows whose number is at least `from` and below `until`; null when there are
   * none. A window that opens during the read waits for the next page: this page may be older than the window's number.
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

  /** Windows at the same number whose members see the same changes share one serialised frame. */
  #tell(windows: readonly LiveWindow[], page: FeedPage): void {
    const frames = new Map<readonly FeedChange[], Map<number, Buffer>>();
    for (const window of windows) {
      if (!this.windows.has(window)) continue;
      const { socket, memberId, since } = window;
      const told = page.told.get(memberId);
      if (told === undefined) {
        this.expire(window);
      } else if (isOutOfReach(since, page)) {
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

/** A window ahead of the feed, or one that needs changes that are too many or gone, loads everything anew. */
const isOutOfReach = (since: number, { head, oldest }: FeedPage): boolean =>
  since > head || head - since > OWN_LIMITS.liveReplayLimit || (since < head && since + 1 < oldest);

/** As bytes: ws would encode a string once for each window. */
function frameOf(told: readonly FeedChange[], since: number, upTo: number): Buffer {
  const texts = told.filter(({ seq }) => seq > since).map(({ text }) => text);
  return Buffer.from(`{"type":"changes","upTo":${upTo},"changes":[${texts.join(',')}]}`);
}
