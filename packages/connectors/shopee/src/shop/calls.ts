/** All calls besides the chat, composed of the seller centre's calls and the chat's own (spec 2 §7.1, §7.2). */
import {
  type ConversationRef,
  type OrderSearch,
  type Outcome,
  type Page,
  type ShopCalls,
  withRefusals,
} from '@pasar/connector-kit';
import {
  type BuyerId,
  type BuyerProfile,
  type Order,
  type OrderStatus,
  type Parcel,
  type PlatformShopId,
  refusal,
  UNKNOWN,
  type Voucher,
} from '@pasar/domain';
import type { ChatClient } from '../auth/chat-client.ts';
import { blockUser, unblockUser, user, userStatistics } from '../calls/chat/buyers.ts';
import { pageOf, turned } from '../calls/chat/chat-wire.ts';
import { redirection, setStatus } from '../calls/chat/conversations.ts';
import { offer, offerReply, product, vouchers, vouchersByIds } from '../calls/chat/goods.ts';
import { uploadImage } from '../calls/chat/media.ts';
import { logisticsInfo, type OrderType, ordersByBuyer, sellerNote } from '../calls/chat/orders.ts';
import { shortcutGroups } from '../calls/chat/session.ts';
import { mapOutcome } from '../calls/definition.ts';
import { ORDER_CHUNK } from '../calls/seller/order-list.ts';
import type { ShopeeLine } from '../wire/line.ts';
import type { VideoPutParts } from '../wire/video-put.ts';
import { searchConversations } from './search-conversations.ts';
import type { SellerCalls } from './seller-calls.ts';
import { uploadVideo } from './upload-video.ts';

export interface ShopCallsParts {
  readonly chat: ChatClient;
  readonly line: ShopeeLine;
  readonly seller: SellerCalls;
  readonly uploads: VideoPutParts;
}

/** The tab of a buyer's orders for a status; a refund has no tab of its own. */
const ORDER_TYPE_OF: Readonly<Record<OrderStatus, OrderType>> = {
  unpaid: 'unpaid',
  wait_seller_send: 'toship',
  wait_receiver_confirm: 'shipping',
  finished: 'completed',
  in_cancel: 'cancelled',
  cancelled: 'cancelled',
  refund: 'all',
};

/**
 * Redirection gives the conversation that takes messages; status activated opens it (spec 2 §4). Ours: the redirection
 * to a buyer without a conversation makes it.
 */
async function openConversation(
  chat: ChatClient,
  shop: PlatformShopId,
  buyerId: BuyerId,
): Promise<Outcome<ConversationRef>> {
  const led = await chat.ask(redirection, { buyerId }, shop);
  if (!led.ok) return led;
  const conversation = { platformShopId: shop, platformConversationId: led.value, buyerId, address: {} };
  return mapOutcome(await chat.ask(setStatus, { conversation, status: 'activated' }, shop), () => conversation);
}

