import {
  bankAccountFact,
  buyerProfileFact,
  dashboardFact,
  incomeEntryFact,
  incomeFact,
  offerFact,
  orderDetailFact,
  orderFact,
  parcelFact,
  productFact,
  quickReplyGroupFact,
  returnFact,
  stickerView,
  voucherFact,
} from '@pasar/api';
import type { Page, ShopAnswer, ShopArguments, ShopMethod } from '@pasar/connector-kit';
import {
  asBuyerId,
  asPlatformConversationId,
  asPlatformShopId,
  CLOSING_REASONS,
  DASHBOARD_PERIODS,
  ORDER_STATUSES,
  PRINT_FORMATS,
  PRODUCT_SEARCH_FIELDS,
  SHOP_STATUSES,
  VOUCHER_STATUSES,
} from '@pasar/domain';
import { z } from 'zod';

/**
 * The types of a call of a shop's session on its way between processes: its arguments, the first of which names the
 * shop or a conversation of it, and its value.
 */
export interface ShopMethodShape<Method extends ShopMethod> {
  readonly args: z.ZodType<ShopArguments<Method>>;
  readonly value: z.ZodType<ShopAnswer<Method>>;
}
const shape = <Method extends ShopMethod>(_method: Method, row: ShopMethodShape<Method>): ShopMethodShape<Method> =>
  row;

const shop = z.string().min(1).transform(asPlatformShopId);
const buyerId = z.string().transform(asBuyerId);
const cursor = z.string().nullable();

/** The bytes of an unreadable row stay in the process that read them; the other process is told why it is unreadable. */
const unreadable = z
  .object({ platformShopId: shop.nullable(), reason: z.string() })
  .transform((row) => ({ ...row, bytes: new Uint8Array() }));
const pageOf = <Item>(item: z.ZodType<Item>): z.ZodType<Page<Item>> =>
  z.object({ items: z.array(item), next: z.string().nullable(), unreadable: z.array(unreadable) });

const conversation = z.object({
  platformShopId: shop,
  platformConversationId: z.string().transform(asPlatformConversationId),
  buyerId,
  address: z.record(z.string(), z.string()),
});
const translation = z.object({ texts: z.array(z.string()), source: z.string().nullable(), target: z.string() });

/**
 * One row for each call of a shop's session that a feature makes. A new call needs its row here, from which
 * `live-session` makes the question to the session's process.
 */
