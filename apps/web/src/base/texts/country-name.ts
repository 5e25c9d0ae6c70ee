import type { Country, Locale } from '@pasar/domain';
import { useCallback } from 'react';
import { type Translate, useLocale, useTranslation } from './i18n.ts';

const names = new Map<Locale, Intl.DisplayNames>();

/** Pasar's own names of sites that are not countries. */
const SITE_TEXTS = { CNSC: 'country.cnsc', GLOBAL: 'country.global', CB: 'country.cb' } as const;

/** The name of a country in the person's language. */
export function countryName(country: Country, locale: Locale, t: Translate<'common'>): string {
  if (country === 'CNSC' || country === 'GLOBAL' || country === 'CB') return t(SITE_TEXTS[country]);
  return regionName(country, locale);
}

/** The name of any country by its two letters, also of one where no marketplace is. */
export function regionName(code: string, locale: Locale): string {
  const known = names.get(locale) ?? new Intl.DisplayNames(locale, { type: 'region', style: 'short' });
  names.set(locale, known);
  return known.of(code) ?? code;
}

export function useCountryName(): (country: Country) => string {
  const { t } = useTranslation('common');
  const locale = useLocale();
  return useCallback((country: Country) => countryName(country, locale, t), [locale, t]);
}
