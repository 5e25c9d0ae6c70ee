import type { CALLS, CallOutput, ReplySettingView, ShopView } from '@pasar/api';
import { type Country, MARKETPLACE_COUNTRIES, type Marketplace, type ShopId } from '@pasar/domain';

/** Whose rules a screen shows: those of a country at a marketplace or, with a shop, those of the shop. */
export interface Place {
  readonly platform: Marketplace;
  readonly country: Country;
  readonly shopId: ShopId | null;
}

export const keyOf = ({ platform, country, shopId }: Place): string => `${platform}/${country}/${shopId ?? ''}`;

type Settings = CallOutput<typeof CALLS.autoReply.getCountryAndReplySettingMap>;

/** The rules of the place; null where nothing was chosen for it yet. */
export const settingOf = (settings: Settings, { country, shopId }: Place): ReplySettingView | null =>
  shopId === null
    ? (settings.countryAndReplySettingMap[country] ?? null)
    : (settings.shops.find((one) => one.shopId === shopId) ?? null);

export const shopsAt = (shops: Iterable<ShopView>, { platform, country }: Omit<Place, 'shopId'>): readonly ShopView[] =>
  [...shops].filter((shop) => shop.marketplace === platform && shop.country === country);

/** The countries of a marketplace, those first in which there are shops. */
export function countriesAt(shops: Iterable<ShopView>, platform: Marketplace) {
  const withShops = [
    ...new Set([...shops].filter(({ marketplace }) => marketplace === platform).map(({ country }) => country)),
  ].toSorted();
  const others = MARKETPLACE_COUNTRIES[platform].filter((country) => !withShops.includes(country));
  return { withShops, others };
}
