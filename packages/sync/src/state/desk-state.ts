import type {
  ArrangementView,
  ConversationTab,
  ConversationView,
  DeliveryView,
  MemberView,
  MessageView,
  PresentWindowView,
  ShopImportView,
  ShopView,
  SignInView,
} from '@pasar/api';
import {
  type ConversationId,
  type Marketplace,
  type MemberChatSetting,
  type MessageId,
  type Position,
  type ShopId,
  USUAL_MEMBER_CHAT_SETTING,
} from '@pasar/domain';
import type { CallFailure } from '../call-result.ts';
import type { PendingSend } from '../pending/pending-send.ts';
import type { ArrangementWish } from './arrangement.ts';
import type { Wishes } from './wishes.ts';

/** The range of a conversation list: all shops, one marketplace, or one shop. */
export type Scope = 'all' | Marketplace | ShopId;
/** The tabs of the buyers who wait. */
export type WaitingTab = Extract<ConversationTab, 'waiting' | 'due'>;
export type ListKey = `${Scope}|${ConversationTab}`;
export const listKey = (scope: Scope, tab: ConversationTab): ListKey => `${scope}|${tab}`;

/**
 * Whether the server has messages older than the window's oldest. `yes`, `no`, `fetching` are the server's answers;
 * `asking`: a call is on its way; `failed`: the call failed.
 */
export type Older = 'yes' | 'no' | 'fetching' | 'asking' | 'failed';

/**
 * The messages of one conversation that this client holds: the newest ones without a gap, as far back as they were
 * loaded.
 */
export type MessageWindow =
  | { readonly state: 'loading' }
  | { readonly state: 'failed'; readonly failure: CallFailure }
  /** Sorted by position, oldest first. */
  | { readonly state: 'loaded'; readonly messages: readonly MessageView[]; readonly older: Older }
  /**
   * Shown while the newest page is loaded again after missed changes. `knownTo`: the newest message before the gap;
   * later messages came after the gap.
   */
  | {
      readonly state: 'stale';
      readonly messages: readonly MessageView[];
      readonly older: Older;
      readonly knownTo: Position | null;
    };

/** How long an answer has been on its way: `short` is longer than a moment, `long` is longer than a person waits. */
export type Wait = 'short' | 'long';

export interface Wrote {
  readonly memberId: string;
  readonly at: number;
}

export type Boot =
  | { readonly state: 'loading' }
  | { readonly state: 'failed'; readonly failure: CallFailure }
  | { readonly state: 'ready' };

/** How far a list was paged. `unknown`: only the snapshot's conversations are there. */
export type Paging =
  | { readonly state: 'unknown' }
  | { readonly state: 'more'; readonly next: string }
  | { readonly state: 'asking'; readonly next: string | null }
  | { readonly state: 'failed'; readonly next: string | null; readonly failure: CallFailure }
  | { readonly state: 'complete' };

/** The browser's replica of the desk. Never mutated; a map or list inside is replaced when its content changes. */
export interface DeskState {
  readonly boot: Boot;
  /** The number of the newest change applied. */
  readonly seq: number;
  /** Counts snapshots: an answer to a call from before the newest snapshot is dropped. */
  readonly epoch: number;
  readonly member: MemberView | null;
  readonly shops: ReadonlyMap<ShopId, ShopView>;
  /** The shop list as the person sees it: `confirmedArrangement` with the wishes applied. */
  readonly arrangement: ArrangementView;
  readonly confirmedArrangement: ArrangementView;
  readonly arrangementWishes: readonly ArrangementWish[];
  /** How this member writes and is told of buyers. */
  readonly chatSetting: MemberChatSetting;
  /** The sign-ins of this member that this window knows. */
  readonly signIns: ReadonlyMap<string, SignInView>;
  readonly imports: ReadonlyMap<string, ShopImportView>;
  /** The conversations as the server tells them. */
  readonly confirmed: ReadonlyMap<ConversationId, ConversationView>;
  /** The conversations as the person sees them: `confirmed` with the wishes applied. */
  readonly shown: ReadonlyMap<ConversationId, ConversationView>;
  readonly wishes: ReadonlyMap<ConversationId, Wishes>;
  /**
   * Lists of the shown conversations: those of the tabs `waiting` and `due` with the oldest first, the others pinned
   * first, then newest first. A hidden shop's stand in the shop's own lists only.
   */
  readonly lists: ReadonlyMap<ListKey, readonly ConversationId[]>;
  readonly paging: ReadonlyMap<ListKey, Paging>;
  /** Of the lists that are in no entry of `paging`. */
  readonly defaultPaging: Paging;
  readonly waitingPaging: Paging;
  readonly windows: ReadonlyMap<ConversationId, MessageWindow>;
  /** Answers that the server has accepted, also of conversations that this client does not hold. */
  readonly deliveries: ReadonlyMap<ConversationId, readonly DeliveryView[]>;
  /** Client ids of deliveries with an unanswered retry or check. */
  readonly askedDeliveries: ReadonlySet<string>;
  /** Messages with a request that the marketplace has not answered. */
  readonly askedMessages: ReadonlySet<MessageId>;
  /** Conversations whose buyer is typing now. */
  readonly typing: ReadonlySet<ConversationId>;
  /** The open windows of the account's members, by their ids; empty while the stream is not live. */
  readonly present: ReadonlyMap<string, PresentWindowView>;
  /** Whether the stream has told who is there, since it is live. */
  readonly isPresentKnown: boolean;
  /** Which colleague last wrote in a composer of the conversation, and when by this clock. */
  readonly wrote: ReadonlyMap<ConversationId, Wrote>;
  /** When by this clock somebody last opened or left a conversation, as far as this client was there, for two hours. */
  readonly opened: ReadonlyMap<ConversationId, number>;
  /** Texts of this client that the server has not accepted yet. */
  readonly pending: ReadonlyMap<ConversationId, readonly PendingSend[]>;
  /** Client ids of the answers that have been on their way for longer than a moment. */
  readonly waits: ReadonlyMap<string, Wait>;
}

export const EMPTY_DESK: DeskState = {
  boot: { state: 'loading' },
  seq: 0,
  epoch: 0,
  member: null,
  shops: new Map(),
  arrangement: { order: [], hidden: [] },
  confirmedArrangement: { order: [], hidden: [] },
  arrangementWishes: [],
  chatSetting: USUAL_MEMBER_CHAT_SETTING,
  signIns: new Map(),
  imports: new Map(),
  confirmed: new Map(),
  shown: new Map(),
  wishes: new Map(),
  lists: new Map(),
  paging: new Map(),
  defaultPaging: { state: 'unknown' },
  waitingPaging: { state: 'unknown' },
  windows: new Map(),
  deliveries: new Map(),
  askedDeliveries: new Set(),
  askedMessages: new Set(),
  typing: new Set(),
  present: new Map(),
  isPresentKnown: false,
  wrote: new Map(),
  opened: new Map(),
  pending: new Map(),
  waits: new Map(),
};
