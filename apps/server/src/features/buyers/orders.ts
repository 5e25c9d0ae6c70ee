import type { BuyerOrdersView, CALLS, CallInput } from '@pasar/api';
import type { OrderSearch, Page } from '@pasar/connector-kit';
import {
  asBuyerId,
  asShopId,
  type BuyerOrders,
  type Order,
  type Refusal,
  sumByCurrency,
  sumOfOrders,
} from '@pasar/domain';
import { askShop, type ShopAnswered } from '../../records/ask-shop.ts';
import { type Answer, fail, success } from '../answer.ts';
import type { LongContext } from '../handler.ts';
import { type BuyerRow, conversationsOfBuyer, findBuyer } from './find-buyer.ts';
import { type KnownBuyer, keepOrders, knownBuyers } from './known.ts';

type Call = typeof CALLS.buyers.buyerOrders;
type Context = Pick<LongContext, 'database' | 'member' | 'askShop' | 'clock' | 'now'>;

/** Our choices: the age up to which an answer is given again, and how much a marketplace is asked for one buyer. */
const FRESH_MS = 600_000;
const MOST_SHOPS = 8;
const MOST_PAGES = 4;
/** After so long no further page is asked for; a window gives up its calls after 60 seconds (spec 2 §9). */
const PATIENCE_MS = 20_000;

/** One shop's part: as it was told now or before, and why it could not be asked now. */
interface Part {
  readonly shopId: string;
  readonly known: KnownBuyer['orders'];
  readonly refusal: Refusal | null;
}

/**
 * The buyer's orders in the conversation's shop and in the other shops of the marketplace where the buyer has written.
 * An order without a conversation in another shop is not found this way.
 */
export async function buyerOrders(
  context: Context,
  { conversationId }: CallInput<Call>,
): Promise<Answer<BuyerOrdersView>> {
  const { database, member, now } = context;
  const found = await database.within(member.scope, async (transaction) => {
    const row = await findBuyer(transaction, conversationId);
    if (row === null) return null;
    const shops = shopsOf(await conversationsOfBuyer(transaction, row));
    return { shops, known: await knownBuyers(transaction, idsOf(shops), row.buyer_id) };
  });
  if (found === null) return fail('not_found');
  const { shops, known } = found;
  const parts = await Promise.all(
    shops.slice(0, MOST_SHOPS).map(async (row): Promise<Part> => {
      const { orders: before } = known(row.shop_id);
      if (before !== null && now - before.toldAt < FRESH_MS) {
        return { shopId: row.shop_id, known: before, refusal: null };
      }
      const read = await readOrders(context, row);
      if (!read.ok) return { shopId: row.shop_id, known: before, refusal: read.refusal };
      const told = { orders: read.data, toldAt: now };
      const where = { shopId: row.shop_id, buyerId: row.buyer_id };
      await database.within(member.scope, (transaction) => keepOrders(transaction, member.scope, where, told));
      return { shopId: row.shop_id, known: told, refusal: null };
    }),
  );
  const [own] = parts;
  // A refusal of the open conversation's own shop is the answer when there is nothing else to show.
  if (own !== undefined && own.refusal !== null && parts.every((part) => part.known === null)) {
    return { ok: false, refusal: own.refusal };
  }
  return success(joined(parts, shops.length));
}

/** One row for each shop. */
export const shopsOf = (rows: readonly BuyerRow[]): readonly BuyerRow[] =>
  [...new Map(rows.toReversed().map((row) => [row.shop_id, row])).values()].toReversed();
export const idsOf = (rows: readonly BuyerRow[]): readonly string[] => rows.map((row) => row.shop_id);

async function readOrders(context: Context, row: BuyerRow): Promise<Answer<BuyerOrders>> {
  const until = context.clock.now() + PATIENCE_MS;
  const buyer = { buyerId: asBuyerId(row.buyer_id), name: row.buyer_name };
  const orders = new Map<string, Order>();
  let unreadCount = 0;
  let cursor: string | null = null;
  for (let pages = 0; pages < MOST_PAGES; pages += 1) {
    const search: OrderSearch = { status: null, buyer, keyword: null, cursor };
    const page: ShopAnswered<Page<Order>> = await askShop(context, row, 'orders.listOrders', search);
    if (!page.ok) return page;
    // Between two pages a new order moves the others down by one, so an order may come twice.
    for (const order of page.data.items) orders.set(order.orderId, order);
    unreadCount += page.data.unreadable.length;
    cursor = page.data.next;
    if (cursor === null || context.clock.now() >= until) break;
  }
  const sum = sumOfOrders([...orders.values()]);
  return success({ ...sum, isAtLeast: sum.isAtLeast || cursor !== null || unreadCount > 0 });
}

/** The sum over the shops. `shopCount`: in how many shops the buyer has written, asked or not. */
export function joined(parts: readonly Part[], shopCount: number): BuyerOrdersView {
  const told = parts.flatMap(({ known }) => known ?? []);
  const { sums, isWhole } = sumByCurrency(told.flatMap(({ orders }) => orders.spent));
  return {
    orderCount: told.reduce((count, { orders }) => count + orders.orderCount, 0),
    spent: [...sums],
    isAtLeast: !isWhole || told.length < shopCount || told.some(({ orders }) => orders.isAtLeast),
    toldAt: told.length === 0 ? null : Math.min(...told.map(({ toldAt }) => toldAt)),
    shops: parts.map(({ shopId, known, refusal }) => ({
      shopId: asShopId(shopId),
      orders: known === null ? null : { ...known.orders, spent: [...known.orders.spent] },
      toldAt: known?.toldAt ?? null,
      refusal,
    })),
  };
}
