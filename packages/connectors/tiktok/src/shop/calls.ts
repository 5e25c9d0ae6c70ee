/** All calls besides the chat that this marketplace has. */
import {
  type ConversationRef,
  type OrderSearch,
  type Outcome,
  type Page,
  type ShopCalls,
  type Translation,
  withRefusals,
} from '@pasar/connector-kit';
import {
  asPlatformConversationId,
  type BuyerId,
  type BuyerProfile,
  type Order,
  type OrderDetail,
  type OrderRecord,
  type Parcel,
  type PlatformShopId,
  type Product,
  type ProductSearch,
  type ShopInfo,
  type UploadedImage,
} from '@pasar/domain';
import { imageSize } from 'image-size';
import { onSite, type ShopAccess } from '../auth/shop-access.ts';
import type { SellerSite } from '../auth/site.ts';
import { createGroupChatCall, userInfoCall } from '../calls/chat.ts';
import { closeConversationCall, restartConversationCall } from '../calls/closing.ts';
import { translateCall, uploadImageCall } from '../calls/media.ts';
import { type OrderListQuery, orderDetailCall, orderListCall } from '../calls/orders.ts';
import { productDetailCall, productListCall, productSkusCall } from '../calls/products.ts';
import { countryOf, sellerCommonCall } from '../calls/shop.ts';
import { type Address, SHOP_CONVERSATION_TYPE, TICKET } from '../chat/conversation.ts';
import { ok, refused } from '../wire/outcome.ts';
import type { ShopOnSite } from '../wire/scope.ts';
import { createCreatorCalls, type Make } from './creators.ts';

/** Spec 2 §5: order ids are requested in chunks of 10; here a chunk is so many details at the same time. */
const ORDER_CHUNK = 10;
const PAGE = /^[1-9][0-9]{0,8}$/;
const OFFSET = /^[0-9]{1,9}$/;

interface Served {
  readonly site: SellerSite;
  readonly shops: ReadonlyMap<PlatformShopId, ShopAccess>;
  readonly uuid: () => string;
}
export function createShopCalls(site: SellerSite, shops: readonly ShopAccess[], uuid: () => string): ShopCalls {
  const served: Served = { site, uuid, shops: new Map(shops.map((shop) => [shop.facts.platformShopId, shop])) };
  const make: Make = async (shop, call, params) => {
    const where = onSiteOf(served, shop);
    return where === null
      ? refused('not_found', 'the login does not serve this shop')
      : served.site.make(call, where, params);
  };
  return withRefusals('tiktok', {
    goods: {
      searchProducts: (shop, search) => searchProducts(make, shop, search),
      productDetail: (shop, productId) => productDetail(make, shop, productId),
    },
    buyers: {
      openConversation: (shop, buyerId) => openConversation(make, shop, buyerId),
      closeConversation: ({ platformShopId, buyerId }, form) =>
        make(platformShopId, closeConversationCall, { pigeonUid: buyerId, form }),
      restartConversation: ({ platformShopId, buyerId }) =>
        make(platformShopId, restartConversationCall, { pigeonUid: buyerId }),
      profile: (shop, buyerId) => buyerProfile(make, shop, buyerId),
    },
    orders: {
      listOrders: (shop, search) => listOrders(make, shop, search),
      listChangedOrders: (shop, { cursor }) => listChangedOrders(make, shop, cursor),
      orderDetail: (shop, orderId) => make(shop, orderDetailCall, { orderId }),
      logistics: (shop, orderIds) => logistics(make, shop, orderIds),
    },
    affairs: {
      shopInfo: (shop) => shopInfo(make, served, shop),
      shopStatus: async (shop) => {
        const profile = await make(shop, sellerCommonCall, null);
        return profile.ok ? ok(profile.value.status) : profile;
      },
    },
    media: {
      uploadImage: async ({ platformShopId }, image) => {
        const size = sizeOf(image.bytes);
        if (size === null) return refused('invalid_request', 'not a picture');
        const uploaded = await make(platformShopId, uploadImageCall, { key: uuid(), image });
        return uploaded.ok ? ok(uploadedImage(uploaded.value.url, size)) : uploaded;
      },
      // The media of this marketplace are public.
      mediaUrl: async (_shop, url) => ok(url),
      translate: ({ platformShopId }, input) => translate(make, platformShopId, input),
    },
    creators: createCreatorCalls(make),
  });
}

/** The conversation as the list of conversations names it. */
async function openConversation(make: Make, shop: PlatformShopId, buyerId: BuyerId): Promise<Outcome<ConversationRef>> {
  const opened = await make(shop, createGroupChatCall, { pigeonUid: buyerId });
  if (!opened.ok) return opened;
  const { conversationId, conversationShortId: shortId } = opened.value;
  const address: Address = { shortId, type: String(SHOP_CONVERSATION_TYPE), ticket: TICKET, pigeonUid: buyerId };
  return ok({
    platformShopId: shop,
    platformConversationId: asPlatformConversationId(conversationId),
    buyerId,
    address,
  });
}

function onSiteOf({ shops }: Served, shop: PlatformShopId): ShopOnSite | null {
  const access = shops.get(shop);
  return access === undefined ? null : onSite(access);
}

