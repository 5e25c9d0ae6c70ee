import type { NewMessageNotify } from '../schema.ts';
import { NewMessageNotifyType } from '../schema.ts';

/**
 * IM-S19: the per-user log, put together from pushes that may be lost, doubled or out of order. A push says where the log
 * stood before it (`previous_cursor`) and after it (`next_cursor`); it is applied when it goes on from where we are.
 */
export type Turn =
  /** It is next: apply it, then set the cursor to `next`. */
  | { readonly kind: 'next'; readonly notify: NewMessageNotify; readonly next: bigint }
  /** Not of the log (typing, a notify of one conversation): apply it whenever it comes. */
  | { readonly kind: 'beside'; readonly notify: NewMessageNotify };

export interface LogFollower {
  /** What may be applied now that this push came, in order; pushes that are early are kept, old ones dropped. */
  offer(notify: NewMessageNotify, cursor: bigint | null): readonly Turn[];
  /** The same after the cursor was moved by a page. */
  catchUp(cursor: bigint): readonly Turn[];
  /** Where the log stands before the first push that is early; null when none is. */
  nextEarly(): bigint | null;
  /** Something is missing between the cursor and a push that is here. */
  readonly hasGap: boolean;
}

/** ours: pushes kept while something before them is missing; beyond this a page brings them anyway. */
const KEPT = 1_000;

/** ours: what is told to a conversation, or moves no cursor, is not of the user's log. */
const isBeside = ({ notifyType, previousCursor, nextCursor }: NewMessageNotify): boolean =>
  notifyType === NewMessageNotifyType.PER_CONVERSATION || nextCursor <= 0n || nextCursor === previousCursor;

export function createLogFollower(): LogFollower {
  /** By previous_cursor. */
  const early = new Map<bigint, NewMessageNotify>();

  const catchUp = (from: bigint): readonly Turn[] => {
    for (const [previous, notify] of early) if (notify.nextCursor <= from) early.delete(previous);
    const turns: Turn[] = [];
    let cursor = from;
    for (let notify = early.get(cursor); notify !== undefined; notify = early.get(cursor)) {
      early.delete(cursor);
      cursor = notify.nextCursor;
      turns.push({ kind: 'next', notify, next: cursor });
    }
    return turns;
  };

  return {
    offer: (notify, cursor) => {
      if (isBeside(notify)) return [{ kind: 'beside', notify }];
      if (cursor !== null && notify.nextCursor <= cursor) return [];
      if (early.size < KEPT) early.set(notify.previousCursor, notify);
      return cursor === null ? [] : catchUp(cursor);
    },
    catchUp,
    nextEarly: () => {
      let first: bigint | null = null;
      for (const previous of early.keys()) if (first === null || previous < first) first = previous;
      return first;
    },
    get hasGap() {
      return early.size > 0;
    },
  };
}