export const SHOP_METHODS = {
  'affairs.shopStatus': shape('affairs.shopStatus', { args: z.tuple([shop]), value: z.enum(SHOP_STATUSES) }),
  'affairs.dashboard': shape('affairs.dashboard', {
    args: z.tuple([shop, z.enum(DASHBOARD_PERIODS)]),
    value: z.object({ items: dashboardFact.shape.items, unreadable: z.array(unreadable) }),
  }),
  'affairs.income': shape('affairs.income', { args: z.tuple([shop]), value: incomeFact }),
  'affairs.listIncome': shape('affairs.listIncome', {
    args: z.tuple([shop, z.object({ cursor })]),
    value: pageOf(incomeEntryFact),
  }),
  'affairs.bankAccounts': shape('affairs.bankAccounts', {
    args: z.tuple([shop, z.string()]),
    value: z.array(bankAccountFact),
  }),
  'affairs.readNotification': shape('affairs.readNotification', {
    args: z.tuple([shop, z.string()]),
    value: z.null(),
  }),
  'orders.returnDetail': shape('orders.returnDetail', { args: z.tuple([shop, z.string()]), value: returnFact }),
  'orders.answerCancellation': shape('orders.answerCancellation', {
    args: z.tuple([shop, z.object({ orderId: z.string(), isAccepted: z.boolean() })]),
    value: z.null(),
  }),
  'orders.createWaybills': shape('orders.createWaybills', {
    args: z.tuple([shop, z.array(z.string())]),
    value: z.object({
      jobIds: z.array(z.string()),
      formats: z.array(z.enum(PRINT_FORMATS)),
      orderIds: z.array(z.string()),
    }),
  }),
  'orders.orderDetail': shape('orders.orderDetail', { args: z.tuple([shop, z.string()]), value: orderDetailFact }),
  'buyers.profile': shape('buyers.profile', { args: z.tuple([shop, buyerId]), value: buyerProfileFact }),
  'buyers.setBlocked': shape('buyers.setBlocked', {
    args: z.tuple([shop, z.object({ buyerId, isBlocked: z.boolean() })]),
    value: z.null(),
  }),
  'buyers.closeConversation': shape('buyers.closeConversation', {
    args: z.tuple([conversation, z.object({ reason: z.enum(CLOSING_REASONS), words: z.string() }).nullable()]),
    value: z.null(),
  }),
  'buyers.restartConversation': shape('buyers.restartConversation', {
    args: z.tuple([conversation]),
    value: z.null(),
  }),
  'goods.quickReplies': shape('goods.quickReplies', { args: z.tuple([shop]), value: z.array(quickReplyGroupFact) }),
  'goods.voucherDetail': shape('goods.voucherDetail', {
    args: z.tuple([shop, z.object({ voucherId: z.string(), buyerId })]),
    value: voucherFact,
  }),
  'goods.searchProducts': shape('goods.searchProducts', {
    args: z.tuple([shop, z.object({ keyword: z.string(), field: z.enum(PRODUCT_SEARCH_FIELDS), cursor })]),
    value: pageOf(productFact),
  }),
  'goods.productDetail': shape('goods.productDetail', { args: z.tuple([shop, z.string()]), value: productFact }),
  'goods.listVouchers': shape('goods.listVouchers', {
    args: z.tuple([shop, z.object({ status: z.enum(VOUCHER_STATUSES).nullable(), cursor })]),
    value: pageOf(voucherFact),
  }),
  'goods.listStickers': shape('goods.listStickers', { args: z.tuple([shop]), value: z.array(stickerView) }),
  'orders.listOrders': shape('orders.listOrders', {
    args: z.tuple([
      shop,
      z.object({
        status: z.enum(ORDER_STATUSES).nullable(),
        buyer: z.object({ buyerId, name: z.string() }).nullable(),
        keyword: z.string().nullable(),
        cursor,
      }),
    ]),
    value: pageOf(orderFact),
  }),
  'buyers.searchConversations': shape('buyers.searchConversations', {
    args: z.tuple([shop, z.object({ words: z.string(), cursor })]),
    value: z.object({
      conversations: z.array(
        z.object({
          conversation,
          buyer: z.object({ buyerId, name: z.string(), avatarUrl: z.string().nullable() }),
          lastMessageAt: z.number().nullable(),
        }),
      ),
      orders: z.array(z.object({ orderNumber: z.string(), buyerId: buyerId.nullable(), buyerName: z.string() })),
      next: cursor,
    }),
  }),
  'buyers.openConversation': shape('buyers.openConversation', {
    args: z.tuple([shop, buyerId]),
    value: conversation,
  }),
  'orders.logistics': shape('orders.logistics', {
    args: z.tuple([shop, z.array(z.string())]),
    value: z.array(z.tuple([z.string(), z.array(parcelFact)])).transform((entries) => new Map(entries)),
  }),
  'orders.writeSellerNote': shape('orders.writeSellerNote', {
    args: z.tuple([shop, z.object({ orderId: z.string(), buyerId: buyerId.nullable(), note: z.string() })]),
    value: z.null(),
  }),
  'orders.rateBuyer': shape('orders.rateBuyer', {
    args: z.tuple([shop, z.object({ orderId: z.string(), stars: z.number(), comment: z.string() })]),
    value: z.null(),
  }),
  'buyers.offerDetail': shape('buyers.offerDetail', { args: z.tuple([shop, z.string()]), value: offerFact }),
  'buyers.answerOffer': shape('buyers.answerOffer', {
    args: z.tuple([conversation, z.object({ offerId: z.string(), messageId: z.string(), isAccepted: z.boolean() })]),
    value: z.null(),
  }),
  'media.translate': shape('media.translate', {
    args: z.tuple([conversation, translation]),
    value: z.array(z.string()),
  }),
};
export type AskedShopMethod = keyof typeof SHOP_METHODS;
