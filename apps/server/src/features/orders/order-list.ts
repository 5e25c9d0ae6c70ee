import type { CALLS, CallInput, CallOutput } from '@pasar/api';
import type { OrderSearch } from '@pasar/connector-kit';
import { asBuyerId, type BuyerId, isUnfinished, type Order, unfinishedFirst } from '@pasar/domain';
import { SHOP_COLUMNS, type ShopRow } from '../../records/rows.ts';
import type { ConversationTable } from '../../storage/gen/tables.ts';
import { type Answer, fail, success } from '../answer.ts';
import { askShop, refusedAs } from '../ask-shop.ts';
import { findConversation } from './find-conversation.ts';
import { findShopOfUser, type OrdersContext } from './find-shop.ts';

type Orders = typeof CALLS.orders;

/** Most pages of a buyer's orders that are read (our choice). */
const MOST_PAGES = 5;

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
  const read = await readOrders(context, row, { buyerId: asBuyerId(row.buyer_id), name: row.buyer_name });
  if (!read.ok) return read;
  const orders = read.data.orders.map(({ items, ...order }) => ({ ...order, items: [...items] }));
  return success({ ...read.data, orders, asOf: context.now });
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
