import type { CALLS, CallInput, CallOutput } from '@pasar/api';
import type { Page } from '@pasar/connector-kit';
import { asBuyerId, type Order } from '@pasar/domain';
import { askShop } from '../../records/ask-shop.ts';
import { SHOP_COLUMNS, type ShopRow } from '../../records/rows.ts';
import type { ConversationTable } from '../../storage/gen/tables.ts';
import { type Answer, fail, success } from '../answer.ts';
import { findShop } from '../find-shop.ts';
import type { LongContext } from '../handler.ts';

type Chat = typeof CALLS.chat;
type Context = Pick<LongContext, 'database' | 'member' | 'askShop'>;

const pageOf = ({ next, unreadable }: Page<unknown>) => ({ next, unreadableCount: unreadable.length });

export async function searchProducts(
  context: Context,
  { shopId, keyword, field, cursor }: CallInput<Chat['searchProducts']>,
): Promise<Answer<CallOutput<Chat['searchProducts']>>> {
  const shop = await findShop(context, shopId);
  if (!shop.ok) return shop;
  const page = await askShop(context, shop.data, 'goods.searchProducts', { keyword, field, cursor: cursor ?? null });
  return page.ok ? success({ products: [...page.data.items], ...pageOf(page.data) }) : page;
}

export async function productDetail(
  context: Context,
  { shopId, productId }: CallInput<Chat['productDetail']>,
): Promise<Answer<CallOutput<Chat['productDetail']>>> {
  const shop = await findShop(context, shopId);
  if (!shop.ok) return shop;
  const product = await askShop(context, shop.data, 'goods.productDetail', productId);
  return product.ok ? success({ product: product.data }) : product;
}

export async function listVouchers(
  context: Context,
  { shopId, status, cursor }: CallInput<Chat['listVouchers']>,
): Promise<Answer<CallOutput<Chat['listVouchers']>>> {
  const shop = await findShop(context, shopId);
  if (!shop.ok) return shop;
  const page = await askShop(context, shop.data, 'goods.listVouchers', {
    status: status ?? null,
    cursor: cursor ?? null,
  });
  return page.ok ? success({ vouchers: [...page.data.items], ...pageOf(page.data) }) : page;
}

export async function voucherDetail(
  context: Context,
  { conversationId, voucherId }: CallInput<Chat['voucherDetail']>,
): Promise<Answer<CallOutput<Chat['voucherDetail']>>> {
  const row = await findBuyer(context, conversationId);
  if (row === null) return fail('not_found');
  const voucher = await askShop(context, row, 'goods.voucherDetail', { voucherId, buyerId: asBuyerId(row.buyer_id) });
  return voucher.ok ? success({ voucher: voucher.data }) : voucher;
}

export async function listStickers(
  context: Context,
  { shopId }: CallInput<Chat['listStickers']>,
): Promise<Answer<CallOutput<Chat['listStickers']>>> {
  const shop = await findShop(context, shopId);
  if (!shop.ok) return shop;
  const stickers = await askShop(context, shop.data, 'goods.listStickers');
  return stickers.ok ? success({ stickers: [...stickers.data] }) : stickers;
}

type BuyerRow = ShopRow & Readonly<Pick<ConversationTable, 'buyer_id' | 'buyer_name'>>;

/** The buyer of a conversation and its shop; null for a conversation that the member does not see. */
async function findBuyer({ database, member }: Context, conversationId: string): Promise<BuyerRow | null> {
  const found = await database.within(member.scope, (transaction) =>
    transaction.query<BuyerRow>(
      `select v.buyer_id, v.buyer_name, ${SHOP_COLUMNS} from conversation v join shop s on s.shop_id = v.shop_id
         join connection c using (connection_id) left join connection_lease lease using (connection_id)
       where v.conversation_id = $1`,
      [conversationId],
    ),
  );
  return found.rows[0] ?? null;
}

export async function listBuyerOrders(
  context: Context,
  { conversationId, cursor }: CallInput<Chat['listBuyerOrders']>,
): Promise<Answer<CallOutput<Chat['listBuyerOrders']>>> {
  const row = await findBuyer(context, conversationId);
  if (row === null) return fail('not_found');
  const buyer = { buyerId: asBuyerId(row.buyer_id), name: row.buyer_name };
  const page = await askShop(context, row, 'orders.listOrders', {
    status: null,
    buyer,
    keyword: null,
    cursor: cursor ?? null,
  });
  return page.ok ? success({ orders: page.data.items.map(toListed), ...pageOf(page.data) }) : page;
}

function toListed({ orderId, orderNumber, status, wireStatus, total, createdAt, items }: Order) {
  const [first] = items;
  return {
    orderId,
    orderNumber,
    status,
    wireStatus,
    total,
    createdAt,
    iconUrl: first?.imageUrl ?? null,
    title: first?.title ?? null,
    itemCount: items.reduce((sum, { quantity }) => sum + quantity, 0),
  };
}
