import { CALLS } from '@pasar/api';
import type { OrderCareKind } from '@pasar/domain';
import { z } from 'zod';
import {
  CARE_KINDS,
  CARE_PARTS,
  type CareBook,
  type CareItem,
  type CareReminder,
  type NewItem,
  OWN_COUNTRIES,
} from './care-book.ts';
import type { TaskNote } from './diary.ts';
import type { Scene } from './scene.ts';
import type { WeekShop } from './shops.ts';
import { type Chance, HOUR, MINUTE } from './time.ts';

const calls = CALLS.orderCare;
const made = z.object({ taskId: z.string() });
const CHANGES_A_DAY = 5;
const TASKS_A_DAY = 2;
const newItem = z.object({
  item_id: z.string(),
  task_id: z.string(),
  order_id: z.string(),
  care_kind: z.enum(CARE_KINDS),
  state: z.string(),
  care_day: z.string().nullable(),
}) satisfies z.ZodType<NewItem>;

/** The main account switches the messages about orders on and off, and members send them by hand, stop them and try again. */
export class Care {
  readonly #scene: Scene;
  readonly #chance: Chance;
  readonly #book: CareBook;
  #lastItem = '00000000-0000-0000-0000-000000000000';

  constructor(scene: Scene, chance: Chance, book: CareBook) {
    this.#scene = scene;
    this.#chance = chance;
    this.#book = book;
  }

  async begin(): Promise<void> {
    for (const kind of CARE_KINDS) {
      await this.#write(kind, null);
      for (const country of OWN_COUNTRIES) await this.#write(kind, country);
    }
    await this.#save(Object.fromEntries(CARE_KINDS.map((kind) => [kind, { isOn: true, afterMinutes: this.#delay() }])));
  }

