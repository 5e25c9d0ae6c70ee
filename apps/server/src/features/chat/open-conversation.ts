import type { CALLS, CallInput, CallOutput } from '@pasar/api';
import type { ConversationRef } from '@pasar/connector-kit';
import { type BuyerId, type Order, refusal } from '@pasar/domain';
import { CONVERSATION_COLUMNS, type ConversationRow, type ShopRow, toConversationView } from '../../records/rows.ts';
import { type Answer, success } from '../answer.ts';
import { askShop, type ShopAnswered } from '../ask-shop.ts';
import { findShop } from '../find-shop.ts';
import type { LongContext } from '../handler.ts';
import { storeNamed } from './store-named.ts';

type Call = (typeof CALLS)['chat']['openConversation'];
type Context = Pick<LongContext, 'database' | 'member' | 'askShop'>;

/** A person at the marketplace who is a buyer of the shop. */
export interface ShopBuyer {
  readonly buyerId: BuyerId;
  readonly name: string;
}

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
  const opened = await openWith(context, shop.data, buyer.data);
  return opened.ok ? success({ conversation: toConversationView(opened.data) }) : opened;
}

/**
 * The step before a message to a buyer who may have no conversation. It sends nothing, so it may be repeated at any
 * time: the marketplace answers with the same conversation, and its row is stored once.
 */
export async function openWith(
  context: Context,
  shop: ShopRow,
  buyer: ShopBuyer,
): Promise<ShopAnswered<ConversationRow>> {
  const known = await findWith(context, shop, buyer);
  if (known !== null) return { ok: true, data: known };
  const opened = await askShop(context, shop, 'buyers.openConversation', buyer.buyerId);
  if (opened.ok) return { ok: true, data: await store(context, shop, buyer, opened.data) };
  if (!opened.isOfMarketplace) return opened;
  const { reason, detail } = opened.refusal;
  return { ...opened, refusal: refusal('conversation_create_failed', detail ?? reason) };
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

const COLUMNS = CONVERSATION_COLUMNS.split(', ')
  .map((name) => `c.${name}`)
  .join(', ');

/** The newest, because a marketplace may have closed an earlier conversation for good. */
async function findWith({ database, member }: Context, shop: ShopRow, buyer: ShopBuyer) {
  const found = await database.within(member.scope, (transaction) =>
    transaction.query<ConversationRow>(
      `select ${COLUMNS} from conversation_buyer known join conversation c using (conversation_id)
       where known.account_id = $1 and known.buyer_id = $2 and known.shop_id = $3
       order by c.last_message_at desc limit 1`,
      [member.scope.accountId, buyer.buyerId, shop.shop_id],
    ),
  );
  return found.rows[0] ?? null;
}

function store(
  { database, member }: Context,
  { shop_id: shopId }: ShopRow,
  buyer: ShopBuyer,
  conversation: ConversationRef,
): Promise<ConversationRow> {
  const named = [{ conversation, buyer, lastMessageAt: null }];
  return database.within(member.scope, async (transaction) => {
    const [row] = await storeNamed(transaction, member.scope.accountId, shopId, named);
    if (row === undefined) throw new Error('the conversation that was stored cannot be read');
    return row;
  });
}
