import { MARKETPLACE_NAMES, MARKETPLACES, ORDER_CARE_STAGES, type OrderCareKind, type ShopId } from '@pasar/domain';
import { useDeskState } from '../../base/desk.tsx';
import { useLookUp } from '../../base/look-up.ts';
import { useLocale, useTranslation } from '../../base/texts/i18n.ts';
import { listText } from '../../base/texts/list-text.ts';
import { delayOf } from './delay.ts';
import { SETTINGS } from './look-ups.ts';
import { UNIT_TEXTS } from './texts.ts';

/** At which marketplaces of these shops a message waits as long as the automatic one, and how long. */
export function DelayedHint(props: {
  readonly kind: OrderCareKind;
  readonly shopIds: readonly ShopId[];
  readonly className: string | undefined;
}) {
  const { kind, shopIds, className = '' } = props;
  const { t } = useTranslation('orderCare');
  const locale = useLocale();
  const shops = useDeskState((state) => state.shops);
  const settings = useLookUp(SETTINGS, {});
  const of = new Set(shopIds.map((shopId) => shops.get(shopId)?.marketplace));
  const delayed = MARKETPLACES.filter((one) => of.has(one) && ORDER_CARE_STAGES[kind][one]?.isDelayed);
  if (delayed.length === 0 || (settings.state !== 'found' && settings.state !== 'stale')) return null;
  const { count, unit } = delayOf(settings.data.reminders[kind].afterMinutes);
  const marketplaces = listText(
    delayed.map((one) => MARKETPLACE_NAMES[one]),
    locale,
  );
  return (
    <p className={className}>{t('delayed', { marketplaces, delay: `${count} ${t(UNIT_TEXTS[unit], { count })}` })}</p>
  );
}
