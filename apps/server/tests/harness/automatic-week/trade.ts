import { asBuyerId, type Marketplace, type Review } from '@pasar/domain';
import { storeOrders } from '../../../src/records/order-book.ts';
import { storeParcelStage } from '../../../src/records/order-parcels.ts';
import { storeReviews } from '../../../src/records/reviews.ts';
import { type Transaction, wholeAccount } from '../../../src/storage/database.ts';
import { orderRecord } from '../orders.ts';
import type { CareBook, Step, WeekOrder } from './care-book.ts';
import type { Scene } from './scene.ts';
import type { WeekBuyer, WeekShop } from './shops.ts';
import { type Chance, HOUR, MINUTE, SECOND } from './time.ts';

const UNPAID = { status: 'unpaid', word: 'u', kinds: ['pay'] } as const;
const PAID = { status: 'wait_seller_send', word: 'p', kinds: ['paid'] } as const;
const CANCELLED: Step = { status: 'cancelled', word: 'c', kinds: [] };
/** The way of an order at each marketplace, written here once more so that the product's own table is not asked. */
const JOURNEYS: Readonly<Record<Marketplace, readonly Step[]>> = {
  shopee: [
    UNPAID,
    PAID,
    { status: 'wait_receiver_confirm', word: 's', kinds: ['shipped'] },
    { status: 'wait_receiver_confirm', word: 's', kinds: ['shipped', 'outForDelivery'], parcel: 'outForDelivery' },
    { status: 'wait_receiver_confirm', word: 's', kinds: ['shipped', 'delivered'], parcel: 'delivered' },
    { status: 'finished', word: 'f', kinds: ['review'] },
  ],
  lazada: [
    UNPAID,
    PAID,
    { status: 'wait_receiver_confirm', word: 'shipped', kinds: ['shipped'] },
    {
      status: 'wait_receiver_confirm',
      word: 'shipped',
      kinds: ['shipped', 'outForDelivery'],
      parcel: 'outForDelivery',
    },
    { status: 'finished', word: 'delivered', kinds: ['delivered', 'review'] },
    { status: 'finished', word: 'confirmed', kinds: ['review'] },
  ],
  tiktok: [
    UNPAID,
    PAID,
    { status: 'wait_receiver_confirm', word: '121', kinds: ['shipped'] },
    { status: 'wait_receiver_confirm', word: '121', kinds: ['shipped', 'outForDelivery'], parcel: 'outForDelivery' },
    { status: 'wait_receiver_confirm', word: '122', kinds: ['delivered'] },
    { status: 'finished', word: '130', kinds: ['review'] },
  ],
};

const ORDERS_A_DAY = 8;
/** How long an order stays at a step. */
const STAYS = [
  [3 * MINUTE, 50 * MINUTE],
  [50 * MINUTE, 20 * HOUR],
] as const;

/** Buyers order, pay, get their parcels and review; the shops' lists of orders and reviews are read now and then. */
export class Trade {
  readonly #scene: Scene;
  readonly #chance: Chance;
  readonly #book: CareBook;
  readonly #shops: readonly WeekShop[];
  readonly #isReadPlanned = new Set<WeekShop>();

  constructor(scene: Scene, chance: Chance, book: CareBook) {
    this.#scene = scene;
    this.#chance = chance;
    this.#book = book;
    this.#shops = chance.some(scene.account.shops, 16);
  }

  plan(until: number, days: number): void {
    const { time, account } = this.#scene;
    const buyers = account.buyers.filter(({ shop }) => this.#shops.includes(shop));
    for (let count = 0; count < days * ORDERS_A_DAY; count += 1) {
      const number = `o${count + 1}`;
      time.plan(this.#chance.between(time.at, until), () => this.#order(number, this.#chance.pick(buyers), until));
    }
  }

  async #order(number: string, buyer: WeekBuyer, until: number): Promise<void> {
    const { time } = this.#scene;
    const journey = JOURNEYS[buyer.shop.marketplace];
    // Some pay when they order.
    const first = this.#chance.hit(0.25) ? 1 : 0;
    const [step] = journey.slice(first);
    if (step === undefined) return;
    const order: WeekOrder = {
      id: `${buyer.shop.name}-${number}`,
      number,
      buyer,
      createdAt: time.at,
      step,
      changedAt: time.at,
      isReviewed: false,
      known: [],
      reviewKnownAt: null,
    };
    this.#book.orders.set(order.id, order);
    this.#planReading(buyer.shop);
    this.#planMove(order, journey.slice(first + 1), until);
  }

  #planMove(order: WeekOrder, rest: readonly Step[], until: number): void {
    const { time } = this.#scene;
    const [least, most] = this.#chance.pick(STAYS);
    const at = time.at + this.#chance.between(least, most);
    const [next] = rest;
    if (at > until) return;
    time.plan(at, async () => {
      if (next === undefined) return this.#review(order);
      const isCancelled = next.status === 'wait_seller_send' && this.#chance.hit(0.2);
      order.step = isCancelled ? CANCELLED : next;
      order.changedAt = time.at;
      this.#planReading(order.buyer.shop);
      if (!isCancelled) this.#planMove(order, rest.slice(1), until);
    });
  }

