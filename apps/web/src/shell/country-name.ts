import type { Country, Locale } from '@pasar/domain';
import { useCallback } from 'react';
import { type Translate, useLocale, useTranslation } from './i18n.ts';

const names = new Map<Locale, Intl.DisplayNames>();

/** A country in the person's words. CNSC is no country but the seller centre of China, and has a name of ours. */
export function countryName(country: Country, locale: Locale, t: Translate<'shell'>): string {
  if (country === 'CNSC') return t('country.cnsc');
  const known = names.get(locale) ?? new Intl.DisplayNames(locale, { type: 'region', style: 'short' });
  names.set(locale, known);
  return known.of(country) ?? country;
}

export function useCountryName(): (country: Country) => string {
  const { t } = useTranslation('shell');
  const locale = useLocale();
  return useCallback((country: Country) => countryName(country, locale, t), [locale, t]);
}
