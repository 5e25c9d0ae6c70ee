import { type CALLS, type CallInput, type CallOutput, orderFact } from '@pasar/api';
import type { OrderSearch } from '@pasar/connector-kit';
import { asBuyerId, asShopId, type BuyerId, isUnfinished, type Order, unfinishedFirst } from '@pasar/domain';
import { askShop, refusedAs } from '../../records/ask-shop.ts';
import { readOrdersForMember } from '../../records/readings.ts';
import { SHOP_COLUMNS, type ShopRow } from '../../records/rows.ts';
import type { ConversationTable, ShopOrderTable } from '../../storage/gen/tables.ts';
import { type Answer, fail, success } from '../answer.ts';
import { findConversation } from './find-conversation.ts';
import { findShopOfUser, type OrdersContext } from './find-shop.ts';

type Orders = typeof CALLS.orders;

/** Most pages of a buyer's orders that are read (our choice). */
const MOST_PAGES = 5;
/** Most orders of a buyer that are given from the order book (our choice). */
const MOST_BOOKED = 100;

interface Buyer {
  readonly buyerId: BuyerId;
  /** One marketplace lists a buyer's orders only by the name. */
  readonly name: string;
}
interface Read {
  /** Unfinished ones first. */
  readonly orders: readonly Order[];
  readonly isComplete: boolean;
  readonly unreadableCount: number;
}

/** A marketplace that lists by the name may list another buyer of the same name, whose orders are left out. */
async function readOrders(context: OrdersContext, row: ShopRow, buyer: Buyer): Promise<Answer<Read>> {
  const orders: Order[] = [];
  let unreadableCount = 0;
  let cursor: string | null = null;
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const search: OrderSearch = { status: null, buyer, keyword: null, cursor };
    const read = await askShop(context, row, 'orders.listOrders', search);
    if (!read.ok) return refusedAs('order_fetch_failed', read);
    orders.push(...read.data.items.filter((order) => order.buyerId === null || order.buyerId === buyer.buyerId));
    unreadableCount += read.data.unreadable.length;
    cursor = read.data.next;
    if (cursor === null) break;
  }
  return success({ orders: unfinishedFirst(orders), isComplete: cursor === null, unreadableCount });
}

type BuyerRow = ShopRow & Readonly<Pick<ConversationTable, 'buyer_id' | 'buyer_name'>>;

export async function orderList(
  context: OrdersContext,
  { conversationId }: CallInput<Orders['orderList']>,
): Promise<Answer<CallOutput<Orders['orderList']>>> {
  const found = await context.database.within(context.member.scope, (transaction) =>
    transaction.query<BuyerRow>(
      `select v.buyer_id, v.buyer_name, ${SHOP_COLUMNS} from conversation v join shop s on s.shop_id = v.shop_id
         join connection c using (connection_id) left join connection_lease lease using (connection_id)
       where v.conversation_id = $1`,
      [conversationId],
    ),
  );
  const [row] = found.rows;
  if (!row) return fail('not_found');
  const kept = await bookedOrders(context, row);
  if (kept !== null) return success(kept);
  const read = await readOrders(context, row, { buyerId: asBuyerId(row.buyer_id), name: row.buyer_name });
  if (!read.ok) return read;
  const orders = read.data.orders.map(({ items, ...order }) => ({ ...order, items: [...items] }));
  return success({ ...read.data, orders, asOf: context.now });
}

/**
 * The buyer's orders in the order book; null while the shop's orders have never been read to the end. The shop's list is
 * read again at once, and what it tells anew reaches the windows as a change.
 */
async function bookedOrders(
  { database, member, now }: OrdersContext,
  row: BuyerRow,
): Promise<CallOutput<Orders['orderList']> | null> {
  return database.within(member.scope, async (transaction) => {
    const read = await transaction.query<{ ended_at: string }>(
      `select coalesce(ended_at, started_at) as ended_at from reading
       where shop_id = $1 and subject = 'orders' and complete_to is not null`,
      [row.shop_id],
    );
    const [reading] = read.rows;
    if (reading === undefined) return null;
    const found = await transaction.query<Pick<ShopOrderTable, 'record'>>({
      name: 'booked-orders-of-buyer',
      text: `select record from shop_order where shop_id = $1 and buyer_id = $2 order by created_at desc
        limit ${MOST_BOOKED + 1}`,
      values: [row.shop_id, row.buyer_id],
    });
    await readOrdersForMember(transaction, asShopId(row.shop_id), now);
    const orders = found.rows.slice(0, MOST_BOOKED).map(({ record }) => {
      const { items, ...order } = orderFact.parse(record);
      return { ...order, items: [...items] };
    });
    return {
      orders: [...unfinishedFirst(orders)],
      // The book has no orders from before its first reading.
      isComplete: false,
      unreadableCount: 0,
      asOf: Number(reading.ended_at),
    };
  });
}

export async function getBuyerUnfinishedOrderSns(
  context: OrdersContext,
  { userId, platform, buyerId }: CallInput<Orders['getBuyerUnfinishedOrderSns']>,
): Promise<Answer<CallOutput<Orders['getBuyerUnfinishedOrderSns']>>> {
  const shop = await findShopOfUser(context, { userId, platform });
  if (!shop.ok) return shop;
  const known = await findConversation(context, shop.data, buyerId);
  if (known === null) return fail('not_found', 'the buyer has not written to the shop');
  const read = await readOrders(context, shop.data, { buyerId, name: known.buyer_name });
  if (!read.ok) return read;
  const unfinished = read.data.orders.filter(({ status }) => isUnfinished(status));
  return success({
    platformOrderSns: unfinished.map(({ orderNumber }) => orderNumber),
    isComplete: read.data.isComplete,
  });
}
