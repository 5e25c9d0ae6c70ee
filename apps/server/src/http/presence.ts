import { setTimeout as sleep } from 'node:timers/promises';
import { type LiveFrame, type WindowStance, windowStance } from '@pasar/api';
import type { AccountId } from '@pasar/domain';
import type { Logger } from 'pino';
import type { WebSocket } from 'ws';
import type { Member } from '../records/members.ts';
import { type PresenceEnvelope, type PresentWindow, presenceNotice } from '../records/presence.ts';
import { type Database, wholeAccount } from '../storage/database.ts';
import { logUnlessAway } from '../storage/outages.ts';
import { readPresenceAudience } from './audience.ts';
import { type LiveWindow, send } from './live-feed.ts';

/** How often a window is asked whether its line still holds; a browser answers without its page. */
const PING_MS = 2_000;
/** A window that has not answered for so long is gone for its colleagues, until it answers again. */
const SILENT_MS = 5_000;
/** A process that was not heard of for so long is gone, with its windows. */
const PROCESS_SILENT_MS = 15_000;
/** How long the other processes have to tell their windows to one that asks (our choice). */
const ANSWERED_MS = 1_000;

interface PresenceOptions {
  readonly database: Database;
  readonly log: Logger;
  readonly emptyMeansAll: boolean;
  /** The account's windows at this process; none when nobody is there. */
  readonly windowsOf: (accountId: AccountId) => Iterable<LiveWindow>;
  /** A window of a member has come here, or is here again, at any process. */
  readonly onHere: (accountId: AccountId) => void;
}

/** A window at this process that has told where it stands. */
interface OwnWindow {
  readonly socket: WebSocket;
  readonly member: Member;
  readonly accountId: AccountId;
  stance: WindowStance;
  heardAt: number;
  /** A stance is being looked up, and perhaps a newer one has come meanwhile. */
  isPublishing: boolean;
  /** The last look-up and its notice; null before the first. */
  publishing: Promise<void> | null;
  isDue: boolean;
  /** It left meanwhile: that is told afterwards, because the order of two notices is not certain. */
  isLeaving: boolean;
  /** What the other windows know of it; null while it is gone for them. */
  told: PresentWindow | null;
}

interface Entry {
  readonly processId: string;
  readonly window: PresentWindow;
  readonly toldAt: number;
}

/** What this process knows of the windows of one account, and what its own windows must still be told. */
interface Board {
  readonly entries: Map<string, Entry>;
  readonly changed: Set<string>;
  readonly newcomers: Set<LiveWindow>;
  isTelling: boolean;
}

/**
 * Which members are here, which conversation each has open, and who writes in it. Known to the processes alone: each
 * tells the others of its own windows, and tells its windows what their members may see. Each knows the windows of all
 * accounts, because any of them may be asked to assign a conversation.
 */
export class Presence {
  readonly #options: PresenceOptions;
  readonly #processId = crypto.randomUUID();
  readonly #own = new Map<string, OwnWindow>();
  readonly #boards = new Map<AccountId, Board>();
  readonly #heard = new Map<string, number>();
  readonly #stopping = new AbortController();
  #timer: NodeJS.Timeout | undefined;
  /** When the others were asked for their windows, until what none of them has told again is forgotten. */
  #askedAt: number | null = null;
  /** The others have had the time to answer. */
  #answered: Promise<void> = Promise.resolve();

  constructor(options: PresenceOptions) {
    this.#options = options;
  }

  /** The process hears the others already. */
  start(): void {
    this.#ask();
    this.#timer = setInterval(() => this.#check(), PING_MS);
  }

