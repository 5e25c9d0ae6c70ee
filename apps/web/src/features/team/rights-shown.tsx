import type { SubAccountView } from '@pasar/api';
import { type PermissionKey, roleOf } from '@pasar/domain';
import { useCountryName } from '../../base/texts/country-name.ts';
import { useLocale, useTranslation } from '../../base/texts/i18n.ts';
import { listText } from '../../base/texts/list-text.ts';
import section from '../../ui/section.module.css';
import { KEY_TEXTS, KEYS_IN_ORDER, ROLE_TEXTS } from './role-texts.ts';

/** The name of the role, or the names of the keys; `all`: each key by name. */
export function useKeyNames(held: readonly PermissionKey[]): { readonly short: string; readonly all: string } {
  const { t } = useTranslation('team');
  const locale = useLocale();
  const names = KEYS_IN_ORDER.filter((key) => held.includes(key)).map((key) => t(KEY_TEXTS[key][0]));
  const all = names.length === 0 ? t('keys.none') : listText(names, locale);
  const role = roleOf(held);
  if (role !== null) return { short: t(ROLE_TEXTS[role]), all };
  return { short: names.length > 3 ? t('keys.count', { count: names.length }) : all, all };
}

/** The shops of a sub-account or an API token: by what rule, and how many they are now. */
export function ShopsOf({
  held: { responsibility, shopCount },
}: {
  readonly held: Pick<SubAccountView, 'responsibility' | 'shopCount'>;
}) {
  const { t } = useTranslation('team');
  const locale = useLocale();
  const countryName = useCountryName();
  const count = t('shops.count', { count: shopCount });
  switch (responsibility.kind) {
    case 'all':
      return t('shops.allCount', { count: shopCount });
    case 'countries':
      return (
        <>
          {listText(responsibility.countries.map(countryName), locale)}
          <span className={section.second}>{count}</span>
        </>
      );
    case 'shops':
      return count;
  }
}