  plan(until: number, days: number): void {
    const { time } = this.#scene;
    const kinds = [() => this.#switch(), () => this.#switch(), this.#changeDelay, () => this.#chooseShops()];
    for (let count = 0; count < days * CHANGES_A_DAY; count += 1) {
      time.plan(this.#chance.between(time.at, until), () => this.#chance.pick(kinds)());
    }
    for (let count = 0; count < days * TASKS_A_DAY; count += 1) {
      time.plan(this.#chance.between(time.at + 6 * HOUR, until), () => this.#tick());
      time.plan(this.#chance.between(time.at + 6 * HOUR, until), () => this.#steer());
    }
  }

  async #write(kind: OrderCareKind, country: string | null): Promise<void> {
    const name = country === null ? kind : `${kind}-${country}`;
    const parts = Array.from({ length: CARE_PARTS[kind] }, (_, part) => ({
      kind: 'text' as const,
      text: `O~${name}~${part}~{shop}~{buyer}~{order}`,
    }));
    const content = { parts, variants: [] };
    await this.#scene.call(calls.saveOrderCareContent, { kind, country: country ?? undefined, content });
  }

  #delay = (): number => this.#chance.pick([1, 10, 30, 60, 60, 240]);

  /** Between the plan and the ledger, or between the ledger and the wire, a kind is switched off now and then, or the shop taken out. */
  async interfere(kind: OrderCareKind, shop: WeekShop): Promise<void> {
    if (!this.#chance.hit(0.12)) return;
    if (this.#chance.hit(0.6)) return this.#switch(kind);
    const { account, time } = this.#scene;
    await this.#save({}, new Set(account.shops.filter((one) => one !== shop)));
    time.plan(time.at + this.#chance.between(MINUTE, 4 * HOUR), () => this.#save({}, null));
  }

  async #switch(kind = this.#chance.pick(CARE_KINDS)): Promise<void> {
    const isOn = this.#book.reminders.get(kind)?.isOn !== true;
    await this.#save({ [kind]: { isOn } });
    // What was switched off comes back after a while, also on the same day.
    const { time } = this.#scene;
    if (!isOn) {
      const at = time.at + this.#chance.pick([MINUTE, 20 * MINUTE, 2 * HOUR, 9 * HOUR]);
      time.plan(at, () => this.#save({ [kind]: { isOn: true } }));
    }
  }

  #changeDelay = (): Promise<void> => this.#save({ [this.#chance.pick(CARE_KINDS)]: { afterMinutes: this.#delay() } });

  async #chooseShops(): Promise<void> {
    const { shops } = this.#scene.account;
    await this.#save({}, this.#chance.hit(0.5) ? null : new Set(this.#chance.some(shops, 35)));
  }

  async #save(
    change: Partial<Record<OrderCareKind, Partial<Pick<CareReminder, 'isOn' | 'afterMinutes'>>>>,
    shops = this.#book.shops,
  ): Promise<void> {
    const { time, diary } = this.#scene;
    const now = time.now();
    const before = (kind: OrderCareKind) =>
      this.#book.reminders.get(kind) ?? { isOn: false, afterMinutes: 60, since: 0 };
    const next = CARE_KINDS.map((kind) => [kind, { ...before(kind), ...change[kind] }] as const);
    const saved = await this.#scene.call(calls.saveOrderCareSettings, {
      reminders: Object.fromEntries(next.map(([kind, { isOn, afterMinutes }]) => [kind, { isOn, afterMinutes }])),
      shopIds: shops === null ? null : [...shops].map(({ shopId }) => shopId),
    });
    if (saved === null) return;
    const today = new Date(now).toISOString().slice(0, 10);
    for (const [kind, reminder] of next) {
      const was = before(kind).isOn;
      this.#book.reminders.set(kind, { ...reminder, since: was ? before(kind).since : now });
      if (was === reminder.isOn) continue;
      for (const task of diary.tasks.values()) {
        if (task.care?.kind !== kind || task.care.day === null) continue;
        // Off: its tasks are stopped. On: that of the day goes on.
        if (!reminder.isOn) task.isStopped = true;
        else if (task.care.day === today) task.isStopped = false;
      }
    }
    this.#book.shops = shops;
  }

  /** A member ticks orders, at their stage or not, or has all orders of some shops written about. */
  async #tick(): Promise<void> {
    const known = [...this.#book.orders.values()].filter((order) => order.known.length > 0);
    const kind = this.#chance.pick([...this.#book.unwritten(known), ...CARE_KINDS]);
    const fitting = known.filter((order) => this.#book.since(order, kind) !== null);
    const orders = [...this.#chance.some(fitting, 5), ...this.#chance.some(known, 1)];
    if (orders.length === 0) return;
    const ofShops = this.#chance.some(this.#scene.account.shops, 25).map(({ shopId }) => shopId);
    const saved = this.#chance.hit(0.7)
      ? await this.#scene.call(calls.saveOrderCareTaskItemList, {
          kind,
          orders: orders.map(({ id, buyer }) => ({ shopId: buyer.shop.shopId, orderId: id })),
        })
      : await this.#scene.call(calls.createOrderCareTask, { kind, shopIds: ofShops, range: '7' });
    if (saved === null) return;
    this.#noteTask(made.parse(saved).taskId, kind, null);
    await this.noteItems();
  }

  async #steer(): Promise<void> {
    const { diary, time } = this.#scene;
    const tasks = [...diary.tasks.values()].filter(({ care }) => care !== null);
    const recent = tasks.slice(-4);
    if (recent.length === 0) return;
    const task = this.#chance.pick(recent);
    const { taskId } = task;
    if (this.#chance.hit(0.5)) {
      if ((await this.#scene.call(calls.retryOrderCare, { taskId })) !== null) task.isStopped = false;
      return;
    }
    if ((await this.#scene.call(calls.stopOrderCare, { taskId })) === null) return;
    task.isStopped = true;
    if (this.#chance.hit(0.3)) return;
    time.plan(time.at + this.#chance.between(MINUTE, 3 * HOUR), async () => {
      if ((await this.#scene.call(calls.continueOrderCare, { taskId })) !== null) task.isStopped = false;
    });
  }

  /** Notes what was written into tasks since, and gives it. */
  async noteItems(): Promise<readonly CareItem[]> {
    const found = await this.#scene.database.owner.query({
      name: 'week-new-care-items',
      text: `select i.item_id, i.task_id, i.order_id, i.care_kind, i.state, t.care_day::text
        from bulk_send_item i join bulk_send_task t using (task_id)
        where i.item_id > $1 and i.care_kind is not null order by i.item_id`,
      values: [this.#lastItem],
    });
    const rows = z.array(newItem).parse(found.rows);
    this.#lastItem = rows.at(-1)?.item_id ?? this.#lastItem;
    return this.#book.noteItems(rows, (row) => this.#noteTask(row.task_id, row.care_kind, row.care_day));
  }

  #noteTask(taskId: string, kind: OrderCareKind, day: string | null): TaskNote {
    const { tasks } = this.#scene.diary;
    const held = tasks.get(taskId);
    if (held !== undefined) return held;
    const note: TaskNote = {
      taskId,
      name: `${kind} ${day ?? 'by hand'} ${taskId.slice(0, 12)}`,
      care: { kind, day, rules: this.#book },
      buyers: new Set(),
      parts: CARE_PARTS[kind],
      sendAt: null,
      begunAt: null,
      isStopped: false,
      isDeleted: false,
      hosted: null,
      isSteered: false,
      attempts: new Map(),
    };
    tasks.set(taskId, note);
    return note;
  }

  /** After so long the next look is taken in the test, if nothing becomes due before. */
  lookAfterMs = (): number => this.#chance.between(40 * MINUTE, 4 * HOUR);
}
