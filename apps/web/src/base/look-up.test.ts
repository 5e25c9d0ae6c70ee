import { CALLS, type Call, type CallOutput, type Change, type ShopView } from '@pasar/api';
import type { CallApi, CallFailure, CallResult } from '@pasar/sync';
import { aDesk, aShop } from '@pasar/sync/testing/builders';
import { QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createLookUps, type LookedUp, lookedUp } from './look-up.ts';
import { SUBJECTS } from './subjects.ts';

type Listed = CallOutput<typeof CALLS.routing.listSubjects>;
const LISTED: Listed = { subjects: [], bindings: [], otherWay: 'direct', lines: [] };
const BOOSTED: Listed = { ...LISTED, otherWay: 'boost' };
const FAILURE: CallFailure = { kind: 'refused', code: 'marketplace_error', reason: 'Try again.', detail: null };

function setUp(answering?: CallApi) {
  const asked: Call[] = [];
  let next: CallResult<Listed> = { ok: true, data: LISTED };
  const ask = (async (call: Call) => {
    asked.push(call);
    return next;
  }) as CallApi;
  const lookUps = createLookUps(answering ?? ask);
  /** A screen that shows the proxies; returns what it has drawn, newest last. */
  const show = (isWanted = true, freshMs = SUBJECTS.freshMs) => {
    const observer = new QueryObserver<Listed, CallFailure>(
      lookUps.client,
      lookUps.queryOf({ ...SUBJECTS, freshMs }, {}, isWanted),
    );
    const drawn: LookedUp<Listed>[] = [lookedUp(observer.getCurrentResult())];
    const leave = observer.subscribe((result) => void drawn.push(lookedUp(result)));
    return { drawn, leave, newest: () => drawn.at(-1) };
  };
  const answer = (result: CallResult<Listed>) => {
    next = result;
  };
  return { asked, lookUps, show, answer };
}

/** Closed after each test, so that no test leaves observers behind. */
const opened: ReturnType<typeof setUp>[] = [];
const make = (answering?: CallApi) => {
  const made = setUp(answering);
  opened.push(made);
  return made;
};
beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  for (const { lookUps } of opened.splice(0)) lookUps.client.clear();
  vi.useRealTimers();
});
const found = (data: Listed) => ({ state: 'found', data, at: expect.any(Number), again: expect.any(Function) });
const settle = () => vi.advanceTimersByTimeAsync(1);

describe('a look-up', () => {
  it('asks once for all screens that show it, and again when another opens', async () => {
    const { asked, show } = make();
    const first = show();
    const second = show();
    expect(first.newest()).toEqual({ state: 'waiting' });
    await settle();
    expect(asked).toEqual([CALLS.routing.listSubjects]);
    expect(first.newest()).toEqual(found(LISTED));
    expect(second.newest()).toEqual(found(LISTED));
    const third = show();
    // The known answer is drawn at once.
    expect(third.newest()).toMatchObject({ state: 'stale', data: LISTED, at: expect.any(Number), failure: null });
    await settle();
    expect(third.newest()).toMatchObject({ state: 'found' });
    expect(asked.length).toBe(2);
  });

  it('that is found is asked for again when a person wants it fresh', async () => {
    const { asked, show, answer } = make();
    const screen = show();
    await settle();
    const drawn = screen.newest();
    if (drawn?.state !== 'found') throw new Error(`${drawn?.state}`);
    answer({ ok: true, data: BOOSTED });
    drawn.again();
    await settle();
    expect(asked.length).toBe(2);
    expect(screen.newest()).toEqual(found(BOOSTED));
  });

  it('is not asked for while no screen wants it, nor again before it is old', async () => {
    const { asked, show } = make();
    show(false);
    await settle();
    expect(asked).toEqual([]);
    show(true, 60_000);
    await settle();
    show(true, 60_000);
    await settle();
    expect(asked.length).toBe(1);
  });

  it('that failed says why until it is asked again', async () => {
    const { show, answer } = make();
    answer({ ok: false, failure: FAILURE });
    const screen = show();
    await settle();
    const failed = screen.newest();
    if (failed?.state !== 'failed') throw new Error(`it is ${failed?.state}`);
    expect(failed.failure).toEqual(FAILURE);
    answer({ ok: true, data: LISTED });
    failed.again();
    await settle();
    expect(screen.newest()).toEqual(found(LISTED));
  });

  it('keeps what was found when asking again fails, and says that it is old', async () => {
    const { lookUps, show, answer } = make();
    const screen = show();
    await settle();
    answer({ ok: false, failure: FAILURE });
    lookUps.take({ told: 'snapshot' });
    await settle();
    expect(screen.newest()).toMatchObject({ state: 'stale', data: LISTED, at: expect.any(Number), failure: FAILURE });
  });
});

