/** The marketplaces of spec 1 §1, in the order the specification calls first, second and short-video. */
export const MARKETPLACES = ['shopee', 'lazada', 'tiktok'] as const;
export type Marketplace = (typeof MARKETPLACES)[number];
/** Proper names, the same in every language. */
export const MARKETPLACE_NAMES: Readonly<Record<Marketplace, string>> = {
  shopee: 'Shopee',
  lazada: 'Lazada',
  tiktok: 'TikTok Shop',
};

/**
 * Where a login may be: the countries of spec 1 §3, and three sites that are no country. CNSC is the China seller
 * center, GLOBAL the global site of the short-video marketplace, CB the combined cross-border option of the second
 * marketplace. A shop gets a real country as soon as its marketplace names it. The codes GLOBAL and CB are of our
 * choice.
 */
export const COUNTRIES = [
  'ID',
  'TW',
  'VN',
  'TH',
  'PH',
  'MY',
  'SG',
  'BR',
  'MX',
  'CL',
  'CO',
  'PL',
  'ES',
  'FR',
  'GB',
  'CNSC',
  'GLOBAL',
  'CB',
] as const;
export type Country = (typeof COUNTRIES)[number];

/** Sites whose logins serve shops of several countries (spec 1 §3). */
export const CROSS_BORDER_SITES: readonly Country[] = ['CNSC', 'GLOBAL', 'CB'];

/** Where each marketplace sells (spec 1 §3, facts 1.1 and 3.1). */
export const MARKETPLACE_COUNTRIES: Readonly<Record<Marketplace, readonly Country[]>> = {
  shopee: ['ID', 'TW', 'VN', 'TH', 'PH', 'MY', 'SG', 'BR', 'MX', 'CL', 'CO', 'PL', 'ES', 'FR', 'CNSC'],
  lazada: ['ID', 'VN', 'TH', 'MY', 'PH', 'SG', 'CB'],
  tiktok: ['PH', 'MY', 'SG', 'ID', 'VN', 'TH', 'GB', 'GLOBAL'],
};
