/** The public shop page, and the shops that a logged-in shop follows (facts 1.7). */
import { z } from 'zod';
import type { ShopTrade, TradeFollower } from '../world/trade.ts';
import type { Shop } from '../world/types.ts';
import { numericId } from './accounts.ts';
import { type Answer, answer, type CallInput, type OpenRoute, type ShopeeContext } from './context.ts';
import { type Desk, done, refused, sellerRoute, type Verdict } from './seller-desk.ts';
import { idField } from './seller-fields.ts';

const v4 = (data: unknown): Answer => answer({ error: 0, error_msg: null, data });
const v4Refused = (error: number, words: string): Answer => answer({ error, error_msg: words, data: null });
const NO_SHOP = 10;
/** The error of a product that is not on sale, or whose shop is frozen. */
const GONE = 4;

/** A public call: it does not look at the login. */
function ofShop(
  tell: (shop: Shop, trade: ShopTrade, input: CallInput) => Answer,
): (context: ShopeeContext, input: CallInput) => Answer {
  return (context, input) => {
    const shop = context.world.shop('shopee', input.query.shopid ?? '');
    return shop === null
      ? v4Refused(NO_SHOP, 'shop not found')
      : tell(shop, context.trade.of('shopee', shop.shopId), input);
  };
}

const followQuery = z.object({
  limit: z.coerce.number().int().min(1).max(50),
  offset: z.coerce.number().int().min(0),
});
function followPage(people: readonly TradeFollower[], { query }: CallInput): Answer {
  const page = followQuery.safeParse(query);
  if (!page.success) return v4Refused(1, 'invalid page');
  const { limit, offset } = page.data;
  const accounts = people.slice(offset, offset + limit).map(({ userId, username, shopId }) => ({
    userid: numericId(userId),
    username,
    shopid: numericId(shopId),
    is_following: false,
  }));
  return v4({ accounts, nomore: offset + limit >= people.length });
}

function shopInfo(shop: Shop, { ratings, followers, products, isOnVacation }: ShopTrade): Answer {
  const stars = ratings.reduce((sum, rating) => sum + rating.stars, 0);
  return v4({
    shopid: numericId(shop.shopId),
    userid: numericId(shop.userId),
    name: shop.name,
    country: shop.country,
    follower_count: followers.length,
    item_count: products.filter(({ isOnline }) => isOnline).length,
    rating_star: ratings.length === 0 ? null : stars / ratings.length,
    vacation: isOnVacation,
  });
}

function mallItem(shop: Shop, { products, isFrozen }: ShopTrade, { query }: CallInput): Answer {
  const product = products.find(({ productId, isOnline }) => isOnline && productId === query.itemid);
  if (isFrozen || product === undefined) return v4Refused(GONE, 'item is not available');
  return v4({ itemid: numericId(product.productId), shopid: numericId(shop.shopId), name: product.title });
}

const followBody = z.object({ shopid: idField });
const follow =
  (isFollowing: boolean) =>
  (desk: Desk, { body }: CallInput): Verdict => {
    const parsed = followBody.safeParse(body);
    if (!parsed.success) return refused('invalid shopid');
    if (parsed.data.shopid === desk.shop.shopId) return refused('cannot follow yourself');
    const isKnown = desk.apply({ change: 'follow', shopId: parsed.data.shopid, isFollowing });
    return isKnown ? done() : refused('shop not found', NO_SHOP);
  };

export const SELLER_MALL_ROUTES: readonly OpenRoute[] = [
  { method: 'GET', path: '/api/v4/product/get_shop_info', provenance: 'seen', handle: ofShop(shopInfo) },
  {
    method: 'GET',
    path: '/api/v4/pages/get_follower_list',
    provenance: 'seen',
    handle: ofShop((_shop, { followers }, input) => followPage(followers, input)),
  },
  {
    method: 'GET',
    path: '/api/v4/pages/get_followee_list',
    provenance: 'seen',
    handle: ofShop((_shop, { followees }, input) => followPage(followees, input)),
  },
  { method: 'GET', path: '/api/v4/item/get', provenance: 'seen', handle: ofShop(mallItem) },
  sellerRoute({
    method: 'POST',
    path: '/api/v4/shop/follow',
    family: 'v4',
    provenance: 'seen',
    answer: follow(true),
  }),
  sellerRoute({
    method: 'POST',
    path: '/api/v4/shop/unfollow',
    family: 'v4',
    provenance: 'seen',
    answer: follow(false),
  }),
];