export function createShopCalls({ chat, line, seller, uploads }: ShopCallsParts): ShopCalls {
  return withRefusals('shopee', {
    goods: {
      searchProducts: seller.searchProducts,
      productDetail: (shop, productId) => chat.ask(product, { productId }, shop),
      async listVouchers(shop, { status, cursor }) {
        const page = pageOf(cursor);
        return turned(await chat.ask(vouchers, { type: status ?? 'all', page }, shop), page);
      },
      async voucherDetail(shop, { voucherId, buyerId }) {
        const found = await chat.ask(vouchersByIds, { voucherIds: [voucherId], buyerId }, shop);
        return found.ok ? oneOf(found.value, voucherId) : found;
      },
      quickReplies: async (shop) => mapOutcome(await chat.ask(shortcutGroups, null, shop), ({ items }) => items),
    },
    buyers: {
      openConversation: (shop, buyerId) => openConversation(chat, shop, buyerId),
      searchConversations: (shop, search) => searchConversations(chat, shop, search),
      profile: (shop, buyerId) => fetchProfile(chat, shop, buyerId),
      setBlocked: (shop, { buyerId, isBlocked }) => chat.ask(isBlocked ? blockUser : unblockUser, { buyerId }, shop),
      answerOffer: ({ platformShopId }, answer) => chat.ask(offerReply, answer, platformShopId),
      offerDetail: (shop, offerId) => chat.ask(offer, { offerId }, shop),
    },
    orders: {
      ...seller.orders,
      listOrders: (shop, search) =>
        search.buyer === null || search.keyword !== null
          ? seller.orders.listOrders(shop, search)
          : listOrdersOfBuyer(chat, shop, search.buyer.buyerId, search),
      logistics: (shop, orderIds) => fetchLogistics(chat, shop, orderIds),
      writeSellerNote: (shop, note) =>
        note.buyerId === null ? seller.orders.writeSellerNote(shop, note) : chat.ask(sellerNote, note, shop),
    },
    affairs: seller.affairs,
    media: {
      uploadImage: (conversation, image) =>
        chat.ask(uploadImage, { conversation, image, boundary: line.bridge.uuid() }, conversation.platformShopId),
      uploadVideo: (conversation, video) => uploadVideo({ chat, line, uploads }, conversation, video),
      // Pictures are public.
      mediaUrl: async (_shop, url) => ({ ok: true, value: url }),
    },
    creators: {},
  });
}

async function fetchProfile(chat: ChatClient, shop: PlatformShopId, buyerId: BuyerId): Promise<Outcome<BuyerProfile>> {
  const [told, figures] = await Promise.all([
    chat.ask(user, { buyerId }, shop),
    chat.ask(userStatistics, { buyerId }, shop),
  ]);
  if (!told.ok) return told;
  if (!figures.ok) return figures;
  const { username: name, avatarUrl, country, joinedAt, isBlocked } = told.value;
  const facts = { name, avatarUrl, country, joinedAt, isBlocked, language: null, isFollower: null };
  return { ok: true, value: { ...facts, ...figures.value } };
}

function oneOf({ items, unreadable }: Page<Voucher>, voucherId: string): Outcome<Voucher> {
  const voucher = items.find((item) => item.voucherId === voucherId);
  if (voucher !== undefined) return { ok: true, value: voucher };
  const [unread] = unreadable;
  const why =
    unread === undefined ? refusal('not_found', 'no such voucher') : refusal('unexpected_answer', unread.reason);
  return { ok: false, refusal: why, canRetry: false };
}

async function listOrdersOfBuyer(
  chat: ChatClient,
  shop: PlatformShopId,
  buyerId: string,
  { status, cursor }: OrderSearch,
): Promise<Outcome<Page<Order>>> {
  const page = pageOf(cursor);
  const type = status === null ? 'all' : ORDER_TYPE_OF[status];
  const read = turned(await chat.ask(ordersByBuyer, { buyerId, type, page }, shop), page);
  // A tab may hold other statuses too. An order of unknown status stays where the marketplace lists it.
  return mapOutcome(read, (orders) => ({
    ...orders,
    items: orders.items.filter((order) => status === null || order.status === status || order.status === UNKNOWN),
  }));
}

/** Ids are requested in chunks of ten (spec 2 §5). */
async function fetchLogistics(
  chat: ChatClient,
  shop: PlatformShopId,
  orderIds: readonly string[],
): Promise<Outcome<ReadonlyMap<string, readonly Parcel[]>>> {
  const parcels = new Map<string, readonly Parcel[]>();
  for (let start = 0; start < orderIds.length; start += ORDER_CHUNK) {
    const read = await chat.ask(logisticsInfo, { orderIds: orderIds.slice(start, start + ORDER_CHUNK) }, shop);
    if (!read.ok) return read;
    for (const [orderId, own] of read.value) parcels.set(orderId, own);
  }
  return { ok: true, value: parcels };
}
