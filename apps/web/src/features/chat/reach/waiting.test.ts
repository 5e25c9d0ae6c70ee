import type { Change, ConversationView } from '@pasar/api';
import { ANY_BUYER, type ReachRule, USUAL_MEMBER_CHAT_SETTING } from '@pasar/domain';
import { aConversation, aMember, uuidOf } from '@pasar/sync/testing/builders';
import { describe, expect, it } from 'vitest';
import { rulesFor } from '../../../base/reached.ts';
import { newlyWaiting, sinceOpened, standing, stillWaiting } from './waiting.ts';

const NOW = Date.UTC(2026, 10, 25, 12);
const MINUTE = 60_000;
const waits = (number: number, since: number | null, over: Partial<ConversationView> = {}) =>
  aConversation(number, 1, { waitingSince: since, lastMessageAt: since ?? NOW, unreadCount: 1, ...over });
const shown = (...all: readonly ConversationView[]) => ({
  shown: new Map(all.map((item) => [item.conversationId, item])),
});
const change = (conversation: ConversationView): Change => ({ kind: 'conversation', seq: 1, conversation });
const idsOf = (found: readonly { readonly conversation: ConversationView }[]) =>
  found.map(({ conversation }) => conversation.conversationId);

describe('buyers who wait since a change', () => {
  const [ann, bo] = [waits(1, NOW), waits(2, NOW)];

  it('are told of once for all their messages', () => {
    expect(idsOf(newlyWaiting([change(ann)], shown(waits(1, null)), NOW))).toEqual([ann.conversationId]);
    const further = { ...ann, lastMessageAt: NOW + MINUTE, unreadCount: 2 };
    expect(newlyWaiting([change(further)], shown(ann), NOW)).toEqual([]);
    expect(idsOf(newlyWaiting([change(ann), change(further)], shown(waits(1, null)), NOW))).toEqual([
      ann.conversationId,
    ]);
  });

  it('are not told of once somebody has answered in the same breath', () => {
    expect(newlyWaiting([change(bo), change(waits(2, null))], shown(waits(2, null)), NOW)).toEqual([]);
  });

  it('whom the window did not have count with their first messages alone, also when these come together', () => {
    expect(idsOf(newlyWaiting([change(ann)], shown(), NOW + 60 * MINUTE))).toEqual([ann.conversationId]);
    const together = { ...ann, lastMessageAt: NOW + 1_000, unreadCount: 2 };
    expect(idsOf(newlyWaiting([change(together)], shown(), NOW + MINUTE))).toEqual([ann.conversationId]);
    expect(newlyWaiting([change(together)], shown(), NOW + 2 * MINUTE)).toEqual([]);
  });
});

describe('buyers who began to wait while the window opened', () => {
  it('are told of, those of before are not', () => {
    const [before, meanwhile] = [waits(1, NOW - 2_000), waits(2, NOW - 1_000)];
    const list = [before, meanwhile, waits(3, null)];
    expect(idsOf(sinceOpened(list, { now: NOW, openedAt: NOW - 1_500 }))).toEqual([meanwhile.conversationId]);
  });

  it('are left alone when the page stood open long before the member signed in', () => {
    const [long, young] = [waits(1, NOW - 3 * MINUTE), waits(2, NOW - MINUTE)];
    expect(idsOf(sinceOpened([long, young], { now: NOW, openedAt: NOW - 60 * MINUTE }))).toEqual([
      young.conversationId,
    ]);
  });
});

describe('buyers who still wait', () => {
  const at = { now: NOW, openedAt: NOW - 60 * MINUTE };
  it('are told of when their minutes are over, unless somebody has opened the conversation', () => {
    const late = waits(1, NOW - 15 * MINUTE);
    const list = [late, waits(2, NOW - 14 * MINUTE), waits(3, NOW - 15 * MINUTE, { unreadCount: 0 })];
    expect(idsOf(stillWaiting(list, { againMinutes: 15 }, at))).toEqual([late.conversationId]);
    expect(stillWaiting(list, { againMinutes: null }, at)).toEqual([]);
  });

  it('of a time before the window are left alone', () => {
    const old = waits(1, NOW - 15 * MINUTE);
    expect(stillWaiting([old], { againMinutes: 15 }, { now: NOW + MINUTE, openedAt: NOW })).toEqual([]);
  });
});

