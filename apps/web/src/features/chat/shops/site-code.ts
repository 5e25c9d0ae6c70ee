import type { Country } from '@pasar/domain';

/** The sites that are no countries have codes too long for a mark, or the same as the cross-border mark. */
const SITE_CODES: Readonly<Partial<Record<Country, string>>> = { CNSC: 'CN', GLOBAL: 'GL', CB: '' };

/** The site of a shop in two letters; empty where it is no country. */
export const siteCode = (country: Country): string => SITE_CODES[country] ?? country;
