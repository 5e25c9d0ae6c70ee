import { CALLS } from '@pasar/api';
import { expect } from 'vitest';
import { z } from 'zod';
import type { Visitor } from '../harness/web.ts';
import type { Lane } from './lane.ts';
import { expectHonest } from './sent.ts';

const placed = z.object({ orderId: z.string() });
const trade = z.object({
  orders: z.array(z.object({ orderId: z.string(), orderNumber: z.string(), buyerId: z.string() })),
});
const told = z.object({ data: z.object({ taskId: z.string() }) });

/** A message of order care about a new order of a buyer who has never written, with words of its own. */
export class FireCare {
  readonly #lane: Lane;
  readonly #text = `cared for ${crypto.randomUUID()}`;
  #buyerId = '';

  constructor(lane: Lane) {
    this.#lane = lane;
  }

  /** The buyer orders, and the order stands in the book. */
  async order(visitor: Visitor): Promise<{ readonly shopId: string; readonly orderId: string }> {
    const { database, shop } = this.#lane;
    const orders = async () =>
      trade.parse(await this.#lane.control('GET', `/sim/trade?${new URLSearchParams({ ...shop })}`)).orders;
    const before = await orders();
    const written = await this.#lane.until('the conversations of those who have written', async () => {
      const found = await database.owner.query<{ buyer_id: string }>('select buyer_id from conversation');
      return found.rows.length > 0 ? found.rows.map((row) => row.buyer_id) : null;
    });
    const silent = before.find(({ buyerId }) => !written.includes(buyerId)) ?? before[0];
    if (silent === undefined) throw new Error('nobody has ordered');
    this.#buyerId = silent.buyerId;
    const body = { ...shop, basket: { buyerId: this.#buyerId, lines: [] } };
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

  async write(visitor: Visitor): Promise<void> {
    const content = { parts: [{ kind: 'text' as const, text: this.#text }], variants: [] };
    await visitor.call(CALLS.bulkSend.saveConfig, { cap: null });
    expect(await visitor.call(CALLS.orderCare.saveOrderCareContent, { kind: 'pay', content })).toMatchObject({
      result: 'success',
    });
  }

  async send(visitor: Visitor, order: { readonly shopId: string; readonly orderId: string }): Promise<string> {
    const orders = [order] as never;
    return told.parse(await visitor.call(CALLS.orderCare.saveOrderCareTaskItemList, { kind: 'pay', orders })).data
      .taskId;
  }

  /** The conversation is there, the message went to it once, and the task says what became of it. */
  async expectHonest(taskId: string): Promise<void> {
    const { database } = this.#lane;
    const ask = async (sql: string) =>
      (await database.owner.query<{ id: string }>(sql, [taskId, this.#text])).rows.map((row) => row.id);
    const inLedger = () =>
      ask(
        `select d.client_id as id from delivery d join bulk_send_item i on i.item_id = d.bulk_item_id
         where i.task_id = $1 and d.content->>'text' = $2 and d.cause = 'orderCare'`,
      );
    const clientId = await this.#lane.until(
      'the message in the ledger',
      async () => (await inLedger())[0] ?? null,
      90_000,
    );
    expect(await inLedger()).toEqual([clientId]);
    const target = { conversationId: '', buyerId: this.#buyerId };
    const accepted = () => this.#lane.accepted(target, this.#text);
    await expectHonest(this.#lane, {
      what: 'text',
      clientId,
      accepted,
      shown: () =>
        ask(
          `select m.client_id as id from message m join bulk_send_item i using (conversation_id)
           where i.task_id = $1 and m.content->>'text' = $2 and m.author = 'robot'`,
        ),
    });
    const state = await this.#lane.until('the end of the task', async () => {
      const [found] = await ask(
        `select i.state as id from bulk_send_item i join bulk_send_task t using (task_id)
         where t.task_id = $1 and t.state = 'finish' and $2 <> ''`,
      );
      return found ?? null;
    });
    expect(state).toBe((await accepted()) === 1 ? 'success' : 'unconfirmed');
  }
}
