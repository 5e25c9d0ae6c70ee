import { FALLBACK_LOCALE, type Locale, matchLocale } from '@pasar/domain';

/** The language of Accept-Language with the highest weight that the product has. */
export function requestLocale(header: string | undefined): Locale {
  const preferences = (header ?? '').split(',').map((part) => {
    const [tag = '', ...parameters] = part.split(';').map((piece) => piece.trim());
    const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
    return { tag, weight: weight === undefined ? 1 : Number(weight) || 0 };
  });
  for (const { tag, weight } of preferences.toSorted((left, right) => right.weight - left.weight)) {
    const locale = weight > 0 ? matchLocale(tag) : null;
    if (locale) return locale;
  }
  return FALLBACK_LOCALE;
}
