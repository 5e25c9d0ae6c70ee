import type { CALLS, CallInput, CallOutput } from '@pasar/api';
import type { Order } from '@pasar/domain';
import { askShop, type ShopAnswered } from '../../records/ask-shop.ts';
import { notOpened, type Opener, openWith, type ShopBuyer } from '../../records/open-with.ts';
import { type ShopRow, toConversationView } from '../../records/rows.ts';
import { type Answer, success } from '../answer.ts';
import { findShop } from '../find-shop.ts';
import type { LongContext } from '../handler.ts';

type Call = (typeof CALLS)['chat']['openConversation'];
type Context = Pick<LongContext, 'database' | 'member' | 'askShop'>;

/** The conversation with the buyer of an order; null where the shop has no order of this number. */
export async function openConversation(
  context: Context,
  { shopId, orderNumber }: CallInput<Call>,
): Promise<Answer<CallOutput<Call>>> {
  const shop = await findShop(context, shopId);
  if (!shop.ok) return shop;
  const buyer = await findBuyerOfOrder(context, shop.data, orderNumber);
  if (!buyer.ok) return buyer;
  if (buyer.data === null) return success({ conversation: null });
  const { database, member } = context;
  const within: Opener['within'] = (run) => database.within(member.scope, run);
  const opened = await openWith({ ...context, within }, shop.data, buyer.data);
  return opened.ok
    ? success({ conversation: toConversationView(opened.data) })
    : { ok: false, refusal: notOpened(opened) };
}

async function findBuyerOfOrder(
  context: Context,
  shop: ShopRow,
  orderNumber: string,
): Promise<ShopAnswered<ShopBuyer | null>> {
  const search = { status: null, buyer: null, keyword: orderNumber, cursor: null };
  const page = await askShop(context, shop, 'orders.listOrders', search);
  if (!page.ok) return page;
  const order = page.data.items.find((item) => isOfNumber(item, orderNumber));
  if (order === undefined) return { ok: true, data: null };
  if (order.buyerId !== null) return { ok: true, data: { buyerId: order.buyerId, name: order.buyerName } };
  const detail = await askShop(context, shop, 'orders.orderDetail', order.orderId);
  if (!detail.ok) return detail;
  const { buyerId, buyerName } = detail.data;
  return { ok: true, data: buyerId === null ? null : { buyerId, name: buyerName } };
}
const isOfNumber = (order: Order, number: string): boolean =>
  [order.orderNumber, order.orderId].some((known) => known.toLowerCase() === number.toLowerCase());
