import type { NewMessageNotify } from '../schema.ts';
import { NewMessageNotifyType } from '../schema.ts';

/**
 * IM-S19: puts the per-user log together from pushes that may be lost, duplicated or out of order. A push has the log's
 * position before it (`previous_cursor`) and after it (`next_cursor`); it is applied when it starts at the present
 * cursor.
 */
export type Turn =
  /** The push is next: apply it, then set the cursor to `next`. */
  | { readonly kind: 'next'; readonly notify: NewMessageNotify; readonly next: bigint }
  /** The push is not part of the log (typing, a notification of one conversation): apply it whenever it comes. */
  | { readonly kind: 'beside'; readonly notify: NewMessageNotify };

export interface LogFollower {
  /** The pushes that may be applied now, in order; early pushes are kept, old pushes dropped. */
  offer(notify: NewMessageNotify, cursor: bigint | null): readonly Turn[];
  /** The pushes that may be applied after a page moved the cursor. */
  catchUp(cursor: bigint): readonly Turn[];
  /** The position before the first early push; null without an early push. */
  nextEarly(): bigint | null;
  /** True when something is missing between the cursor and an early push. */
  readonly hasGap: boolean;
}

/** Number of kept early pushes (our choice); a page brings pushes beyond it. */
const KEPT = 1_000;

/** Ours: a push to a conversation, or a push that moves no cursor, is not part of the user's log. */
const isBeside = ({ notifyType, previousCursor, nextCursor }: NewMessageNotify): boolean =>
  notifyType === NewMessageNotifyType.PER_CONVERSATION || nextCursor <= 0n || nextCursor === previousCursor;

export function createLogFollower(): LogFollower {
  /** Early pushes by previous_cursor. */
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