describe('buyers of whom the member is told later', () => {
  const told = (conversation: ConversationView, isAgain = false) => ({
    conversation,
    since: conversation.waitingSince ?? 0,
    isAgain,
  });
  it('are those who wait as before, each once and as they are now', () => {
    const [ann, bo, cy, di] = [waits(1, NOW), waits(2, NOW), waits(3, NOW), waits(4, NOW)];
    const now = shown({ ...ann, isMuted: true }, waits(2, null), waits(3, NOW + MINUTE));
    const found = standing(
      [ann, bo, cy, di, ann].map((one) => told(one)),
      now,
    );
    expect(found).toEqual([told({ ...ann, isMuted: true })]);
  });

  it('a second time are those whose messages are still unread', () => {
    const ann = waits(1, NOW);
    expect(standing([told(ann, true)], shown({ ...ann, unreadCount: 0 }))).toEqual([]);
    expect(standing([told(ann, true)], shown(ann))).toEqual([told(ann, true)]);
  });
});

describe('the rules of a member', () => {
  const state = { arrangement: { order: [], hidden: [] }, member: aMember() };
  const ann = waits(1, NOW);
  const usual = USUAL_MEMBER_CHAT_SETTING;
  const here: ReachRule = { ...ANY_BUYER, shopIds: [ann.shopId], tone: 'triple' };
  const elsewhere: ReachRule = { ...ANY_BUYER, shopIds: [aConversation(1, 2).shopId], tone: 'falling' };
  it.each([
    ['as usual', usual, [ANY_BUYER]],
    ['switched off', { ...usual, isReached: false, rules: [here] }, []],
    ['this shop', { ...usual, rules: [here] }, [here]],
    ['other shops', { ...usual, rules: [elsewhere] }, []],
    ['in their order', { ...usual, rules: [elsewhere, here, ANY_BUYER] }, [here]],
    ['quiet hours', { ...usual, rules: [here], quietHours: { from: 690, to: 750, timeZone: 'UTC' } }, []],
    ['quiet hours elsewhere', { ...usual, quietHours: { from: 690, to: 750, timeZone: 'Asia/Bangkok' } }, [ANY_BUYER]],
  ])('%s: %#', (_name, setting, rules) => {
    expect(rulesFor(ann, setting, state, NOW)).toEqual(rules);
  });

  it('decide with their own quiet hours: one that is quiet now keeps those behind it from ringing', () => {
    const noon = { from: 690, to: 750, timeZone: 'UTC' };
    const of = (rules: ReachRule[], quietHours: typeof noon | null) =>
      rulesFor(ann, { ...usual, rules, quietHours }, state, NOW);
    const loud: ReachRule = { ...here, quietHours: 'never' };
    const quiet: ReachRule = { ...here, quietHours: noon };
    expect(of([quiet, ANY_BUYER], null)).toEqual([]);
    expect(of([loud, ANY_BUYER], noon)).toEqual([loud]);
    expect(of([{ ...elsewhere, quietHours: noon }, ANY_BUYER], null)).toEqual([ANY_BUYER]);
    // Whether the buyer has the tag is looked up later.
    const tagged: ReachRule = { ...quiet, tagIds: [uuidOf('tag')] };
    expect(of([tagged, ANY_BUYER], null)).toEqual([tagged, ANY_BUYER]);
    expect(of([tagged, ANY_BUYER], noon)).toEqual([]);
  });

  it.each([
    ['me', state.member.memberId, true],
    ['nobody', null, true],
    ['a colleague', uuidOf('colleague'), false],
  ])('tell of a buyer of %s: %#, where mine alone are wanted', (_whose, assigneeId, isReached) => {
    const mine: ReachRule = { ...ANY_BUYER, isMineOnly: true };
    const of = (rules: ReachRule[]) => rulesFor({ ...ann, assigneeId }, { ...usual, rules }, state, NOW);
    expect(of([mine])).toEqual(isReached ? [mine] : []);
    expect(of([])).toEqual([ANY_BUYER]);
  });

  it('leave out muted conversations and hidden shops', () => {
    expect(rulesFor({ ...ann, isMuted: true }, usual, state, NOW)).toEqual([]);
    expect(rulesFor(ann, usual, { ...state, arrangement: { order: [], hidden: [ann.shopId] } }, NOW)).toEqual([]);
  });
});
