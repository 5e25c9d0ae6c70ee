import { type ConversationFacts, comparePositions, levelOf } from '@pasar/domain';
import { expect, it } from 'vitest';
import type { ContractHarness } from './harness.ts';
import { toRef, value } from './harness.ts';
import { RequestLog } from './request-log.ts';

const REMARK = 'The order has been shipped.';
const NOTICE = { author: 'system', content: { type: 'notice', text: REMARK } };
const symbol = (text: string) => ({ author: 'buyer', content: { type: 'text', text } });
/** Kinds of each marketplace that are shown as text: the content given to the simulator, and the text that is read. */
const IN_WORDS = {
  shopee: [['notification', { text: REMARK }, NOTICE]],
  lazada: [
    ['emoji', { txt: '[smile]' }, symbol('[smile]')],
    ['system', { txt: REMARK }, NOTICE],
  ],
  tiktok: [
    ['emoticons', { emoji: '😊' }, symbol('😊')],
    ['notification', { text: REMARK }, NOTICE],
    ['allocated_service', { text: REMARK }, NOTICE],
    ['interactive_system_message', { text: REMARK }, NOTICE],
  ],
} as const;

/**
 * Refusals for another login's shop. Spec 2 §8 has the second reason for Shopee. Our choice: the others refuse with the
 * first.
 */
const NOT_OURS = /^(not_found|shop_not_logged_in|shop_not_in_software)$/;
const MAX_EXACT = BigInt(Number.MAX_SAFE_INTEGER);

