import type { BookedOrder } from '@pasar/api';
import { ORDER_CARE_KINDS } from '@pasar/domain';
import { Link } from 'react-router';
import { useLookUp } from '../../base/look-up.ts';
import { useMay } from '../../base/may.tsx';
import { useLocale, useTranslation } from '../../base/texts/i18n.ts';
import { listText } from '../../base/texts/list-text.ts';
import { HAD } from './look-ups.ts';
import styles from './order-care.module.css';
import { addressOf } from './place.ts';
import { KIND_TEXTS } from './texts.ts';

/** Which messages the buyer of an order has had or will have; nothing while there are none. */
export function Cared({ order }: { readonly order: BookedOrder }) {
  const { t } = useTranslation('orderCare');
  const locale = useLocale();
  const mayCare = useMay(['orderCare']);
  const { shopId, orderId, orderNumber } = order;
  const look = useLookUp(HAD, { shopId, orderIds: [orderId] }, mayCare);
  const had = look.state === 'found' || look.state === 'stale' ? (look.data.orders[orderId] ?? []) : [];
  if (!mayCare || had.length === 0) return null;
  const names = ORDER_CARE_KINDS.filter((kind) => had.includes(kind)).map((kind) => t(KIND_TEXTS[kind]));
  return (
    <p className={styles.had}>
      {t('had', { kinds: listText(names, locale) })}{' '}
      <Link className={styles.link} to={addressOf({ tab: 'history', orderNumber })}>
        {t('dialog.history')}
      </Link>
    </p>
  );
}
