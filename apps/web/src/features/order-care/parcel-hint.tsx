import {
  careByParcels,
  MARKETPLACE_NAMES,
  MARKETPLACES,
  type OrderCareKind,
  PARCEL_LIMITS,
  type ShopId,
} from '@pasar/domain';
import { useDeskState } from '../../base/desk.tsx';
import { useLocale, useTranslation } from '../../base/texts/i18n.ts';
import { listText } from '../../base/texts/list-text.ts';

/** At which marketplaces of these shops a message goes by the events of parcels, and how many orders are still to be looked at. */
export function ParcelHint(props: {
  readonly kind: OrderCareKind;
  readonly shopIds: readonly ShopId[];
  /** Absent: not known. */
  readonly unread?: number;
  readonly className: string | undefined;
}) {
  const { kind, shopIds, unread = 0, className = '' } = props;
  const { t } = useTranslation('orderCare');
  const locale = useLocale();
  const shops = useDeskState((state) => state.shops);
  const of = new Set(shopIds.map((shopId) => shops.get(shopId)?.marketplace));
  const told = MARKETPLACES.filter((one) => of.has(one) && careByParcels(one).includes(kind));
  if (told.length === 0) return null;
  const marketplaces = listText(
    told.map((one) => MARKETPLACE_NAMES[one]),
    locale,
  );
  return (
    <p className={className}>
      {t('parcels', { marketplaces, hours: PARCEL_LIMITS.againMs / 3_600_000 })}
      {unread > 0 && ` ${t('parcels.unread', { count: unread })}`}
    </p>
  );
}
