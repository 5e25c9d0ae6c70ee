import type { Change, ConversationTab } from '@pasar/api';
import { USUAL_MEMBER_CHAT_SETTING } from '@pasar/domain';
import { describe, expect, it } from 'vitest';
import { aConversation, aDelivery, aMember, aMessage, aShop, uuid } from '../testing/builders.ts';
import { applyChanges } from './apply-changes.ts';
import { type DeskState, EMPTY_DESK, listKey } from './desk-state.ts';
import { withConversations, withMessages, withSnapshot } from './merge-answers.ts';
import { messagesOf } from './message-window.ts';
import { unreadOf } from './unread.ts';
import { NO_WISHES } from './wishes.ts';

const FIRST = aConversation(1, 1).conversationId;

function ready(): DeskState {
  return withSnapshot(
    EMPTY_DESK,
    {
      seq: 10,
      member: aMember(),
      shops: [aShop(1, 'shopee', { unreadCount: 2 }), aShop(2, 'tiktok', { unreadCount: 3 })],
      arrangement: { order: [], hidden: [] },
      chatSetting: USUAL_MEMBER_CHAT_SETTING,
      conversations: [aConversation(1, 1), aConversation(2, 1, { isPinned: true }), aConversation(3, 2)],
      hasMore: false,
      nextWaiting: null,
      deliveries: [],
    },
    null,
  );
}
const numbers = (state: DeskState, scope: Parameters<typeof listKey>[0], tab: ConversationTab = 'all') =>
  (state.lists.get(listKey(scope, tab)) ?? []).map((id) => Number(id.slice(-12)));

