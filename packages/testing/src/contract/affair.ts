/** The parts of a rule about one method of `ShopCalls`. */
import type { ConversationRef, Outcome, Page, ShopAnswer, ShopCalls, ShopMethod } from '@pasar/connector-kit';
import type { Order, PlatformShopId } from '@pasar/domain';
import { expect } from 'vitest';
import type { Place, SimulatorControl } from '../control.ts';
import { readAll, value } from './harness.ts';
import type { ContractSubject } from './subject.ts';
import type { Trade } from './trade.ts';

/** The steps of an order that the rules let happen. */
export type OrderStep =
  | 'pay'
  | 'ship'
  | 'move'
  | 'deliver'
  | 'failDelivery'
  | 'expire'
  | 'askCancel'
  | 'acceptCancel'
  | 'rejectCancel'
  | 'askReturn'
  | 'acceptReturn'
  | 'refuseReturn'
  | 'finishReturn';

/** The subject of a question, and known facts about it. */
export interface About {
  readonly subject: ContractSubject;
  readonly shop: PlatformShopId;
  readonly conversation: ConversationRef;
  /** The buyer of the conversation, as the simulator names it. */
  readonly place: Place;
  readonly control: SimulatorControl;
  /** The shop's trade before the question. */
  readonly trade: Trade;
  readonly tradeNow: () => Promise<Trade>;
  /** An order takes a step at the marketplace, by the id that the simulator has for it. */
  readonly step: (orderId: string, step: OrderStep) => Promise<void>;
  /** The marketplace tells this status of an order instead of its own. */
  readonly tellStatus: (orderId: string, status: string) => Promise<void>;
  /** The shop's orders as the connector lists them: the ids are the marketplace's own. */
  readonly orders: readonly Order[];
  /** The address of a picture that was uploaded in the conversation. */
  readonly pictureUrl: string;
  /** The password of the login. */
  readonly password: string;
}

/** The first item that `isMeant` accepts; the simulated shop must have such an item. */
export function first<Item>(items: readonly Item[], what: string, isMeant: (item: Item) => boolean): Item {
  const found = items.find(isMeant);
  if (found === undefined) throw new Error(`the simulated shop has no ${what}`);
  return found;
}

export interface Affair<Answer> {
  /** Calls the method once. */
  ask(calls: ShopCalls, about: About): Promise<Outcome<Answer>>;
  /** Calls the method and compares the answer with the simulated shop's data. */
  holds(calls: ShopCalls, about: About): Promise<void>;
}
export interface ListAffair<Item> extends Affair<Page<Item>> {
  readonly isPaged: true;
}
/** The rule of a method: a method that answers with pages needs the rule of a list. */
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
  /** True when the simulated shop has more rows than any marketplace puts on a page. */
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

/** Reads every row of a list. Fails on a cursor that came before, which would never end, and on an unreadable row. */
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
