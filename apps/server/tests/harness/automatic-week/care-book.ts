import type { OrderCareKind, OrderStatus, ParcelStage } from '@pasar/domain';
import type { Invariant, Put, TaskNote, TaskRules } from './diary.ts';
import type { WeekBuyer, WeekShop } from './shops.ts';
import { DAY, HOUR, MINUTE, type WeekTime } from './time.ts';

export const CARE_KINDS = [
  'pay',
  'paid',
  'shipped',
  'outForDelivery',
  'delivered',
  'review',
] as const satisfies OrderCareKind[];
/** So many texts make a message of a kind. */
export const CARE_PARTS: Readonly<Record<OrderCareKind, number>> = {
  pay: 2,
  paid: 1,
  shipped: 1,
  outForDelivery: 1,
  delivered: 1,
  review: 2,
};

/** Where an order stands at its marketplace, and which messages belong to that. */
export interface Step {
  readonly status: OrderStatus;
  readonly word: string;
  readonly kinds: readonly OrderCareKind[];
  /** What the events of its parcel say. */
  readonly parcel?: ParcelStage;
}
export interface WeekOrder {
  readonly id: string;
  readonly number: string;
  readonly buyer: WeekBuyer;
  readonly createdAt: number;
  step: Step;
  /** By the marketplace's clock. */
  changedAt: number;
  isReviewed: boolean;
  /** What Pasar knew one after the other; `at` by the server's clock. */
  readonly known: { readonly step: Step; readonly changedAt: number; readonly at: number }[];
  reviewKnownAt: number | null;
}

export interface CareReminder {
  readonly isOn: boolean;
  readonly afterMinutes: number;
  /** Since when it is on, by the server's clock. */
  readonly since: number;
}

/** An order that stands in a task, as the product has written it there. */
export interface CareItem {
  readonly itemId: string;
  readonly task: TaskNote;
  readonly kind: OrderCareKind;
  readonly order: WeekOrder;
  /** Handed over at least once, and not put back by the marketplace. */
  isWired: boolean;
}
export interface NewItem {
  readonly item_id: string;
  readonly task_id: string;
  readonly order_id: string;
  readonly care_kind: OrderCareKind;
  readonly state: string;
  /** Of an automatic task its day. */
  readonly care_day: string | null;
}

/** A parcel is out for delivery for so long after its event. */
export const OUT_FOR = DAY;

/** What is so of orders, settings and messages about orders, and what of it must not be. Asks no rule of the product. */
export class CareBook implements TaskRules {
  readonly orders = new Map<string, WeekOrder>();
  readonly items = new Map<string, CareItem>();
  readonly reminders = new Map<OrderCareKind, CareReminder>();
  /** Null: all. */
  shops: ReadonlySet<WeekShop> | null = null;
  /** Orders that were written into tasks, by themselves and by hand, and those that left a stage during its delay. */
  readonly counts = { planned: 0, byHand: 0, left: 0 };
  readonly #time: WeekTime;
  readonly #blame: (invariant: Invariant, detail: string) => void;
  readonly #onDue: (at: number) => Promise<void>;

  constructor(
    time: WeekTime,
    blame: (invariant: Invariant, detail: string) => void,
    onDue: (at: number) => Promise<void>,
  ) {
    this.#time = time;
    this.#blame = blame;
    this.#onDue = onDue;
  }

  /** Pasar has read of an order. Something may be due soon after. */
  async known({ known }: WeekOrder): Promise<void> {
    const now = this.#time.now();
    for (const kind of known.at(-1)?.step.kinds ?? []) {
      const { isOn, afterMinutes } = this.#reminder(kind);
      if (isOn) await this.#onDue(now + afterMinutes * MINUTE);
    }
    const before = known.at(-2);
    for (const kind of before?.step.kinds ?? []) {
      const { isOn, afterMinutes } = this.#reminder(kind);
      if (isOn && before !== undefined && now - before.at < afterMinutes * MINUTE) this.counts.left += 1;
    }
  }

  /** Since when Pasar knows the order at the stage of a kind, by the server's clock; null: it is not there. */
  since({ known, reviewKnownAt }: WeekOrder, kind: OrderCareKind): number | null {
    if (kind === 'review' && reviewKnownAt !== null) return null;
    const changedAt = known.at(-1)?.changedAt ?? 0;
    if (kind === 'outForDelivery' && this.#time.now() - changedAt >= OUT_FOR) return null;
    const other = known.findLastIndex(({ step }) => !step.kinds.includes(kind));
    return known[other + 1]?.at ?? null;
  }

  #reminder(kind: OrderCareKind): CareReminder {
    return this.reminders.get(kind) ?? { isOn: false, afterMinutes: 0, since: 0 };
  }

