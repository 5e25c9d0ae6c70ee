import type { ConversationView } from '@pasar/api';
import { comparePositions, type Position } from '@pasar/domain';

/**
 * A setting that the person changed and the server has not confirmed. Laid over the confirmed conversation until the
 * server's own change shows it; taken away when the server refuses.
 *
 *     asked    -> seen      the server's change came before its answer
 *     asked    -> accepted  the answer came before the change
 *     seen     -> gone      on the answer
 *     accepted -> gone      on the next change of the conversation
 */
export interface Wish<Value> {
  readonly state: 'asked' | 'seen' | 'accepted';
  /** Tells a newer wish of the same setting from an older one whose answer is late. */
  readonly wishId: number;
  readonly value: Value;
}

export type ReadChange =
  /**
   * `unreadBefore`: the server's count when the wish was made. Only that many are subtracted, so later messages count.
   */
  { readonly kind: 'read'; readonly position: Position; readonly unreadBefore: number } | { readonly kind: 'unread' };

export interface Wishes {
  readonly pin: Wish<boolean> | null;
  readonly mute: Wish<boolean> | null;
  readonly favorite: Wish<boolean> | null;
  readonly setAside: Wish<boolean> | null;
  readonly delete: Wish<boolean> | null;
  /** Closed, or restarted. */
  readonly close: Wish<boolean> | null;
  readonly read: Wish<ReadChange> | null;
}
export type WishKind = keyof Wishes;
/** The wishes that set a flag of the conversation; that of `close` is its status. */
export type FlagKind = Exclude<WishKind, 'read'>;
const FLAGS = {
  pin: 'isPinned',
  mute: 'isMuted',
  favorite: 'isFavorite',
  setAside: 'isSetAside',
  delete: 'isDeleted',
  close: 'status',
} as const satisfies Record<FlagKind, keyof ConversationView>;
const FLAG_KINDS = Object.keys(FLAGS) as readonly FlagKind[];
const flagOf = (kind: FlagKind, value: boolean) => (kind === 'close' ? (value ? 'closed' : 'activated') : value);
export const NO_WISHES: Wishes = {
  pin: null,
  mute: null,
  favorite: null,
  setAside: null,
  delete: null,
  close: null,
  read: null,
};

/** The conversation as the person sees it. */
export function overlay(confirmed: ConversationView, wishes: Wishes | undefined): ConversationView {
  if (wishes === undefined) return confirmed;
  let shown = confirmed;
  for (const kind of FLAG_KINDS) {
    const wish = wishes[kind];
    const flag = FLAGS[kind];
    if (wish === null || wish.state === 'seen' || isFlagMet(shown, kind, wish.value)) continue;
    const { value } = wish;
    const movesInQueue = kind === 'setAside' || (kind === 'close' && value);
    shown = { ...shown, [flag]: flagOf(kind, value), ...(movesInQueue ? queueOf(shown, value) : {}) };
  }
  if (wishes.read !== null && wishes.read.state !== 'seen') shown = overlayRead(shown, wishes.read.value);
  return shown;
}

/** The conversation leaves the queue, or comes back with the time that is known here. The server knows when it is due. */
const queueOf = ({ buyerWroteAt }: ConversationView, isSetAside: boolean) => ({
  waitingSince: isSetAside ? null : buyerWroteAt,
  dueAt: null,
});

function overlayRead(shown: ConversationView, change: ReadChange): ConversationView {
  if (change.kind === 'unread') return shown.unreadCount > 0 ? shown : { ...shown, unreadCount: 1 };
  const unreadCount = Math.max(0, shown.unreadCount - change.unreadBefore);
  const read = shown.sellerReadPosition;
  const sellerReadPosition = read !== null && comparePositions(read, change.position) > 0 ? read : change.position;
  return { ...shown, unreadCount, sellerReadPosition };
}

const isFlagMet = (confirmed: ConversationView, kind: FlagKind, value: boolean): boolean =>
  confirmed[FLAGS[kind]] === flagOf(kind, value);
const isReadMet = (confirmed: ConversationView, value: ReadChange): boolean => {
  if (value.kind === 'unread') return confirmed.unreadCount > 0;
  const read = confirmed.sellerReadPosition;
  return read !== null && comparePositions(read, value.position) >= 0;
};

/** The wishes that remain after a change of the conversation; null when none is left. */
export function settleByChange(wishes: Wishes, confirmed: ConversationView): Wishes | null {
  return compact({
    pin: settle(wishes.pin, (value) => isFlagMet(confirmed, 'pin', value)),
    mute: settle(wishes.mute, (value) => isFlagMet(confirmed, 'mute', value)),
    favorite: settle(wishes.favorite, (value) => isFlagMet(confirmed, 'favorite', value)),
    setAside: settle(wishes.setAside, (value) => isFlagMet(confirmed, 'setAside', value)),
    close: settle(wishes.close, (value) => isFlagMet(confirmed, 'close', value)),
    delete: settle(wishes.delete, (value) => isFlagMet(confirmed, 'delete', value)),
    read: settle(wishes.read, (value) => isReadMet(confirmed, value)),
  });
}

function settle<Value>(wish: Wish<Value> | null, isMet: (value: Value) => boolean): Wish<Value> | null {
  if (wish === null || wish.state === 'accepted') return null;
  return wish.state === 'asked' && isMet(wish.value) ? { ...wish, state: 'seen' } : wish;
}

/**
 * The wishes after the server's answer to one of them. That wish becomes accepted; it is removed when it was refused,
 * or when the server's change has shown it already.
 */
export function settleByAnswer(
  wishes: Wishes,
  kind: WishKind,
  wishId: number,
  isAccepted: boolean,
  confirmed: ConversationView,
): Wishes | null {
  const wish = wishes[kind];
  if (wish === null || wish.wishId !== wishId) return compact(wishes);
  const isMet = wish.state === 'seen' || isWishMet(wishes, kind, confirmed);
  if (!isAccepted || isMet) return compact({ ...wishes, [kind]: null });
  return { ...wishes, [kind]: { ...wish, state: 'accepted' } };
}

function isWishMet(wishes: Wishes, kind: WishKind, confirmed: ConversationView): boolean {
  if (kind === 'read') return wishes.read !== null && isReadMet(confirmed, wishes.read.value);
  const wish = wishes[kind];
  return wish !== null && isFlagMet(confirmed, kind, wish.value);
}

const compact = (wishes: Wishes): Wishes | null =>
  Object.values(wishes).every((wish) => wish === null) ? null : wishes;
