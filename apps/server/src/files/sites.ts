import {
  COUNTRIES,
  type Country,
  LOCALES,
  type Locale,
  MARKETPLACE_COUNTRIES,
  MARKETPLACES,
  type Marketplace,
} from '@pasar/domain';

export interface Site {
  readonly marketplace: Marketplace;
  readonly country: Country;
}

const SITE_WORDS: Readonly<Record<Marketplace, string>> = { shopee: 'Shopee', lazada: 'Lazada', tiktok: 'TikTok' };
/** The name of a country; sites that are no country (CNSC) have only their code. */
const nameOf = (country: Country, names: Intl.DisplayNames): string | null =>
  country.length === 2 && country !== 'CB' ? (names.of(country) ?? null) : null;
const namesIn = (locale: Locale) => new Intl.DisplayNames(locale, { type: 'region', style: 'short' });

/** Such as `Shopee MY`. */
export const siteName = ({ marketplace, country }: Site): string => `${SITE_WORDS[marketplace]} ${country}`;

/** Every site, such as `Shopee MY (马来西亚)`. */
export function siteChoices(locale: Locale): readonly string[] {
  const names = namesIn(locale);
  return MARKETPLACES.flatMap((marketplace) =>
    MARKETPLACE_COUNTRIES[marketplace].map((country) => {
      const name = nameOf(country, names);
      return name === null ? siteName({ marketplace, country }) : `${siteName({ marketplace, country })} (${name})`;
    }),
  );
}

/** Countries by their code and by their name in every language. */
const COUNTRY_WORDS: ReadonlyMap<string, Country> = new Map([
  ...LOCALES.map(namesIn).flatMap((names) =>
    COUNTRIES.flatMap((country) => {
      const name = nameOf(country, names);
      return name === null ? [] : [[name.toLowerCase(), country] as const];
    }),
  ),
  ...COUNTRIES.map((country) => [country.toLowerCase(), country] as const),
]);

/** Reads `Shopee MY`, `shopee/my`, `TikTok Shop Malaysia`, `Lazada 泰国站` and what the template offers. */
export function siteOf(text: string): Site | null {
  const [, word = '', rest = ''] = /^([a-z]+)(?:\s+shop\b)?[\s/_·-]*(.*)$/i.exec(text.trim()) ?? [];
  const marketplace = MARKETPLACES.find((name) => word.toLowerCase().startsWith(name));
  const country = COUNTRY_WORDS.get(
    rest
      .replace(/\s*[(（].*[)）]$/, '')
      .replace(/站[点點]?$/, '')
      .toLowerCase(),
  );
  return marketplace && country && MARKETPLACE_COUNTRIES[marketplace].includes(country)
    ? { marketplace, country }
    : null;
}
