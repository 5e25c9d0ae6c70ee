import { shopId } from '@pasar/api';
import { COUNTRIES, MARKETPLACES } from '@pasar/domain';
import type { ShopScope } from './shop-filter.tsx';

/** The shops that an address names. What is not understood narrows nothing. */
export function scopeOf(query: URLSearchParams): ShopScope {
  const shopIds = (query.get('shops') ?? '').split(',').flatMap((text) => {
    const read = shopId.safeParse(text);
    return read.success ? [read.data] : [];
  });
  return {
    shopIds,
    marketplace: MARKETPLACES.find((one) => one === query.get('marketplace')) ?? null,
    country: COUNTRIES.find((one) => one === query.get('country')) ?? null,
  };
}

/** The same address with other values; an empty value leaves. */
export function withValues(query: URLSearchParams, values: Readonly<Record<string, string>>): URLSearchParams {
  const next = new URLSearchParams(query);
  for (const [name, value] of Object.entries(values)) {
    if (value === '') next.delete(name);
    else next.set(name, value);
  }
  return next;
}

export const scopeValues = (part: Partial<ShopScope>): Readonly<Record<string, string>> => ({
  ...(part.shopIds === undefined ? {} : { shops: part.shopIds.join(',') }),
  ...(part.marketplace === undefined ? {} : { marketplace: part.marketplace ?? '' }),
  ...(part.country === undefined ? {} : { country: part.country ?? '' }),
});