/** Lists and histories: complete, in order, without duplicates, and with unchanged ids. */
export function readingRules(harness: () => ContractHarness): void {
  it('CK-R1 lists every conversation of the shop once, newest first', async () => {
    const session = await harness().open();
    const shop = harness().shopOf(harness().login);
    const listed = await harness().allConversations(session, shop);
    const buyers = listed.map(({ buyer }) => buyer.buyerId);
    expect([...buyers].sort()).toEqual([...harness().buyersOf(shop)].sort());
    expect(listed.every(({ platformShopId }) => platformShopId === shop)).toBe(true);
    const times = listed.flatMap(({ lastMessageAt }) => lastMessageAt ?? []);
    expect(times).toEqual([...times].sort((left, right) => right - left));
  });

  it('CK-R2 keeps ids beyond 2^53 digit by digit', async () => {
    const session = await harness().open();
    const place = harness().takePlace();
    expect(BigInt(place.buyerId)).toBeGreaterThan(MAX_EXACT);
    const facts = await harness().factsOf(session, place);
    const history = await harness().allHistory(session, toRef(facts));
    const known = await harness().control.conversation(place);
    expect(history.map(({ platformMessageId }) => platformMessageId)).toEqual(
      known.messages.map(({ messageId }) => messageId).reverse(),
    );
    expect(facts.lastMessageId ?? known.messages.at(-1)?.messageId).toBe(known.messages.at(-1)?.messageId);
  });

  it('CK-R3 pages through a history newest first, with decreasing positions', async () => {
    const session = await harness().open();
    const place = harness().takePlace();
    for (let count = 1; count <= 70; count += 1) await harness().control.post(place, `message ${count}`);
    const history = await harness().allHistory(session, await harness().refOf(session, place));
    const known = await harness().control.conversation(place);
    expect(history).toHaveLength(known.messages.length);
    for (const [index, { position }] of history.entries()) {
      const newer = history[index - 1];
      if (newer !== undefined) expect(comparePositions(position, newer.position)).toBeLessThan(0);
    }
    const written = history.flatMap(({ content }) => (content.type === 'text' ? content.text : []));
    expect(written.slice(0, 2)).toEqual(['message 70', 'message 69']);
    const authors = history.map(({ author }) => author);
    expect(authors.slice(0, 70).every((author) => author === 'buyer')).toBe(true);
  });

  it('CK-R7 reads kinds that are shown as text as text', async () => {
    const session = await harness().open();
    const place = harness().takePlace();
    const posted = IN_WORDS[place.marketplace];
    for (const [kind, content] of posted) await harness().control.postKind(place, kind, content);
    const history = await harness().allHistory(session, await harness().refOf(session, place));
    expect(history.slice(0, posted.length).toReversed()).toMatchObject(posted.map(([, , read]) => read));
  });

  it('CK-R8 tells the buyers who wait for an answer, where the marketplace lists them', async () => {
    for (const login of [harness().login, harness().merchant]) {
      if (login === null) continue;
      const session = await harness().open(login);
      const place = harness().takePlace(login);
      await harness().control.post(place, 'still waiting');
      const waiting = session.fetchUnreplied && value(await session.fetchUnreplied(harness().shopOf(login)));
      expect(waiting === null).toBe(levelOf(place.marketplace, 'unreplied') === 'no');
      const buyers = waiting?.items.map(({ buyer }) => buyer.buyerId) ?? [];
      if (waiting !== null) expect(buyers).toContain(place.buyerId);
      for (const buyerId of buyers) {
        const { messages } = await harness().control.conversation({ ...place, buyerId });
        expect(messages.at(-1)?.from).toBe('buyer');
      }
    }
  });

  it('CK-R9 reads nothing of a shop that is not the login’s', async () => {
    const log = new RequestLog();
    const session = await harness().open(harness().login, { log });
    const strange = await harness().strangeRef(session);
    log.forget();
    const answers = [
      await session.fetchConversations(strange.platformShopId, null),
      await session.fetchHistory(strange, null),
      ...(session.fetchUnreplied === null ? [] : [await session.fetchUnreplied(strange.platformShopId)]),
    ];
    for (const answer of answers) {
      expect(answer).toMatchObject({
        ok: false,
        canRetry: false,
        refusal: { reason: expect.stringMatching(NOT_OURS) },
      });
    }
    expect(log.requests).toEqual([]);
  });

  it('CK-R10 looks at the newest conversations in one request', async () => {
    const log = new RequestLog();
    const session = await harness().open(harness().login, { log });
    const shop = harness().shopOf(harness().login);
    const { fetchNewest } = session;
    const page = value(await session.fetchConversations(shop, null));
    log.forget();
    const newest = value(await (fetchNewest === null ? session.fetchConversations(shop, null) : fetchNewest(shop)));
    expect(log.requests).toHaveLength(1);
    const told = (item: ConversationFacts) => [item.platformConversationId, item.lastMessageId, item.unreadCount];
    expect(newest.items.map(told)).toEqual(page.items.map(told));
    expect(newest.next).toBe(page.next);
  });

  it('CK-R4 answers calls for several shops of one login at the same time, each with its own rows', async () => {
    const { merchant, subject } = harness();
    expect(merchant === null).toBe(levelOf(subject.marketplace, 'switchShop') === 'no');
    if (merchant === null) return;
    const session = await harness().open(merchant);
    const shops = session.shops.map(({ platformShopId }) => platformShopId);
    const lists = await Promise.all(shops.map((shop) => harness().allConversations(session, shop)));
    for (const [index, shop] of shops.entries()) {
      const rows = lists[index] ?? [];
      expect(rows.map(({ buyer }) => buyer.buyerId).sort()).toEqual([...harness().buyersOf(shop)].sort());
      expect(rows.every(({ platformShopId }) => platformShopId === shop)).toBe(true);
    }
  });
}

/** Reads succeed in spite of failures that the retry table covers. */
export function retryRules(harness: () => ContractHarness): void {
  it('CK-R5 succeeds after a single 429', async () => {
    const session = await harness().open();
    const place = harness().takePlace();
    const { marketplace, shopId } = place;
    await harness().control.addFault({ kind: 'tooManyRequests', marketplace, shopId, count: 1 });
    value(await session.fetchConversations(harness().shopOf(harness().login), null));
  });

  it('CK-R6 continues to read after its tokens and sessions expired', async () => {
    const session = await harness().open();
    const { marketplace, shopId } = harness().takePlace();
    const faultId = await harness().control.addFault({ kind: 'tokenExpired', marketplace, shopId, count: 1 });
    await harness().control.faultIsSpent(faultId);
    value(await session.fetchConversations(harness().shopOf(harness().login), null));
  });
}