  /** Tells the other processes that the windows of this one are gone. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    this.#stopping.abort();
    const owns = [...this.#own];
    this.#own.clear();
    await Promise.all(
      owns.map(async ([windowId, own]) => {
        // The order of two notices is not certain, so the one that is under way is awaited.
        await own.publishing;
        if (own.told !== null) await this.#notify({ presence: 'gone', accountId: own.accountId, windowId });
      }),
    );
  }

  /** Tells the window who is there, and listens to where it stands, as long as its socket is open. */
  watch(accountId: AccountId, socket: WebSocket, window: LiveWindow, member: Member): void {
    const windowId = crypto.randomUUID();
    socket.on('message', (data) => {
      const stance = stanceOf(String(data));
      if (stance === null) return;
      const own = this.#own.get(windowId) ?? this.#enter(accountId, windowId, socket, member, stance);
      own.stance = stance;
      own.heardAt = performance.now();
      void this.#publish(windowId, own);
    });
    socket.on('pong', () => this.#hear(windowId));
    socket.on('close', () => {
      const left = this.#boards.get(accountId);
      left?.newcomers.delete(window);
      if (left !== undefined) this.#dropIfEmpty(accountId, left);
      const own = this.#own.get(windowId);
      this.#own.delete(windowId);
      if (own !== undefined) this.#leave(windowId, own);
    });
    const board = this.#boardOf(accountId);
    board.newcomers.add(window);
    this.#tell(accountId, board);
  }

  /** Takes what a process told, this one included. */
  take(envelope: PresenceEnvelope): void {
    switch (envelope.presence) {
      case 'window':
        this.#heard.set(envelope.processId, performance.now());
        this.#put(envelope.accountId as AccountId, envelope.window, envelope.processId);
        break;
      case 'gone':
        this.#remove(envelope.accountId as AccountId, envelope.windowId);
        break;
      case 'ask':
        this.#tellOwn();
        break;
      case 'alive':
        this.#heard.set(envelope.processId, performance.now());
        break;
      case 'chosen':
        for (const [windowId, own] of this.#own) {
          if (own.member.view.memberId === envelope.memberId) void this.#publish(windowId, own);
        }
        break;
    }
  }

  /** The members with a window that is here, at any process. */
  hereOf(accountId: AccountId): readonly string[] {
    const windows = [...(this.#boards.get(accountId)?.entries.values() ?? [])].map(({ window }) => window);
    return [...new Set(windows.filter(({ presence }) => presence === 'here').map(({ memberId }) => memberId))];
  }

  /** Whether the member has a window at any process. A process that has just asked the others waits for their answers. */
  async hasWindow(accountId: AccountId, memberId: string): Promise<boolean> {
    const isKnown = () =>
      [...(this.#boards.get(accountId)?.entries.values() ?? [])].some(({ window }) => window.memberId === memberId);
    if (!isKnown()) await this.#answered;
    return isKnown();
  }

  /** What was told meanwhile is lost: the line to the database was cut. */
  renew(): void {
    this.#ask();
    this.#tellOwn();
  }

  #ask(): void {
    this.#askedAt = performance.now();
    this.#answered = sleep(ANSWERED_MS, undefined, { signal: this.#stopping.signal }).catch(() => undefined);
    void this.#notify({ presence: 'ask' });
  }

  #enter(accountId: AccountId, windowId: string, socket: WebSocket, member: Member, stance: WindowStance): OwnWindow {
    const own = {
      socket,
      member,
      accountId,
      stance,
      heardAt: performance.now(),
      isPublishing: false,
      publishing: null,
      isDue: false,
      isLeaving: false,
      told: null,
    };
    this.#own.set(windowId, own);
    return own;
  }

  #hear(windowId: string): void {
    const own = this.#own.get(windowId);
    if (own === undefined) return;
    own.heardAt = performance.now();
    if (own.told === null) void this.#publish(windowId, own);
  }

  /** One look-up of a window at a time, for its newest stance: however much a window says, it costs no more. */
  async #publish(windowId: string, own: OwnWindow): Promise<void> {
    own.isDue = true;
    if (own.isPublishing) return;
    own.isPublishing = true;
    while (own.isDue && this.#own.get(windowId) === own) {
      own.isDue = false;
      own.publishing = this.#publishOnce(windowId, own);
      await own.publishing;
    }
    own.isPublishing = false;
    if (!own.isLeaving) return;
    own.isLeaving = false;
    this.#leave(windowId, own);
  }

  /** The member's policies decide whether the conversation exists for the window. */
  async #publishOnce(windowId: string, own: OwnWindow): Promise<void> {
    const { stance, member } = own;
    const { memberId } = member.view;
    try {
      const found = await this.#options.database.one<{ shop_id: string | null; chosen: 'away' | 'off' | null }>(
        member.scope,
        {
          name: 'stance-of-window',
          text: `select (select shop_id from conversation where conversation_id = $1) as shop_id,
            (select chosen_presence from member where member_id = $2) as chosen`,
          values: [stance.conversationId, memberId],
        },
      );
      const row = found.rows[0];
      if (row === undefined || this.#own.get(windowId) !== own) return;
      const { conversationId } = stance;
      const at = conversationId === null || row.shop_id === null ? null : { conversationId, shopId: row.shop_id };
      const presence = row.chosen ?? (stance.isAway ? 'away' : 'here');
      own.told = { windowId, memberId, presence, at, isTyping: at !== null && stance.isTyping };
      await this.#notify({
        presence: 'window',
        accountId: own.accountId,
        processId: this.#processId,
        window: own.told,
      });
    } catch (error) {
      logUnlessAway(this.#options.log, 'presence_not_told', error);
    }
  }

  #leave(windowId: string, own: OwnWindow): void {
    if (own.isPublishing) {
      own.isLeaving = true;
      return;
    }
    if (own.told === null) return;
    own.told = null;
    void this.#notify({ presence: 'gone', accountId: own.accountId, windowId });
  }

  #tellOwn(): void {
    for (const [windowId, own] of this.#own) if (own.told !== null) void this.#publish(windowId, own);
  }

  #boardOf(accountId: AccountId): Board {
    const known = this.#boards.get(accountId);
    const board = known ?? { entries: new Map(), changed: new Set(), newcomers: new Set(), isTelling: false };
    if (known === undefined) this.#boards.set(accountId, board);
    return board;
  }

  #dropIfEmpty(accountId: AccountId, board: Board): void {
    if (board.entries.size === 0 && !this.#isWatched(accountId)) this.#boards.delete(accountId);
  }

  #isWatched(accountId: AccountId): boolean {
    return [...this.#options.windowsOf(accountId)].length > 0;
  }

  #put(accountId: AccountId, window: PresentWindow, processId: string): void {
    const board = this.#boardOf(accountId);
    const before = board.entries.get(window.windowId)?.window.presence;
    board.entries.set(window.windowId, { processId, window, toldAt: performance.now() });
    if (window.presence === 'here' && before !== 'here') this.#options.onHere(accountId);
    board.changed.add(window.windowId);
    this.#tell(accountId, board);
  }

  #remove(accountId: AccountId, windowId: string): void {
    const board = this.#boards.get(accountId);
    if (board === undefined || !board.entries.delete(windowId)) return;
    board.changed.add(windowId);
    this.#tell(accountId, board);
    this.#dropIfEmpty(accountId, board);
  }

  /** Tells the account's windows here what has changed; once at a time, so that nothing older is told last. */
  #tell(accountId: AccountId, board: Board): void {
    if (!this.#isWatched(accountId)) board.changed.clear();
    if (board.isTelling || this.#stopping.signal.aborted) return;
    board.isTelling = true;
    void (async () => {
      while (board.changed.size + board.newcomers.size > 0) await this.#tellOnce(accountId, board);
    })()
      .catch((error) => logUnlessAway(this.#options.log, 'presence_not_told', error))
      .finally(() => {
        board.isTelling = false;
      });
  }

  async #tellOnce(accountId: AccountId, board: Board): Promise<void> {
    const changed = [...board.changed];
    const newcomers = new Set(board.newcomers);
    board.changed.clear();
    board.newcomers.clear();
    const shopIds = [...new Set([...board.entries.values()].flatMap(({ window: { at } }) => at?.shopId ?? []))];
    const { database, emptyMeansAll } = this.#options;
    const seen = await database.within(wholeAccount(accountId), (transaction) =>
      readPresenceAudience(transaction, { accountId, shopIds, emptyMeansAll }),
    );
    for (const window of this.#options.windowsOf(accountId)) {
      const shops = seen.get(window.memberId);
      const windowIds = newcomers.has(window) ? [...board.entries.keys()] : changed;
      if (shops === undefined || windowIds.length === 0) continue;
      send(window.socket, frameOf(board, windowIds, shops));
    }
  }

  #check(): void {
    const now = performance.now();
    for (const [windowId, own] of this.#own) {
      if (now - own.heardAt > SILENT_MS) this.#leave(windowId, own);
      own.socket.ping();
    }
    if (this.#own.size > 0) void this.#notify({ presence: 'alive', processId: this.#processId });
    const askedAt = this.#askedAt ?? now;
    const isAnswered = now - askedAt > PROCESS_SILENT_MS;
    for (const [accountId, board] of this.#boards) {
      for (const [windowId, { processId, toldAt }] of board.entries) {
        const isSilent = now - (this.#heard.get(processId) ?? now) > PROCESS_SILENT_MS;
        // It has gone while this process did not hear the others.
        const isUntold = isAnswered && toldAt < askedAt;
        if (processId !== this.#processId && (isSilent || isUntold)) this.#remove(accountId, windowId);
      }
    }
    if (isAnswered) this.#askedAt = null;
  }

  async #notify(envelope: PresenceEnvelope): Promise<void> {
    const { text, values } = presenceNotice(envelope);
    try {
      await this.#options.database.query('tell-presence', text, values);
    } catch (error) {
      logUnlessAway(this.#options.log, 'presence_not_told', error);
    }
  }
}

function stanceOf(text: string): WindowStance | null {
  try {
    const read = windowStance.safeParse(JSON.parse(text));
    return read.success ? read.data : null;
  } catch {
    return null;
  }
}

/** A member who does not see the shop learns that the colleague is here, and no more. */
function frameOf(board: Board, windowIds: readonly string[], shops: ReadonlySet<string>): LiveFrame {
  const windows = windowIds.flatMap((windowId) => {
    const entry = board.entries.get(windowId);
    if (entry === undefined) return [];
    const { memberId, presence, at, isTyping } = entry.window;
    const isSeen = at !== null && shops.has(at.shopId);
    const conversationId = isSeen ? (at.conversationId as WindowStance['conversationId']) : null;
    return [{ windowId, memberId, presence, conversationId, isTyping: isSeen && isTyping }];
  });
  const gone = windowIds.filter((windowId) => !board.entries.has(windowId));
  return { type: 'moment', moment: { kind: 'present', windows, gone } };
}
