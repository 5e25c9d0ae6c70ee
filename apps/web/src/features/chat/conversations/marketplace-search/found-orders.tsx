import type { ConversationId } from '@pasar/domain';
import type { FoundAtMarketplaces } from '@pasar/sync';
import { useState } from 'react';
import { useDesk } from '../../../../base/desk.tsx';
import { failureText } from '../../../../base/texts/failure-text.ts';
import { useTranslation } from '../../../../base/texts/i18n.ts';
import { Button } from '../../../../ui/button.tsx';
import styles from './marketplace-search.module.css';

type Order = FoundAtMarketplaces['orders'][number];
export interface FoundOrdersProps {
  readonly orders: readonly Order[];
  /** Names the shop of an order, where there are several. */
  readonly shops: readonly { readonly shopId: Order['shopId']; readonly name: string; readonly alias: string | null }[];
  readonly onOpen: (id: ConversationId) => void;
}

/** Orders that a marketplace found and whose buyers have no conversation here; a press opens one. */
export function FoundOrders({ orders, shops, onOpen }: FoundOrdersProps) {
  const { t } = useTranslation('marketplaceSearch');
  const { t: common } = useTranslation('common');
  const desk = useDesk();
  const [opening, setOpening] = useState<Order | null>(null);
  const [refused, setRefused] = useState<string | null>(null);
  const open = async (order: Order) => {
    if (opening !== null) return;
    setOpening(order);
    setRefused(null);
    const result = await desk.lists.openForOrder(order.shopId, order.orderNumber);
    setOpening(null);
    if (result.ok && result.data !== null) return onOpen(result.data);
    setRefused(result.ok ? t('orderGone', { number: order.orderNumber }) : failureText(result.failure, common));
  };
  const shopOf = (order: Order): string => {
    const shop = shops.find(({ shopId }) => shopId === order.shopId);
    return shops.length < 2 || shop === undefined ? '' : (shop.alias ?? shop.name);
  };
  return (
    <section className={styles.orders} aria-label={t('orders')}>
      <h3 className={styles.heading}>{t('orders')}</h3>
      <ul className={styles.rows}>
        {orders.map((order) => (
          <li key={`${order.shopId} ${order.orderNumber}`}>
            <Button kind="link" aria-disabled={opening !== null} onClick={() => void open(order)}>
              {t('open', { number: order.orderNumber, buyer: order.buyerName })}
            </Button>
            <span className={styles.told}>{shopOf(order)}</span>
          </li>
        ))}
      </ul>
      <p role="status" className={styles.failed}>
        {refused}
      </p>
    </section>
  );
}