describe('applying changes', () => {
  it('S1: the same batch again, and an older one, change nothing', () => {
    const changes = [{ kind: 'conversation', seq: 11, conversation: aConversation(1, 1, { unreadCount: 1 }) }] as const;
    const once = applyChanges(ready(), changes, 11).state;
    expect(applyChanges(once, changes, 11).state).toBe(once);
    expect(applyChanges(once, [{ kind: 'purge', seq: 5, shopId: aShop(1).shopId }], 5).state).toBe(once);
  });

  it('S2: the number decides inside a batch, and upTo advances over changes that are not shown', () => {
    const older = { kind: 'conversation', seq: 12, conversation: aConversation(1, 1, { unreadCount: 1 }) } as const;
    const newer = { kind: 'conversation', seq: 13, conversation: aConversation(1, 1, { unreadCount: 2 }) } as const;
    const { state } = applyChanges(ready(), [newer, older], 20);
    expect(state.shown.get(FIRST)?.unreadCount).toBe(2);
    expect(state.seq).toBe(20);
  });

  it('S5: lists are by scope and tab, pinned on top, newest first', () => {
    const changed = aConversation(1, 1, { lastMessageAt: 9_000, unreadCount: 4 });
    const { state } = applyChanges(ready(), [{ kind: 'conversation', seq: 11, conversation: changed }], 11);
    expect(numbers(state, 'all')).toEqual([2, 1, 3]);
    expect(numbers(state, 'shopee')).toEqual([2, 1]);
    expect(numbers(state, aShop(2).shopId)).toEqual([3]);
    expect(numbers(state, 'all', 'unread')).toEqual([1]);
    expect(numbers(state, 'all', 'pinned')).toEqual([2]);
  });

  it('S5: those who wait are listed by how long, whatever is pinned; the answered leave, the next comes last', () => {
    const waiting = (number: number, shop: number, waitingSince: number | null, more = {}) => ({
      kind: 'conversation' as const,
      seq: 20 + number,
      conversation: aConversation(number, shop, { waitingSince, ...more }),
    });
    const three = [waiting(1, 1, 300), waiting(2, 1, 200, { isPinned: true }), waiting(3, 2, 100)];
    const held = applyChanges(ready(), three, 25).state;
    expect(numbers(held, 'all', 'waiting')).toEqual([3, 2, 1]);
    expect(numbers(held, 'shopee', 'waiting')).toEqual([2, 1]);
    expect(numbers(held, aShop(2).shopId, 'waiting')).toEqual([3]);
    const read = { ...waiting(2, 1, 200, { isPinned: true, unreadCount: 0 }), seq: 30 };
    const later = applyChanges(
      held,
      [read, { ...waiting(3, 2, null), seq: 31 }, { ...waiting(4, 2, 400), seq: 32 }],
      32,
    );
    expect(numbers(later.state, 'all', 'waiting')).toEqual([2, 1, 4]);
  });

  it('S5: a conversation gets its marketplace when its shop comes later', () => {
    const late = applyChanges(
      ready(),
      [{ kind: 'conversation', seq: 11, conversation: aConversation(9, 9) }],
      11,
    ).state;
    expect(numbers(late, 'lazada')).toEqual([]);
    const { state } = applyChanges(late, [{ kind: 'shop', seq: 12, shop: aShop(9, 'lazada') }], 12);
    expect(numbers(state, 'lazada')).toEqual([9]);
  });

  it('S8: a hidden shop is only in its own list, and not in the totals, until it is shown again', () => {
    const [shop, other] = [aShop(1).shopId, aShop(2).shopId];
    const hide: Change = { kind: 'arrangement', seq: 11, arrangement: { order: [], hidden: [shop] } };
    const hidden = applyChanges(ready(), [hide], 11).state;
    expect(numbers(hidden, 'all')).toEqual([3]);
    expect(numbers(hidden, 'all', 'pinned')).toEqual([]);
    expect(numbers(hidden, 'shopee')).toEqual([]);
    expect(numbers(hidden, shop)).toEqual([2, 1]);
    const unread = unreadOf(hidden);
    expect(unread).toMatchObject({ total: 3, byMarketplace: { shopee: 0, lazada: 0, tiktok: 3 } });
    expect([...unread.byShop]).toEqual([
      [shop, 2],
      [other, 3],
    ]);
    const late = {
      kind: 'conversation',
      seq: 12,
      conversation: aConversation(4, 1, { lastMessageAt: 9_000 }),
    } as const;
    const later = applyChanges(hidden, [late], 12).state;
    expect(numbers(later, 'all')).toEqual([3]);
    const show: Change = { kind: 'arrangement', seq: 13, arrangement: { order: [], hidden: [] } };
    const { state } = applyChanges(later, [show], 13);
    expect(numbers(state, 'all')).toEqual([2, 4, 3, 1]);
    expect(numbers(state, 'shopee')).toEqual([2, 4, 1]);
    expect(unreadOf(state).total).toBe(5);
  });

  it('S4: purge removes everything of the shop, and a late page cannot bring it back', () => {
    const full = applyChanges(ready(), [{ kind: 'delivery', seq: 11, delivery: aDelivery(1, 1) }], 11).state;
    const { state } = applyChanges(full, [{ kind: 'purge', seq: 12, shopId: aShop(1).shopId }], 12);
    expect([...state.shown.keys()]).toEqual([aConversation(3, 2).conversationId]);
    expect(state.deliveries.size).toBe(0);
    expect(numbers(state, 'shopee')).toEqual([]);
    expect(withConversations(state, [aConversation(1, 1)]).shown.has(FIRST)).toBe(false);
  });

  it('S6: parts that a message does not change keep their identity', () => {
    const page = {
      conversation: aConversation(1, 1),
      messages: [aMessage(5, 1)],
      deliveries: [],
      older: 'no',
    } as const;
    const before = withMessages(ready(), FIRST, null, page);
    const message = aMessage(6, 1);
    const { state, arrived } = applyChanges(before, [{ kind: 'message', seq: 11, message }], 11);
    expect(arrived).toEqual([message]);
    expect(state.shown).toBe(before.shown);
    expect(state.lists).toBe(before.lists);
    expect(state.shops).toBe(before.shops);
    const first = (held: DeskState) => messagesOf(held.windows.get(FIRST))[0];
    expect(first(state)).toBe(first(before));
  });

  it('P2: a sent delivery stays until its message is in the window', () => {
    const page = {
      conversation: aConversation(1, 1),
      messages: [],
      deliveries: [aDelivery(1, 1)],
      older: 'no',
    } as const;
    const held = withMessages(ready(), FIRST, null, page);
    const sent = applyChanges(
      held,
      [{ kind: 'delivery', seq: 11, delivery: aDelivery(1, 1, { mark: 'sent' }) }],
      11,
    ).state;
    expect(sent.deliveries.get(FIRST)).toHaveLength(1);
    const message = aMessage(7, 1, { author: 'seller', clientId: uuid('9', 1) });
    const done = applyChanges(sent, [{ kind: 'message', seq: 12, message }], 12).state;
    expect(done.deliveries.has(FIRST)).toBe(false);
  });

  it("takes the member's chat settings, and leaves them where those of the account have changed", () => {
    const setting = { ...USUAL_MEMBER_CHAT_SETTING, sendingKey: 'ctrlEnter' as const };
    const chosen = applyChanges(ready(), [{ kind: 'chatSetting', seq: 11, setting }], 11).state;
    expect(chosen.chatSetting).toBe(setting);
    const { state } = applyChanges(chosen, [{ kind: 'chatSetting', seq: 12, setting: null }], 12);
    expect(state.chatSetting).toBe(setting);
  });

  it('L6: resync asks for a snapshot', () => {
    expect(applyChanges(ready(), [{ kind: 'resync', seq: 11 }], 11)).toMatchObject({ isSnapshotWanted: true });
    expect(applyChanges(ready(), [{ kind: 'resync', seq: 9 }], 9)).toMatchObject({ isSnapshotWanted: false });
  });

  it("W1: counters are the server's, without messages that were just read", () => {
    const state = ready();
    expect(unreadOf(state)).toMatchObject({ total: 5, byMarketplace: { shopee: 2, lazada: 0, tiktok: 3 } });
    const unread = aConversation(1, 1, { unreadCount: 2 });
    const shown = new Map(state.shown).set(FIRST, { ...unread, unreadCount: 0 });
    const confirmed = new Map(state.confirmed).set(FIRST, unread);
    const wishes = new Map([[FIRST, NO_WISHES]]);
    expect(unreadOf({ ...state, wishes, confirmed, shown }).total).toBe(3);
  });
});
