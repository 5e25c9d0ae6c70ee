import type { ConnectorSession, Outcome, Page } from '@pasar/connector-kit';
import { asBuyerId, type OrderRecord } from '@pasar/domain';
import { NO_SHOP_CALLS } from '../../../apps/server/tests/harness/no-shop-calls.ts';

/** Orders on a page, as Shopee's list has them. */
export const PAGE = 40;
const NOW = Date.now();
const MINUTE_MS = 60_000;
const TITLES = ['Cotton shirt for summer', 'Wireless earphones with case', 'เสื้อยืดผ้าฝ้ายคอกลม', '蓝色 棉质 短袖 上衣'];

/** An order as large as real ones are; a greater number is an older one. */
export function orderOf(number: number): OrderRecord {
  const code = `24${String((number * 48_271) % 2_147_483_647).padStart(12, '0')}`;
  const money = { amount: `${10 + (number % 490)}.50`, currency: 'SGD' };
  return {
    orderId: code,
    orderNumber: code,
    buyerId: asBuyerId(`b${Math.floor(number / 4)}`),
    buyerName: `Somchai ${Math.floor(number / 4)}`,
    status: number % 10 === 0 ? 'wait_seller_send' : 'finished',
    wireStatus: '4',
    total: money,
    createdAt: NOW - number * MINUTE_MS - MINUTE_MS,
    changedAt: NOW - number * MINUTE_MS,
    items: Array.from({ length: 1 + (number % 2) }, (_, item) => ({
      productId: String(number * 3 + item),
      title: TITLES[(number + item) % TITLES.length] ?? '',
      variant: 'Blue, XL',
      sellerSku: `SKU-${(number * 31 + item) % 500}`,
      imageUrl: `https://cf.shopee.sg/file/${code}`,
      quantity: 1,
      price: money,
    })),
    sellerNote: null,
    paymentMethod: 'Credit card',
    shippingFee: { amount: '1.99', currency: 'SGD' },
    address: {
      receiver: 'Tan Wei Ming',
      phone: '+65 9123 4567',
      fullAddress: '10 Anson Road #10-11, International Plaza, Singapore 079903',
    },
    isRatable: false,
    carrier: 'SPX Express',
    trackingNumber: `SG${code}`,
    cancelReason: null,
  };
}

/** Tells the orders of any shop page by page, each after a while; the other lists are empty. */
export class OrderMarketplace {
  readonly #orders: number;
  readonly #pageTakesMs: number;
  /** Orders that were told. */
  told = 0;
  #wanted = { told: 0, resolve: (): void => undefined };

  constructor(orders: number, pageTakesMs: number) {
    this.#orders = orders;
    this.#pageTakesMs = pageTakesMs;
  }

  /** Resolves when so many orders more were told. */
  more(orders: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#wanted = { told: this.told + orders, resolve };
    return promise;
  }

  session(): Pick<ConnectorSession, 'calls'> {
    const empty = async () =>
      ({ ok: true, value: { items: [], next: null, unreadable: [] } }) satisfies Outcome<Page<never>>;
    const { orders, affairs } = NO_SHOP_CALLS;
    return {
      calls: {
        ...NO_SHOP_CALLS,
        orders: {
          ...orders,
          listChangedOrders: (_shop, { cursor }) => this.#page(Number(cursor ?? 0)),
          listReturns: empty,
        },
        affairs: { ...affairs, listReviews: empty, listNotifications: empty },
      },
    };
  }

  async #page(first: number): Promise<Outcome<Page<OrderRecord>>> {
    if (this.#pageTakesMs > 0) await new Promise((resume) => setTimeout(resume, this.#pageTakesMs));
    const end = Math.min(first + PAGE, this.#orders);
    const items = Array.from({ length: end - first }, (_, at) => orderOf(first + at));
    this.told += items.length;
    if (this.told >= this.#wanted.told) this.#wanted.resolve();
    return { ok: true, value: { items, next: end < this.#orders ? String(end) : null, unreadable: [] } };
  }
}
