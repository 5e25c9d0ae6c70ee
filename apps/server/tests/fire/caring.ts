import { CALLS } from '@pasar/api';
import { expect } from 'vitest';
import { z } from 'zod';
import type { Visitor } from '../harness/web.ts';
import { FireContent, type Shape, type Wanted } from './content.ts';
import type { Lane } from './lane.ts';
import { FireTask, hear, type Robot } from './tasked.ts';

const placed = z.object({ orderId: z.string() });
const trade = z.object({
  orders: z.array(z.object({ orderId: z.string(), orderNumber: z.string(), buyerId: z.string() })),
});

/** A message of order care about a new order, with words of its own; of a buyer who has never written while there is one. */
export class FireCare implements Robot {
  readonly #lane: Lane;
  readonly #task: FireTask;
  readonly #content: FireContent;
  #order: { readonly shopId: string; readonly orderId: string } | null = null;

  constructor(lane: Lane, shape: Shape) {
    this.#lane = lane;
    this.#content = new FireContent(shape, `cared for ${crypto.randomUUID()}`);
    this.#task = new FireTask(lane, this.#content);
  }

  async prepare(visitor: Visitor): Promise<void> {
    await this.#lane.endTasks();
    const content = await this.#content.bring(visitor);
    await visitor.call(CALLS.bulkSend.saveConfig, { cap: null });
    expect(await visitor.call(CALLS.orderCare.saveOrderCareContent, { kind: 'pay', content })).toMatchObject({
      result: 'success',
    });
    this.#order = await this.#placeOrder(visitor);
  }

  async begin(visitor: Visitor): Promise<void> {
    const orders = [this.#order] as never;
    await this.#task.begin(() => visitor.call(CALLS.orderCare.saveOrderCareTaskItemList, { kind: 'pay', orders }));
  }

  expectHonest = (wanted: Wanted) => this.#task.expectHonest('orderCare', wanted);
  end = async (): Promise<void> => undefined;

  /** The buyer orders, and the order stands in the book. */
  async #placeOrder(visitor: Visitor): Promise<{ readonly shopId: string; readonly orderId: string }> {
    const { database, shop } = this.#lane;
    const orders = async () =>
      trade.parse(await this.#lane.control('GET', `/sim/trade?${new URLSearchParams({ ...shop })}`)).orders;
    const before = await orders();
    const written = await this.#lane.until('the conversations of those who have written', async () => {
      const found = await database.owner.query<{ buyer_id: string }>('select buyer_id from conversation');
      return found.rows.length > 0 ? found.rows.map((row) => row.buyer_id) : null;
    });
    const silent = before.find(({ buyerId }) => !written.includes(buyerId));
    const { buyerId } = silent ?? before[0] ?? { buyerId: '' };
    // When every buyer has a conversation, the marketplace's limits may allow no message to any of them.
    if (silent === undefined) await hear(this.#lane, buyerId);
    this.#task.buyerId = buyerId;
    const body = { ...shop, basket: { buyerId, lines: [] } };
    const { orderId: made } = placed.parse(await this.#lane.control('POST', '/sim/orders', body));
    const number = (await orders()).find(({ orderId }) => orderId === made)?.orderNumber;
    await visitor.call(CALLS.readings.readNow, { subject: 'orders' });
    return this.#lane.until('the order in the book', async () => {
      const found = await database.owner.query<{ shop_id: string; order_id: string }>(
        "select shop_id, order_id from shop_order where status = 'unpaid' and order_number = $1",
        [number],
      );
      const [row] = found.rows;
      return row === undefined ? null : { shopId: row.shop_id, orderId: row.order_id };
    });
  }
}
