/** The shops of a login, and each shop's chat token. */
import type { Outcome, ShopFacts } from '@pasar/connector-kit';
import { asPlatformShopId, type Country } from '@pasar/domain';
import { type ChatToken, chatTokenCall } from '../calls/chat.ts';
import { countryOf, type ShopAndCs, shopAndCsCall, shopListCall } from '../calls/shop.ts';
import { type Failed, ok } from '../wire/outcome.ts';
import type { ShopOnSite } from '../wire/scope.ts';
import type { SellerSite } from './site.ts';

/** A shop as this login may speak for it. */
export interface ShopAccess {
  readonly facts: ShopFacts;
  /** The region word the site uses, e.g. TH or UK. */
  readonly region: string;
  readonly pigeonShopId: string;
  /** The customer-service person, who sends what the shop sends. */
  readonly pigeonCid: string;
}
/** The login that names the shops: its country, and whether it sells across the border. */
interface LoginPlace {
  readonly country: Country;
  readonly isGlobal: boolean;
}

export const onSite = ({ facts, region }: ShopAccess): ShopOnSite => ({ shopId: facts.platformShopId, region });

/** Every shop the login serves: one for a local login, several for a global one. */
export async function fetchShops(site: SellerSite, login: LoginPlace): Promise<Outcome<readonly ShopAccess[]>> {
  const list = await site.make(shopListCall, null, null);
  if (!list.ok) return list;
  const shops: ShopAccess[] = [];
  for (const { outer_shop_id: shopId, shop_region: region, global_seller_id: merchantId } of list.value) {
    const info = await site.make(shopAndCsCall, { shopId, region }, null);
    if (!info.ok) return info;
    shops.push(toShopAccess(info.value, login, merchantId ?? null));
  }
  return ok(shops);
}

export const toShopAccess = (
  info: ShopAndCs,
  { country, isGlobal }: LoginPlace,
  merchantId: string | null,
): ShopAccess => ({
  facts: {
    platformShopId: asPlatformShopId(info.outerShopId),
    // The site names a user of the login alone (facts 3.5), who is the same behind all of its shops.
    userId: null,
    name: info.shopName,
    country: countryOf(info.shopRegion, country),
    isCb: isGlobal,
    merchantId,
    // a login here has no sub-accounts
    accountId: null,
  },
  region: info.shopRegion,
  pigeonShopId: info.pigeonShopId,
  pigeonCid: info.customerServiceInfo.pigeonCid,
});

/** A chat token, never fetched twice at once. */
export interface TokenKeeper {
  /** The one that is held, the one that is on its way, or another when none holds. */
  current(): Promise<Outcome<ChatToken>>;
  /** The newest token, whether it holds or not; null before the first. */
  newest(): ChatToken | null;
  /** Another one: the newest no longer holds. */
  renew(): Promise<Outcome<ChatToken>>;
  /** Why the last attempt gave none; null when it gave one. */
  failure(): Failed | null;
}

export function createTokenKeeper(site: SellerSite, shop: ShopAccess): TokenKeeper {
  let newest: ChatToken | null = null;
  let isHolding = false;
  let failure: Failed | null = null;
  let asking: Promise<Outcome<ChatToken>> | null = null;
  const ask = async (): Promise<Outcome<ChatToken>> => {
    const answer = await site.make(chatTokenCall, onSite(shop), null);
    if (answer.ok) newest = answer.value;
    isHolding = answer.ok;
    failure = answer.ok ? null : answer;
    return answer;
  };
  const renew = (): Promise<Outcome<ChatToken>> => {
    isHolding = false;
    asking ??= ask().finally(() => {
      asking = null;
    });
    return asking;
  };
  return {
    current: () => (isHolding && newest !== null ? Promise.resolve(ok(newest)) : renew()),
    newest: () => newest,
    renew,
    failure: () => failure,
  };
}
