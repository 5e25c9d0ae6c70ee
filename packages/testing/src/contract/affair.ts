/** What a rule about one method of `ShopCalls` is made of. */
import type { ConversationRef, Outcome, Page, ShopAnswer, ShopCalls, ShopMethod } from '@pasar/connector-kit';
import type { Order, PlatformShopId } from '@pasar/domain';
import { expect } from 'vitest';
import type { ContractHarness } from './harness.ts';
import { readAll, value } from './stage.ts';
import type { Trade } from './trade.ts';

/** What is asked about, and what is known of it. */
export interface About {
  readonly harness: ContractHarness;
  readonly shop: PlatformShopId;
  readonly conversation: ConversationRef;
  /** As it stood before the question. */
  readonly trade: Trade;
  readonly tradeNow: () => Promise<Trade>;
  /** As the connector lists them: the ids are the marketplace's own. */
  readonly orders: readonly Order[];
  /** Of a picture that was uploaded in the conversation. */
  readonly pictureUrl: string;
}

export interface Affair<Answer> {
  /** One question. */
  ask(calls: ShopCalls, about: About): Promise<Outcome<Answer>>;
  /** Asks, and compares with what the simulated shop has. */
  holds(calls: ShopCalls, about: About): Promise<void>;
}
export interface ListAffair<Item> extends Affair<Page<Item>> {
  readonly isPaged: true;
}
/** A method that answers with pages has to have the rule of a list. */
export type AffairOf<Method extends ShopMethod> = [ShopAnswer<Method>] extends [Page<infer Item>]
  ? ListAffair<Item>
  : Affair<ShopAnswer<Method>>;

export interface Told<Answer> {
  readonly ask: (calls: ShopCalls, about: About) => Promise<Outcome<Answer>>;
  readonly tells: (answer: Answer, about: About) => void | Promise<void>;
}
export const told = <Answer>({ ask, tells }: Told<Answer>): Affair<Answer> => ({
  ask,
  async holds(calls, about) {
    await tells(value(await ask(calls, about)), about);
  },
});

export interface Listed<Item> {
  readonly ask: (calls: ShopCalls, about: About, cursor: string | null) => Promise<Outcome<Page<Item>>>;
  readonly idOf: (item: Item) => string;
  /** The simulated shop has more rows than any marketplace puts on a page. */
  readonly isLong: boolean;
  /** The ids of all rows. */
  readonly rows: (about: About) => readonly string[];
}
export const listed = <Item>({ ask, idOf, isLong, rows }: Listed<Item>): ListAffair<Item> => ({
  isPaged: true,
  ask: (calls, about) => ask(calls, about, null),
  async holds(calls, about) {
    const { items, pageCount } = await readToTheEnd((cursor) => ask(calls, about, cursor));
    const ids = items.map(idOf);
    expect(ids.length).toBeGreaterThan(0);
    if (isLong) expect(pageCount).toBeGreaterThan(1);
    expect(ids.toSorted()).toEqual(rows(about).toSorted());
  },
});

/** Every row. A cursor that was there already leads round for ever, and a row that nobody can read is missing. */
export async function readToTheEnd<Item>(
  fetchPage: (cursor: string | null) => Promise<Outcome<Page<Item>>>,
): Promise<{ readonly items: readonly Item[]; readonly pageCount: number }> {
  const cursors: string[] = [];
  const items = await readAll(async (cursor) => {
    const page = await fetchPage(cursor);
    if (!page.ok) return page;
    expect(page.value.unreadable).toEqual([]);
    if (page.value.next !== null) {
      expect(cursors).not.toContain(page.value.next);
      cursors.push(page.value.next);
    }
    return page;
  });
  return { items, pageCount: cursors.length + 1 };
}