  /** Of Shopee alone Pasar reads the reviews. */
  async #review(order: WeekOrder): Promise<void> {
    const { shop } = order.buyer;
    if (shop.marketplace !== 'shopee') return;
    order.isReviewed = true;
    this.#planReading(shop);
  }

  #planReading(shop: WeekShop): void {
    if (this.#isReadPlanned.has(shop)) return;
    this.#isReadPlanned.add(shop);
    const { time } = this.#scene;
    time.plan(time.at + this.#chance.between(SECOND, 30 * MINUTE), () => this.#read(shop));
  }

  /** Without a process or a login the next reading finds everything. */
  async #read(shop: WeekShop): Promise<void> {
    const { time, account, database } = this.#scene;
    this.#isReadPlanned.delete(shop);
    if (!this.#scene.isReachable(shop.login)) return this.#planReading(shop);
    const listed = [...this.#book.orders.values()].filter(({ buyer }) => buyer.shop === shop);
    const isNew = (order: WeekOrder) => order.known.at(-1)?.changedAt !== order.changedAt;
    // A reading begins a little before where the last one ended.
    const told = listed.filter((order) => isNew(order) || this.#chance.hit(0.2));
    const reviewed = listed.filter((order) => order.isReviewed && order.reviewKnownAt === null);
    const readAt = time.now();
    const read = { accountId: account.accountId, shopId: shop.shopId, readAt };
    await database.engine.within(wholeAccount(account.accountId), async (transaction) => {
      await storeOrders(transaction, { ...read, records: told.map(recordOf) });
      await this.#storeParcels(transaction, shop, told, readAt);
      await storeReviews(transaction, { ...read, records: reviewed.map(reviewOf) });
      await transaction.query(
        `insert into reading (account_id, shop_id, subject, state, due_at, complete_to)
         values ($1, $2, 'reviews', 'done', $3, $4) on conflict do nothing`,
        [account.accountId, shop.shopId, Number.MAX_SAFE_INTEGER, readAt],
      );
    });
    for (const order of told.filter(isNew)) {
      order.known.push({ step: order.step, changedAt: order.changedAt, at: readAt });
      await this.#book.known(order);
    }
    for (const order of reviewed) order.reviewKnownAt = readAt;
  }

  /** The events of parcels are read with the order here. */
  async #storeParcels(
    transaction: Transaction,
    { shopId, login }: WeekShop,
    orders: readonly WeekOrder[],
    readAt: number,
  ): Promise<void> {
    const owner = this.#scene.account.logins[login]?.owner;
    if (owner === undefined) throw new Error('the shop has no login');
    const { connectionId, token } = owner;
    for (const { id: orderId, step, changedAt } of orders) {
      if (step.parcel === undefined) continue;
      const stand = { stage: step.parcel, at: changedAt };
      await storeParcelStage(transaction, { shopId, orderId, stand, readAt, connectionId, token });
    }
  }
}

const recordOf = ({ id, number, buyer, step, createdAt, changedAt }: WeekOrder) =>
  orderRecord(id, {
    orderNumber: number,
    buyerId: asBuyerId(`buyer-${buyer.conversation}`),
    buyerName: buyer.name,
    status: step.status,
    wireStatus: step.word,
    createdAt,
    changedAt,
  });

const reviewOf = ({ id, number, buyer, changedAt }: WeekOrder): Review => ({
  reviewId: id,
  orderNumber: number,
  buyerId: asBuyerId(`buyer-${buyer.conversation}`),
  buyerName: buyer.name,
  stars: 5,
  comment: '',
  reply: null,
  productId: null,
  productName: null,
  pictureUrls: [],
  createdAt: changedAt,
});