  /** Whether the message of a kind goes out by itself now, were it not for what stands in the way of every message. */
  #isDue(order: WeekOrder, kind: OrderCareKind): boolean {
    const { isOn, afterMinutes, since } = this.#reminder(kind);
    const knownAt = this.since(order, kind);
    if (!isOn || knownAt === null || this.shops?.has(order.buyer.shop) === false) return false;
    const late = this.#time.now() - (knownAt + afterMinutes * MINUTE);
    const changedAt = order.known.at(-1)?.changedAt ?? 0;
    const from = Math.max(since, this.#time.now() - afterMinutes * MINUTE - DAY);
    return late >= 0 && knownAt > from && changedAt > from;
  }

  /** The product has written orders into tasks, by itself or for a member. Gives those that wait. */
  noteItems(rows: readonly NewItem[], taskOf: (row: NewItem) => TaskNote): readonly CareItem[] {
    return rows.flatMap((row) => {
      const order = this.orders.get(row.order_id);
      if (order === undefined) throw new Error(`nobody has ordered ${row.order_id}`);
      const kind = row.care_kind;
      const task = taskOf(row);
      const what = `${kind} of ${order.id} in ${task.name}`;
      const isAutomatic = row.care_day !== null;
      if (isAutomatic && !this.#isDue(order, kind)) this.#blame('careWhenDue', `${what} was planned`);
      if (row.state === 'wait' && this.since(order, kind) === null) {
        this.#blame('careAtStage', `${what} was planned`);
      }
      const item = { itemId: row.item_id, task, kind, order, isWired: false };
      this.items.set(row.item_id, item);
      this.counts[isAutomatic ? 'planned' : 'byHand'] += 1;
      return row.state === 'wait' ? [item] : [];
    });
  }

  /** Everything that is due stands in a task after a look, whether it gets a message or is left out. */
  checkLook(): void {
    const written = this.#written();
    for (const order of this.orders.values()) {
      for (const kind of order.known.at(-1)?.step.kinds ?? []) {
        if (this.#isDue(order, kind) && !written.has(keyOf(kind, order))) {
          this.#blame('careForgotten', `${kind} of ${order.id}`);
        }
      }
    }
  }

  /** The kinds of messages that orders at their stage have not had, as often as there are such orders. */
  unwritten(orders: readonly WeekOrder[]): readonly OrderCareKind[] {
    const written = this.#written();
    return orders.flatMap((order) =>
      CARE_KINDS.filter((kind) => this.since(order, kind) !== null && !written.has(keyOf(kind, order))),
    );
  }

  #written = (): ReadonlySet<string> => new Set([...this.items.values()].map(({ kind, order }) => keyOf(kind, order)));

  put(itemId: string, conversation: string, isBegun: boolean): void {
    const item = this.item(itemId);
    const { kind, order, task } = item;
    const what = `${kind} of ${order.id} in ${task.name}`;
    if (order.buyer.conversation !== conversation) this.#blame('ownShop', `${what} went to ${conversation}`);
    if (isBegun) return;
    const knownAt = this.since(order, kind);
    if (knownAt === null) this.#blame('careAtStage', `${what} was put`);
    if (task.care?.day === null) return;
    if (this.shops?.has(order.buyer.shop) === false) this.#blame('careOfShop', `${what} was put`);
    const dueAt = (knownAt ?? 0) + this.#reminder(kind).afterMinutes * MINUTE;
    if (this.#time.now() - dueAt >= DAY) this.#blame('careWhenDue', `${what} was put a day late`);
  }

  wired(put: Put, call: { readonly isBegun: boolean; readonly words: string; readonly outcome: string }): void {
    const item = this.item(put.itemId);
    const { kind, order, task } = item;
    const [letter, name, part, , , number] = call.words.split('~');
    const what = `"${call.words}" of ${order.id}`;
    const own = `${kind}${OWN_COUNTRIES.includes(order.buyer.shop.country) ? `-${order.buyer.shop.country}` : ''}`;
    if (letter !== 'O' || name !== own || part !== String(put.part) || number !== order.number) {
      this.#blame('ownOrder', what);
    }
    for (const other of this.items.values()) {
      const isSame = other.kind === kind && other.order === order && other !== item;
      if (isSame && other.isWired) this.#blame('careOnce', `${what}, also in ${other.task.name}`);
    }
    if (call.outcome !== 'busy') item.isWired = true;
    const waitedMs = this.#time.now() - put.at;
    if (waitedMs > HOUR && put.skewMs === this.#time.skewMs) {
      this.#blame('careInTime', `${what}, ${waitedMs} ms after it was decided`);
    }
    if (!call.isBegun && task.care?.day !== null && this.shops?.has(order.buyer.shop) === false) {
      this.#blame('careOfShop', what);
    }
  }

  item(itemId: string): CareItem {
    const item = this.items.get(itemId);
    if (item === undefined) throw new Error(`nobody has written the item ${itemId}`);
    return item;
  }
}
const keyOf = (kind: OrderCareKind, { id }: WeekOrder): string => `${kind} ${id}`;

/** Countries that have a content of their own. */
export const OWN_COUNTRIES: readonly string[] = ['TH', 'GB'];
