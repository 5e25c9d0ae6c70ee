import type { ConversationsFound, ShopCalls } from '@pasar/connector-kit';
import { expect } from 'vitest';
import { type About, type Affair, first } from './affair.ts';
import { value } from './harness.ts';

/** Rows that a marketplace puts on a page of a search: what the rule looks for is more. */
const PAGE = 20;

/** The character, in lower case, that most of the texts have. */
export function inMost(texts: readonly string[]): string {
  const lower = texts.map((text) => text.toLowerCase());
  const countOf = (character: string): number => lower.filter((text) => text.includes(character)).length;
  const characters = [...new Set(lower.join(''))].filter((character) => character.trim() !== '');
  return characters.toSorted((left, right) => countOf(right) - countOf(left))[0] ?? '';
}

async function findAll(calls: ShopCalls, { shop }: About, words: string): Promise<readonly ConversationsFound[]> {
  const pages: ConversationsFound[] = [];
  const cursors = new Set<string | null>();
  for (let cursor: string | null = null; pages.length === 0 || cursor !== null; ) {
    expect([...cursors]).not.toContain(cursor);
    cursors.add(cursor);
    const page: ConversationsFound = value(await calls.buyers.searchConversations(shop, { words, cursor }));
    pages.push(page);
    cursor = page.next;
  }
  return pages;
}

/** Every hit is found once, page by page, whichever of the two kinds has more pages. */
export const searching: Affair<ConversationsFound> = {
  ask: (calls, { shop, trade }) => {
    const { orderNumber } = first(trade.orders, 'order', () => true);
    return calls.buyers.searchConversations(shop, { words: orderNumber, cursor: null });
  },
  async holds(calls, about) {
    const { orders } = about.trade;
    const { orderNumber, buyerId } = first(orders, 'order', () => true);
    const [whole, ...more] = await findAll(calls, about, orderNumber);
    expect([whole?.orders, whole?.next, more]).toMatchObject([[{ orderNumber, buyerId }], null, []]);

    const part = inMost(orders.map((order) => order.orderNumber));
    const numbered = orders.filter((order) => order.orderNumber.toLowerCase().includes(part));
    expect(numbered.length).toBeGreaterThan(PAGE);
    const byNumber = await findAll(calls, about, part);
    expect(byNumber.flatMap((page) => page.orders.map((order) => order.orderNumber))).toEqual(
      numbered.map((order) => order.orderNumber),
    );
    expect(byNumber.length).toBeGreaterThan(1);

    const { buyers } = first(
      await about.control.shops(about.subject.marketplace),
      'shop',
      ({ shopId }) => shopId === about.shop,
    );
    const letter = inMost(buyers.map(({ name }) => name));
    const named = buyers.filter(({ name }) => name.toLowerCase().includes(letter));
    expect(named.length).toBeGreaterThan(PAGE);
    const byName = await findAll(calls, about, letter);
    const found = byName.flatMap(({ conversations }) => conversations);
    expect(new Set(found.map(({ buyer }) => buyer.buyerId)).size).toBe(found.length);
    expect(found.length).toBeGreaterThan(PAGE);
    for (const { conversation, buyer } of found) {
      expect(conversation).toMatchObject({ platformShopId: about.shop, buyerId: buyer.buyerId });
      expect(named).toContainEqual(expect.objectContaining({ buyerId: buyer.buyerId }));
    }
  },
};
