import type { ProxyExit, TestedHost } from '@pasar/api';
import { type Country, CROSS_BORDER_SITES, type Locale } from '@pasar/domain';
import { regionName } from '../../base/texts/country-name.ts';
import type { Translate } from '../../base/texts/i18n.ts';
import { listText } from '../../base/texts/list-text.ts';

/** From where a proxy's requests come. */
export function exitText(exit: ProxyExit | null, locale: Locale, t: Translate<'routing'>): string {
  if (exit === null) return t('exit.unknown');
  const { ip, country } = exit;
  return country === null ? t('exit.noCountry', { ip }) : t('exit.known', { ip, country: regionName(country, locale) });
}

/** The result of a test, host by host where a proxy has several. */
export const testedText = (hosts: readonly TestedHost[], locale: Locale, t: Translate<'routing'>): string =>
  hosts
    .map(({ host, ms, exit }) => {
      const text = t('test.good', { ms, exit: exitText(exit, locale, t) });
      return hosts.length > 1 ? `${host}: ${text}` : text;
    })
    .join('\n');

/**
 * A warning where the requests of shops come from another country than theirs; null where they match, and where that is
 * unknown. The shops of a cross-border site may be anywhere.
 */
export function exitWarning(
  exit: ProxyExit | null,
  countries: readonly Country[],
  locale: Locale,
  t: Translate<'routing'>,
): string | null {
  const exitCountry = exit?.country ?? null;
  if (exitCountry === null) return null;
  const others = [...new Set(countries)].filter(
    (country) => country !== exitCountry && !CROSS_BORDER_SITES.includes(country),
  );
  if (others.length === 0) return null;
  return t('exit.elsewhere', {
    exit: regionName(exitCountry, locale),
    shops: listText(
      others.map((country) => regionName(country, locale)),
      locale,
    ),
  });
}