describe('an answer', () => {
  const shop = aShop(1);
  const before = aDesk({ shops: new Map([[shop.shopId, shop]]) });
  const shopChange = (over: Partial<ShopView>): Change => ({ kind: 'shop', seq: 1, shop: { ...shop, ...over } });

  it.each([
    ['a call that changes it', { told: 'called', call: CALLS.routing.bindSubjects }],
    ['a shop that leaves by another way', { told: 'changes', changes: [shopChange({ isIsolated: true })], before }],
    ['changes that were missed', { told: 'snapshot' }],
  ] as const)('is asked for again after %s', async (_what, told) => {
    const { asked, lookUps, show, answer } = make();
    const screen = show();
    await settle();
    answer({ ok: true, data: BOOSTED });
    lookUps.take(told);
    await settle();
    expect(asked.length).toBe(2);
    expect(screen.newest()).toEqual(found(BOOSTED));
  });

  it('is asked for again when what is told makes it stale while it is under way', async () => {
    const held = Promise.withResolvers<CallResult<Listed>>();
    const answers = [held.promise, Promise.resolve<CallResult<Listed>>({ ok: true, data: BOOSTED })];
    const { lookUps, show } = make((async () => answers.shift()) as CallApi);
    const screen = show();
    await settle();
    lookUps.take({ told: 'snapshot' });
    await settle();
    held.resolve({ ok: true, data: LISTED });
    await settle();
    expect(screen.newest()).toEqual(found(BOOSTED));
    expect(answers).toEqual([]);
  });

  it.each([
    ['its own call', { told: 'called', call: CALLS.routing.listSubjects }],
    ['a call about something else', { told: 'called', call: CALLS.chat.markRead }],
    ['a counter of a shop', { told: 'changes', changes: [shopChange({ unreadCount: 99 })], before }],
  ] as const)('stays after %s', async (_what, told) => {
    const { asked, lookUps, show } = make();
    show();
    await settle();
    lookUps.take(told);
    await settle();
    expect(asked.length).toBe(1);
  });

  it('that no screen shows is asked for when one does, however fresh it was', async () => {
    const { asked, lookUps, show } = make();
    const screen = show(true, 60_000);
    await settle();
    screen.leave();
    lookUps.take({ told: 'called', call: CALLS.routing.saveProxy });
    await settle();
    expect(asked.length).toBe(1);
    show(true, 60_000);
    await settle();
    expect(asked.length).toBe(2);
  });

  it('that may change without a pause is asked for at most so often, and never while its answer is on its way', async () => {
    const often = { ...SUBJECTS, staleBy: { ...SUBJECTS.staleBy, change: () => true, atMostEveryMs: 1_000 } };
    const answers: ((result: CallResult<Listed>) => void)[] = [];
    const { lookUps } = make(
      (() => new Promise<CallResult<Listed>>((resolve) => void answers.push(resolve))) as unknown as CallApi,
    );
    const told = { told: 'changes', changes: [shopChange({ unreadCount: 99 })], before } as const;
    const observer = new QueryObserver<Listed, CallFailure>(lookUps.client, lookUps.queryOf(often, {}, true));
    const leave = observer.subscribe(() => undefined);
    lookUps.take(told);
    await vi.advanceTimersByTimeAsync(2_500);
    expect(answers.length).toBe(1);
    answers[0]?.({ ok: true, data: LISTED });
    await vi.advanceTimersByTimeAsync(1_000);
    expect(answers.length).toBe(2);
    answers[1]?.({ ok: true, data: BOOSTED });
    await settle();
    for (let again = 0; again < 10; again += 1) lookUps.take(told);
    await vi.advanceTimersByTimeAsync(400);
    expect(answers.length).toBe(2);
    await vi.advanceTimersByTimeAsync(1_500);
    expect(answers.length).toBe(3);
    leave();
  });
});
