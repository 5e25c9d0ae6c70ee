/** A person logged in to one shop of a simulated Shopee, and the simulator's own data of that shop. */
import type { CallKey, ConversationRef, Outcome, Page } from '@pasar/connector-kit';
import { SHOPEE_CALLS, type ShopeeSession } from '@pasar/connector-shopee';
import { asPlatformShopId, type ConversationFacts, type PlatformShopId } from '@pasar/domain';
import { z } from 'zod';
import type { SimulatorLogin } from '../src/control.ts';
import { ShopeeHarness } from './shopee-harness.ts';

const product = z.object({
  productId: z.string(),
  title: z.string(),
  price: z.int(),
  salePrice: z.int(),
  isOnline: z.boolean(),
});
const order = z.object({
  orderId: z.string(),
  orderNumber: z.string(),
  buyerId: z.string(),
  buyerName: z.string(),
  status: z.string(),
  total: z.int(),
  sellerNote: z.string(),
  carrier: z.string(),
  trackingNumber: z.string().nullable(),
  tracking: z.array(z.object({ at: z.number(), text: z.string() })),
});
const tradeSchema = z.object({
  currency: z.string(),
  products: z.array(product),
  vouchers: z.array(
    z.object({
      voucherId: z.string(),
      voucherCode: z.string(),
      name: z.string(),
      percent: z.number().nullable(),
      amountOff: z.int().nullable(),
      startsAt: z.number(),
      endsAt: z.number(),
      total: z.int(),
      used: z.int(),
    }),
  ),
  orders: z.array(order),
  quickReplies: z.array(
    z.object({
      groupId: z.string(),
      name: z.string(),
      replies: z.array(z.object({ replyId: z.string(), text: z.string() })),
    }),
  ),
  offers: z.array(
    z.object({
      offerId: z.string(),
      buyerId: z.string(),
      product,
      quantity: z.int(),
      price: z.int(),
      status: z.enum(['waiting', 'accepted', 'rejected']),
    }),
  ),
});

export function value<T>(outcome: Outcome<T>): T {
  if (outcome.ok) return outcome.value;
  throw new Error(`refused: ${outcome.refusal.reason} (${outcome.refusal.detail ?? 'no detail'})`);
}
/** Reads every page; a cursor that does not advance fails instead of hanging. */
export async function allPages<Item>(ask: (cursor: string | null) => Promise<Outcome<Page<Item>>>): Promise<Item[]> {
  const items: Item[] = [];
  let cursor: string | null = null;
  for (let count = 0; count < 50; count += 1) {
    const page: Page<Item> = value(await ask(cursor));
    if (page.unreadable.length > 0) throw new Error(`unreadable: ${page.unreadable[0]?.reason}`);
    items.push(...page.items);
    if (page.next === null) return items;
    cursor = page.next;
  }
  throw new Error('the pages do not end');
}
/** Units of 1/100,000 as the shortest decimal, computed independently of the code under test. */
export function decimal(units: number): string {
  const digits = String(units).padStart(6, '0');
  const fraction = digits.slice(-5).replace(/0+$/, '');
  return fraction === '' ? digits.slice(0, -5) : `${digits.slice(0, -5)}.${fraction}`;
}
export const found = <Item>(items: readonly Item[], isMeant: (item: Item) => boolean): Item => {
  const item = items.find(isMeant);
  if (item === undefined) throw new Error('the simulator has no such thing');
  return item;
};

export interface Talk {
  readonly ref: ConversationRef;
  readonly facts: ConversationFacts;
}
export class ShopeeChatHarness {
  readonly shopee: ShopeeHarness;
  readonly login: SimulatorLogin;
  readonly session: ShopeeSession;
  readonly shop: PlatformShopId;
  /** The calls of the catalogue that were made and succeeded. */
  readonly made = new Set<string>();

  private constructor(shopee: ShopeeHarness, login: SimulatorLogin, session: ShopeeSession) {
    this.shopee = shopee;
    this.login = login;
    this.session = session;
    this.shop = asPlatformShopId(login.shopIds[0] ?? '');
  }
  static async open(): Promise<ShopeeChatHarness> {
    const shopee = await ShopeeHarness.open();
    const login = await shopee.login('shop');
    return new ShopeeChatHarness(shopee, login, await shopee.session(login));
  }

  /** Makes any call by its name; the test must know its parameters. */
  async make(key: CallKey, params: unknown, of: ShopeeSession = this.session): Promise<unknown> {
    const call = SHOPEE_CALLS.find((each) => each.key === key);
    if (call === undefined) throw new Error(`no call ${key}`);
    const shop = of.shops[0]?.platformShopId ?? this.shop;
    const result = value(await of.make<never, unknown>(call, params as never, shop));
    this.made.add(key);
    return result;
  }
  async trade(): Promise<z.output<typeof tradeSchema>> {
    const query = new URLSearchParams({ marketplace: 'shopee', shopId: this.shop });
    return tradeSchema.parse(await this.shopee.ask('GET', `/sim/trade?${query}`));
  }
  allConversations(): Promise<ConversationFacts[]> {
    return allPages((cursor) => this.session.fetchConversations(this.shop, cursor));
  }
  place(buyerId: string) {
    return { marketplace: 'shopee' as const, shopId: this.shop, buyerId };
  }
  async talkAt(index: number): Promise<Talk> {
    const facts = (await this.allConversations())[index];
    if (facts === undefined) throw new Error(`no conversation ${index}`);
    const { platformShopId, platformConversationId, buyer, address } = facts;
    return { facts, ref: { platformShopId, platformConversationId, buyerId: buyer.buyerId, address } };
  }
  close(): Promise<void> {
    return this.shopee.close();
  }
}
