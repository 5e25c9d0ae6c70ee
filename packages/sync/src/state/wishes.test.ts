import { parsePosition } from '@pasar/domain';
import { describe, expect, it } from 'vitest';
import { aConversation } from '../testing/builders.ts';
import { NO_WISHES, overlay, settleByAnswer, settleByChange, type Wishes } from './wishes.ts';

const position = parsePosition('50');
if (position === null) throw new Error('not a position');
const pin = (wishId: number, value: boolean): Wishes => ({ ...NO_WISHES, pin: { state: 'asked', wishId, value } });
const read = (unreadBefore: number): Wishes => ({
  ...NO_WISHES,
  read: { state: 'asked', wishId: 1, value: { kind: 'read', position, unreadBefore } },
});
const plain = aConversation(1, 1);
const pinned = aConversation(1, 1, { isPinned: true });

describe('a wish', () => {
  it('W1 S6: changes the view of its conversation and leaves other conversations unchanged', () => {
    expect(overlay(plain, pin(1, true))).toEqual(pinned);
    expect(overlay(plain, undefined)).toBe(plain);
    expect(overlay(pinned, pin(1, true))).toBe(pinned);
  });

  it('W3: change first, answer second', () => {
    const seen = settleByChange(pin(1, true), pinned);
    expect(seen?.pin?.state).toBe('seen');
    expect(seen && overlay(plain, seen).isPinned).toBe(false);
    expect(seen && settleByAnswer(seen, 'pin', 1, true, pinned)).toBeNull();
  });

  it('W3: answer first, change second', () => {
    const accepted = settleByAnswer(pin(1, true), 'pin', 1, true, plain);
    expect(accepted?.pin?.state).toBe('accepted');
    expect(accepted && overlay(plain, accepted).isPinned).toBe(true);
    expect(accepted && settleByChange(accepted, plain)).toBeNull();
  });

  it('W3: another change of the conversation does not end a wish that is not answered yet', () => {
    expect(settleByChange(pin(1, true), { ...plain, unreadCount: 3 })?.pin?.state).toBe('asked');
  });

  it('W2 W3: a refusal removes the wish, but not a newer wish', () => {
    expect(settleByAnswer(pin(1, true), 'pin', 1, false, plain)).toBeNull();
    expect(settleByAnswer(pin(2, false), 'pin', 1, false, pinned)).toEqual(pin(2, false));
  });

  it('W4: read subtracts only messages that were unread when it was made', () => {
    const unread = (unreadCount: number) => overlay({ ...plain, unreadCount }, read(4)).unreadCount;
    expect([unread(4), unread(5), unread(0)]).toEqual([0, 1, 0]);
    expect(overlay({ ...plain, unreadCount: 4 }, read(4)).sellerReadPosition).toBe('50');
  });

  it('W1: closing takes the buyer out of the queue, and restarting puts nobody into it', () => {
    const close = (value: boolean): Wishes => ({ ...NO_WISHES, close: { state: 'asked', wishId: 1, value } });
    const waiting = aConversation(1, 1, { waitingSince: 5, dueAt: 9, buyerWroteAt: 5 });
    expect(overlay(waiting, close(true))).toMatchObject({ status: 'closed', waitingSince: null, dueAt: null });
    const closed = aConversation(1, 1, { status: 'closed', buyerWroteAt: 5, waitingSince: null });
    expect(overlay(closed, close(false))).toMatchObject({ status: 'activated', waitingSince: null });
    expect(settleByChange(close(true), closed)?.close?.state).toBe('seen');
    expect(settleByAnswer(close(true), 'close', 1, false, waiting)).toBeNull();
  });

  it('W1: unread shows at least one', () => {
    const wish: Wishes = { ...NO_WISHES, read: { state: 'asked', wishId: 1, value: { kind: 'unread' } } };
    expect(overlay(plain, wish).unreadCount).toBe(1);
    expect(overlay({ ...plain, unreadCount: 6 }, wish).unreadCount).toBe(6);
  });
});
