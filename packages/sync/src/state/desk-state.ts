import type {
  ArrangementView,
  ConversationTab,
  ConversationView,
  DeliveryView,
  MemberView,
  MessageView,
  ShopImportView,
  ShopView,
  SignInView,
} from '@pasar/api';
import type { ConversationId, Marketplace, MessageId, Position, ShopId } from '@pasar/domain';
import type { CallFailure } from '../call-result.ts';
import type { PendingSend } from '../pending/pending-send.ts';
import type { ArrangementWish } from './arrangement.ts';
import type { Wishes } from './wishes.ts';

/** What a conversation list shows: everything, one marketplace, or one shop. */
export type Scope = 'all' | Marketplace | ShopId;
export type ListKey = `${Scope}|${ConversationTab}`;
export const listKey = (scope: Scope, tab: ConversationTab): ListKey => `${scope}|${tab}`;

/**
 * Whether older messages exist than the oldest of the window. `yes`, `no`, `fetching`: the server's word. `asking`: our
 * question is under way; `failed`: it was not answered.
 */
export type Older = 'yes' | 'no' | 'fetching' | 'asking' | 'failed';

/** The messages of one conversation that this client holds: the newest without a gap, as far back as was asked for. */
export type MessageWindow =
  | { readonly state: 'loading' }
  | { readonly state: 'failed'; readonly failure: CallFailure }
  /** Sorted by position, oldest first. */
  | { readonly state: 'loaded'; readonly messages: readonly MessageView[]; readonly older: Older }
  /**
   * Shown while the newest page is asked for again, because changes were missed. `knownTo`: the newest message before
   * the gap; what came since stands behind the gap.
   */
  | {
      readonly state: 'stale';
      readonly messages: readonly MessageView[];
      readonly older: Older;
      readonly knownTo: Position | null;
    };

export type Boot =
  | { readonly state: 'loading' }
  | { readonly state: 'failed'; readonly failure: CallFailure }
  | { readonly state: 'ready' };

/** How far a list was paged. `unknown`: only what the snapshot brought is there. */
export type Paging =
  | { readonly state: 'unknown' }
  | { readonly state: 'more'; readonly next: string }
  | { readonly state: 'asking'; readonly next: string | null }
  | { readonly state: 'failed'; readonly next: string | null; readonly failure: CallFailure }
  | { readonly state: 'complete' };

/** The browser's replica of the desk. Never mutated; every map and list inside is replaced when its content changes. */
export interface DeskState {
  readonly boot: Boot;
  /** The newest change applied. */
  readonly seq: number;
  /** Counts snapshots: an answer asked for before the newest one is worthless. */
  readonly epoch: number;
  readonly member: MemberView | null;
  readonly shops: ReadonlyMap<ShopId, ShopView>;
  /** As the person sees the shop list: confirmed, with wishes laid over. */
  readonly arrangement: ArrangementView;
  readonly confirmedArrangement: ArrangementView;
  readonly arrangementWishes: readonly ArrangementWish[];
  /** The sign-ins of this member that this window has heard of. */
  readonly signIns: ReadonlyMap<string, SignInView>;
  readonly imports: ReadonlyMap<string, ShopImportView>;
  /** As the server says. */
  readonly confirmed: ReadonlyMap<ConversationId, ConversationView>;
  /** As the person sees it: confirmed, with wishes laid over. */
  readonly shown: ReadonlyMap<ConversationId, ConversationView>;
  readonly wishes: ReadonlyMap<ConversationId, Wishes>;
  /** Pinned on top, then newest first; of what is shown. Those of a hidden shop stand in its own lists only. */
  readonly lists: ReadonlyMap<ListKey, readonly ConversationId[]>;
  readonly paging: ReadonlyMap<ListKey, Paging>;
  readonly defaultPaging: Paging;
  readonly windows: ReadonlyMap<ConversationId, MessageWindow>;
  readonly deliveries: ReadonlyMap<ConversationId, readonly DeliveryView[]>;
  /** Client ids of deliveries for which a retry or a check was asked and not yet answered. */
  readonly askedDeliveries: ReadonlySet<string>;
  /** Messages of which something was asked that the marketplace has not answered. */
  readonly askedMessages: ReadonlySet<MessageId>;
  /** Conversations whose buyer is writing at this moment. */
  readonly typing: ReadonlySet<ConversationId>;
  /** Texts of this client that the server has not taken yet. */
  readonly pending: ReadonlyMap<ConversationId, readonly PendingSend[]>;
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
  signIns: new Map(),
  imports: new Map(),
  confirmed: new Map(),
  shown: new Map(),
  wishes: new Map(),
  lists: new Map(),
  paging: new Map(),
  defaultPaging: { state: 'unknown' },
  windows: new Map(),
  deliveries: new Map(),
  askedDeliveries: new Set(),
  askedMessages: new Set(),
  typing: new Set(),
  pending: new Map(),
};
