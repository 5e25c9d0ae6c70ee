import { PRODUCT_SEARCH_FIELDS, SCREEN_LIMITS, VOUCHER_STATUSES } from '@pasar/domain';
import { z } from 'zod';
import { defineCall, permission } from '../contract/call.ts';
import { fromJson } from '../contract/form.ts';
import { stickerView } from '../facts/cards.ts';
import { productFact } from '../facts/goods.ts';
import { offerView } from '../facts/offers.ts';
import { orderSummary } from '../facts/orders.ts';
import { platform, userId } from '../facts/users.ts';
import { conversationId, messageId, shopId } from '../facts/views.ts';
import { voucherFact } from '../facts/voucher-detail.ts';

/**
 * The calls of the chat about what can be sent: a shop's products, vouchers and stickers, a buyer's orders, the
 * favourite products, and a buyer's offers. The process that serves the shop asks the marketplace, so prices and stock are those of now.
 */
const chat = permission('chat');

const wireNumber = z.string().regex(/^[0-9]{1,20}$/);
/** The marketplace's id of a product. */
const productId = wireNumber;
/** Opaque: the marketplace's own, as the page before named it. */
const cursor = z.string().max(500).optional();
/** `next` null: there is no further page. `unreadableCount`: rows of this page that could not be read. */
const page = { next: z.string().nullable(), unreadableCount: z.number().int().nonnegative() };

const searchProducts = defineCall({
  path: '/api/desk/searchProducts',
  method: 'GET',
  access: chat,
  summary: 'A page of a shop’s products by name or seller SKU, with their present prices and stock',
  input: z.object({
    shopId,
    /** Of a search by seller SKU only the first word counts (spec 2 §5). */
    keyword: z.string().trim().max(200).default(''),
    field: z.enum(PRODUCT_SEARCH_FIELDS).default('name'),
    cursor,
  }),
  output: z.object({ products: z.array(productFact), ...page }),
});

const productDetail = defineCall({
  path: '/api/desk/productDetail',
  method: 'GET',
  access: chat,
  summary: 'One product of a shop with its variants, as its marketplace has it now',
  input: z.object({ shopId, productId }),
  output: z.object({ product: productFact }),
});

const listVouchers = defineCall({
  path: '/api/desk/listVouchers',
  method: 'GET',
  access: chat,
  summary: 'A page of a shop’s vouchers, of one state or of all',
  input: z.object({ shopId, status: z.enum(VOUCHER_STATUSES).optional(), cursor }),
  output: z.object({ vouchers: z.array(voucherFact), ...page }),
});

const voucherDetail = defineCall({
  path: '/api/desk/voucherDetail',
  method: 'GET',
  access: chat,
  summary: 'One voucher of a shop by its id, as its marketplace has it now for the buyer of a conversation',
  input: z.object({ conversationId, voucherId: wireNumber }),
  output: z.object({ voucher: voucherFact }),
});

const listStickers = defineCall({
  path: '/api/desk/listStickers',
  method: 'GET',
  access: chat,
  summary: 'The stickers that a shop may send',
  input: z.object({ shopId }),
  output: z.object({ stickers: z.array(stickerView) }),
});

const listBuyerOrders = defineCall({
  path: '/api/desk/listBuyerOrders',
  method: 'GET',
  // Orders need the key of orders, wherever they are shown (decision 13).
  access: permission('order'),
  summary: 'A page of the orders of a conversation’s buyer, newest first',
  input: z.object({ conversationId, cursor }),
  output: z.object({
    orders: z.array(orderSummary.extend({ orderId: z.string(), wireStatus: z.string(), createdAt: z.number() })),
    ...page,
  }),
});

/**
 * The calls of spec 2 §7.7 about favourite products; a user is one of the account's shops, which all its members share.
 * Ours: the shapes, which the specification does not show.
 */
const user = { userId, platform: platform.optional() };