/** The marketplace has no figures about a buyer. */
async function buyerProfile(make: Make, shop: PlatformShopId, buyerId: BuyerId): Promise<Outcome<BuyerProfile>> {
  const users = await make(shop, userInfoCall, { pigeonUids: [buyerId] });
  if (!users.ok) return users;
  const user = users.value[buyerId];
  if (user === undefined) return refused('not_found', 'no such buyer');
  const { screenName, avatarUrl, lang } = user;
  return ok({
    name: screenName,
    avatarUrl: avatarUrl || null,
    language: lang || null,
    country: null,
    joinedAt: null,
    isBlocked: null,
    isFollower: null,
    orderCount: null,
    deliveredOrderCount: null,
    rating: null,
  });
}

/** The cursor is the page number. Of a search by seller SKU only the first word counts (spec 2 §5). */
async function searchProducts(
  make: Make,
  shop: PlatformShopId,
  { keyword, field, cursor }: ProductSearch,
): Promise<Outcome<Page<Product>>> {
  if (cursor !== null && !PAGE.test(cursor)) return refused('invalid_request', 'cursor');
  const pageNumber = Number(cursor ?? 1);
  const words = keyword.trim();
  const input = { keyword: field === 'sellerSku' ? (words.split(/\s+/)[0] ?? '') : words, pageNumber };
  const page = await make(shop, productListCall, input);
  if (!page.ok) return page;
  const { items, unreadable, hasMore } = page.value;
  return ok({ items, unreadable, next: hasMore ? String(pageNumber + 1) : null });
}

/** The detail has no variants; the list of variants has them. */
async function productDetail(make: Make, shop: PlatformShopId, productId: string): Promise<Outcome<Product>> {
  const [product, variants] = await Promise.all([
    make(shop, productDetailCall, { productId }),
    make(shop, productSkusCall, { productId }),
  ]);
  if (!product.ok) return product;
  return variants.ok ? ok({ ...product.value, variants: variants.value }) : variants;
}

/** A keyword is a whole order number (ours: this search knows no parts). */
async function listOrders(
  make: Make,
  shop: PlatformShopId,
  { status, buyer, keyword, cursor }: OrderSearch,
): Promise<Outcome<Page<Order>>> {
  const number = keyword?.trim() ?? '';
  const mainOrderIds = number === '' ? [] : [number];
  const usernames = buyer === null ? [] : [buyer.name];
  return pageOfOrders(make, shop, { status, usernames, mainOrderIds, sort: 'created' }, cursor);
}

const listChangedOrders = (
  make: Make,
  shop: PlatformShopId,
  cursor: string | null,
): Promise<Outcome<Page<OrderRecord>>> =>
  pageOfOrders(make, shop, { status: null, usernames: [], mainOrderIds: [], sort: 'changed' }, cursor);

/** The cursor is the offset. */
async function pageOfOrders(
  make: Make,
  shop: PlatformShopId,
  query: Omit<OrderListQuery, 'offset'>,
  cursor: string | null,
): Promise<Outcome<Page<OrderRecord>>> {
  if (cursor !== null && !OFFSET.test(cursor)) return refused('invalid_request', 'cursor');
  const offset = Number(cursor ?? 0);
  const page = await make(shop, orderListCall, { ...query, offset });
  if (!page.ok) return page;
  const { items, unreadable, count, hasMore } = page.value;
  return ok({ items, unreadable, next: hasMore && count > 0 ? String(offset + count) : null });
}

/** The order contains its parcels. */
async function logistics(
  make: Make,
  shop: PlatformShopId,
  orderIds: readonly string[],
): Promise<Outcome<ReadonlyMap<string, readonly Parcel[]>>> {
  const parcels = new Map<string, readonly Parcel[]>();
  for (let from = 0; from < orderIds.length; from += ORDER_CHUNK) {
    const chunk = orderIds.slice(from, from + ORDER_CHUNK);
    const details: readonly Outcome<OrderDetail>[] = await Promise.all(
      chunk.map((orderId) => make(shop, orderDetailCall, { orderId })),
    );
    for (const detail of details) {
      if (!detail.ok) return detail;
      parcels.set(detail.value.orderId, detail.value.parcels);
    }
  }
  return ok(parcels);
}

async function shopInfo(make: Make, { shops }: Served, shop: PlatformShopId): Promise<Outcome<ShopInfo>> {
  const profile = await make(shop, sellerCommonCall, null);
  if (!profile.ok) return profile;
  const { platformShopId, name, region, followerCount, productCount, rating, isOnVacation } = profile.value;
  const country = countryOf(region, shops.get(shop)?.facts.country ?? 'GB');
  const vacation = { isOn: isOnVacation, startsAt: null, endsAt: null };
  return ok({ platformShopId, name, country, followerCount, productCount, rating, vacation });
}

/** A text whose key is missing was not translated. An answer with a missing text is refused. */
async function translate(make: Make, shop: PlatformShopId, input: Translation): Promise<Outcome<readonly string[]>> {
  if (input.texts.length === 0) return ok([]);
  const answer = await make(shop, translateCall, input);
  if (!answer.ok) return answer;
  const texts = input.texts.flatMap((_text, index) => answer.value.get(index) ?? []);
  return texts.length === input.texts.length ? ok(texts) : refused('unexpected_answer', 'a translation is missing');
}

interface Size {
  readonly width: number;
  readonly height: number;
}
/** Size in pixels; null when the bytes are no readable picture. */
function sizeOf(bytes: Uint8Array): Size | null {
  try {
    const { width, height } = imageSize(bytes);
    return { width, height };
  } catch (error) {
    if (error instanceof Error) return null;
    throw error;
  }
}
const uploadedImage = (url: string, size: Size): UploadedImage => ({ url, thumbUrl: null, ...size, extra: {} });
