/** The shops of a login, and each shop's chat token. */
import type { Outcome, ShopFacts } from '@pasar/connector-kit';
import { asPlatformShopId, type Country } from '@pasar/domain';
import { type ChatToken, chatTokenCall } from '../calls/chat.ts';
import { countryOf, type ShopAndCs, shopAndCsCall, shopListCall } from '../calls/shop.ts';
import { type Failed, ok } from '../wire/outcome.ts';
import type { ShopOnSite } from '../wire/scope.ts';
import type { SellerSite } from './site.ts';

/** A shop, with what this login needs to act for it. */
export interface ShopAccess {
  readonly facts: ShopFacts;
  /** The site's word for the region, e.g. TH or UK. */
  readonly region: string;
  readonly pigeonShopId: string;
  /** The customer-service person in whose name the shop's messages are sent. */
  readonly pigeonCid: string;
}
/** The login that lists the shops: its country, and whether it is cross-border. */
interface ListingLogin {
  readonly country: Country;
  readonly isGlobal: boolean;
}

export const onSite = ({ facts, region }: ShopAccess): ShopOnSite => ({ shopId: facts.platformShopId, region });

/** Every shop of the login: one for a local login, several for a global login. */
export async function fetchShops(site: SellerSite, login: ListingLogin): Promise<Outcome<readonly ShopAccess[]>> {
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
  { country, isGlobal }: ListingLogin,
  merchantId: string | null,
): ShopAccess => ({
  facts: {
    platformShopId: asPlatformShopId(info.outerShopId),
    // The site names only a user of the login (facts 3.5), who is the same for all of its shops.
    userId: null,
    name: info.shopName,
    country: countryOf(info.shopRegion, country),
    isCb: isGlobal,
    merchantId,
    // A login here has no sub-accounts.
    accountId: null,
  },
  region: info.shopRegion,
  pigeonShopId: info.pigeonShopId,
  pigeonCid: info.customerServiceInfo.pigeonCid,
});

/** The chat token of a shop. Two callers never fetch it at the same time. */
export interface TokenKeeper {
  /** The token that holds; otherwise the one that is being fetched, or a new one. */
  current(): Promise<Outcome<ChatToken>>;
  /** The newest token, also if it no longer holds; null before the first. */
  newest(): ChatToken | null;
  /** Fetches a new token, because the newest no longer holds. */
  renew(): Promise<Outcome<ChatToken>>;
  /** Why the last fetch failed; null when it succeeded. */
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