const getUserCollectProductIds = defineCall({
  path: '/api/chat/index/getUserCollectProductIds',
  method: 'POST',
  access: chat,
  summary: 'The favourite products of a shop, in their order',
  input: z.object(user),
  output: z.object({ productIds: z.array(z.string()) }),
});

const saveUserCollectProductIds = defineCall({
  path: '/api/chat/index/saveUserCollectProductIds',
  method: 'POST',
  access: chat,
  summary: 'Replace the favourite products of a shop; more than 20 are refused',
  input: z.object({
    ...user,
    productIds: fromJson(
      z
        .array(productId)
        .max(SCREEN_LIMITS.favoriteProducts, 'favorites_full')
        .refine((ids) => new Set(ids).size === ids.length, 'a product stands twice'),
    ),
  }),
  output: z.object({}),
});

/**
 * The calls of spec 2 §7.7 about the products that a buyer has asked about. The server keeps them as well when a buyer
 * sends a product. Ours: the shapes of the answers; times are milliseconds since the epoch.
 */
const saveConsultPlatformItem = defineCall({
  path: '/api/chat/index/saveConsultPlatformItem',
  method: 'POST',
  access: chat,
  summary: 'Keep that a buyer has asked about products, and when',
  input: z.object({
    ...user,
    buyerId: z.string().trim().min(1).max(64),
    platformItemIdAndSendTimeMap: fromJson(
      z
        .record(productId, z.coerce.number().int().nonnegative().max(Number.MAX_SAFE_INTEGER))
        .refine((map) => Object.keys(map).length <= 200, 'too many products'),
    ),
  }),
  output: z.object({}),
});

const searchConsultPlatformItemIds = defineCall({
  path: '/api/chat/index/searchConsultPlatformItemIds',
  method: 'POST',
  access: chat,
  summary: 'A page of the products that a buyer has asked about, newest first',
  input: z.object({
    ...user,
    buyerId: z.string().trim().min(1).max(64),
    pageNo: z.coerce.number().int().min(1).max(10_000).default(1),
    pageSize: z.coerce.number().int().min(1).max(50).default(20),
  }),
  /** `total` null: the page lies behind the last one. */
  output: z.object({ platformItemIds: z.array(z.string()), total: z.number().int().nullable() }),
});

const getPlatformItemIdAndIsConsultMap = defineCall({
  path: '/api/chat/index/getPlatformItemIdAndIsConsultMap',
  method: 'POST',
  access: chat,
  summary: 'Of products, which a buyer has asked about',
  input: z.object({
    ...user,
    buyerId: z.string().trim().min(1).max(64),
    platformItemIds: fromJson(z.array(productId).max(200)),
  }),
  output: z.object({ platformItemIdAndIsConsultMap: z.record(z.string(), z.boolean()) }),
});

/**
 * The buyer pays what the member has seen: where the offer has another price or quantity by now, nothing is answered.
 * No answer is told twice, by one member or by two.
 */
const answerOffer = defineCall({
  path: '/api/desk/answerOffer',
  method: 'POST',
  access: chat,
  summary: 'Accept or reject the price that a buyer offers for a product',
  input: z.object({
    messageId,
    isAccepted: z.union([z.boolean(), z.stringbool()]),
    amount: z.string().max(40),
    currency: z.string().max(3),
    quantity: z.coerce.number().int().positive(),
  }),
  output: z.object({
    /**
     * `told`: the marketplace has the answer. `lost`: it is not known whether it has. `unasked`: nothing was told,
     * because the offer does not wait any more, is answered by somebody else at this moment, or has changed.
     */
    outcome: z.enum(['told', 'lost', 'unasked']),
    /** The offer as it is now; null where it could not be looked up. */
    offer: offerView.nullable(),
  }),
});

export {
  answerOffer,
  getPlatformItemIdAndIsConsultMap,
  getUserCollectProductIds,
  listBuyerOrders,
  listStickers,
  listVouchers,
  productDetail,
  saveConsultPlatformItem,
  saveUserCollectProductIds,
  searchConsultPlatformItemIds,
  searchProducts,
  voucherDetail,
};
