/** The shops of a login, and each shop's chat token. */
import type { Outcome, ShopFacts } from '@pasar/connector-kit';
import { asPlatformShopId, COUNTRIES, type Country } from '@pasar/domain';
import { type ChatToken, type ShopInfo, shopInfoData, shopListData, tokenData } from '../inbound/shapes.ts';
import { ok } from '../outcome.ts';
import type { SellerSite } from '../site.ts';

/** facts 3.2. */
const SHOP_LIST_PATH = '/api/v1/shop_im/multi_shop/user/get_info_list';
const SHOP_INFO_PATH = '/chat/api/seller/getShopAndCsInfo';
const TOKEN_PATH = '/chat/api/seller/token';

/** A shop as this login may speak for it. */
export interface ShopAccess {
  readonly facts: ShopFacts;
  /** The region word the site uses, e.g. TH or UK. */
  readonly region: string;
  readonly pigeonShopId: string;
  /** The customer-service person, who sends what the shop sends. */
  readonly pigeonCid: string;
}

const countryOf = (region: string, fallback: Country): Country => {
  const word = region.toUpperCase() === 'UK' ? 'GB' : region.toUpperCase();
  return COUNTRIES.find((country) => country === word) ?? fallback;
};

/** Every shop the login serves: one for a local login, several for a global one. */
export async function fetchShops(site: SellerSite, fallback: Country): Promise<Outcome<readonly ShopAccess[]>> {
  const list = await site.get(SHOP_LIST_PATH, null, {}, shopListData);
  if (!list.ok) return list;
  const shops: ShopAccess[] = [];
  for (const { outer_shop_id: shopId, shop_region: region } of list.value.shop_infos) {
    const info = await site.get(SHOP_INFO_PATH, { shopId, region }, {}, shopInfoData);
    if (!info.ok) return info;
    shops.push(toShopAccess(info.value, fallback));
  }
  return ok(shops);
}

export const toShopAccess = (info: ShopInfo, fallback: Country): ShopAccess => ({
  facts: {
    platformShopId: asPlatformShopId(info.outerShopId),
    name: info.shopName,
    country: countryOf(info.shopRegion, fallback),
  },
  region: info.shopRegion,
  pigeonShopId: info.pigeonShopId,
  pigeonCid: info.customerServiceInfo.pigeonCid,
});

/** A chat token that is fetched when asked for, kept until told that it no longer holds, and never fetched twice at once. */
export interface TokenKeeper {
  current(): Promise<Outcome<ChatToken>>;
  /** The newest token, even one that was dropped; for requests of a socket that outlives its token. */
  newest(): ChatToken | null;
  /** Only the token that was refused: another call may have renewed it meanwhile. */
  drop(token: string): void;
}

export function createTokenKeeper(site: SellerSite, shop: ShopAccess): TokenKeeper {
  let newest: ChatToken | null = null;
  let dropped: string | null = null;
  let asking: Promise<Outcome<ChatToken>> | null = null;
  const ask = async (): Promise<Outcome<ChatToken>> => {
    const where = { shopId: shop.facts.platformShopId, region: shop.region };
    const answer = await site.get(TOKEN_PATH, where, {}, tokenData);
    if (answer.ok) newest = answer.value;
    return answer;
  };
  return {
    current: () => {
      if (newest !== null && newest.token !== dropped) return Promise.resolve(ok(newest));
      asking ??= ask().finally(() => {
        asking = null;
      });
      return asking;
    },
    newest: () => newest,
    drop: (token) => {
      dropped = token;
    },
  };
}
