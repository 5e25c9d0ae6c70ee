import type { OrderDetailView, OrderView, ShopView } from '@pasar/api';
import type { OrderCard } from '@pasar/domain';
import type { ReactNode } from 'react';
import { useLocale, useTranslation } from '../../../base/texts/i18n.ts';
import { moneyText } from '../../../base/texts/money-text.ts';
import { fullTime } from '../../../base/texts/time-format.ts';
import { Thumb } from '../pickers/thumb.tsx';
import { Fact } from '../tab/fact.tsx';
import parts from '../tab/tab.module.css';
import { AddressFact } from './address-fact.tsx';
import { OrderStatusWord } from './order-status.tsx';
import styles from './orders.module.css';
import { paymentText } from './texts.ts';

/** What the list of the chat lacks, and a marketplace's answer about one order tells. */
type WholeOrder = Pick<OrderDetailView, 'paymentMethod' | 'address' | 'shippingFee'>;

/** Status, time, payment and address. What only the detail tells has its line from the start. */
export function DetailFacts(props: {
  readonly order: OrderView;
  readonly detail: WholeOrder | null;
  readonly shop: ShopView;
}) {
  const { order, detail, shop } = props;
  const { t } = useTranslation('orders');
  return (
    <dl className={parts.factList}>
      <Fact name={t('fact.status')}>
        <OrderStatusWord status={order.status} wireStatus={order.wireStatus} marketplace={shop.marketplace} />
      </Fact>
      <Fact name={t('fact.created')}>
        <span className="numbers">{fullTime(order.createdAt)}</span>
      </Fact>
      <Fact name={t('fact.payment')}>
        <Told of={detail}>{detail?.paymentMethod ? <Payment method={detail.paymentMethod} /> : null}</Told>
      </Fact>
      <Fact name={t('fact.address')}>
        <Told of={detail}>{detail?.address ? <AddressFact address={detail.address} /> : null}</Told>
      </Fact>
    </dl>
  );
}

/** A fact of the detail: an empty place until it is known, and a dash where the marketplace names none. */
function Told({ of, children }: { readonly of: WholeOrder | null; readonly children: ReactNode }) {
  const { t } = useTranslation('orders');
  if (of === null) return <span className={styles.blank} />;
  return children ?? <span className={parts.quiet}>{t('fact.none')}</span>;
}

/** How the buyer pays; the marketplace's own code on hover where the words do not tell it. */
function Payment({ method }: { readonly method: string }) {
  const { t } = useTranslation('orders');
  const { words, own } = paymentText(method, t);
  const tip = own === null ? null : t('status.own', { word: own });
  return (
    <span data-tip={tip ?? undefined}>
      {words}
      {tip !== null && <span className="visually-hidden"> {tip}</span>}
    </span>
  );
}

/** What a message says of an order that the marketplace has not told yet. */
export function ToldFacts({ told }: { readonly told: OrderCard }) {
  const { t } = useTranslation('orders');
  const locale = useLocale();
  const { status, total } = told;
  return (
    <dl className={parts.factList}>
      {status !== null && (
        <Fact name={t('fact.status')}>
          <OrderStatusWord status={status} wireStatus={null} marketplace={null} />
        </Fact>
      )}
      {total !== null && (
        <Fact name={t('fact.total')}>
          <span className={parts.price}>{moneyText(total, locale)}</span>
        </Fact>
      )}
    </dl>
  );
}

export function OrderItems({ order, shop }: { readonly order: OrderView; readonly shop: ShopView }) {
  const { t } = useTranslation('orders');
  const locale = useLocale();
  return (
    <ul className={styles.items} aria-label={t('items.label')}>
      {order.items.map((item, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an order may hold the same variant twice.
        <li key={`${item.productId} ${index}`} className={`${styles.item} ${parts.withThumb}`}>
          <Thumb url={item.imageUrl} shop={shop} />
          <div className={parts.lines}>
            <span className={parts.title}>{item.title}</span>
            {(item.variant !== null || item.sellerSku !== null) && (
              <span className={styles.facts}>
                {item.variant !== null && <span>{item.variant}</span>}
                {item.sellerSku !== null && <span>{t('items.sku', { sku: item.sellerSku })}</span>}
              </span>
            )}
            <span className={styles.facts}>
              <span className={parts.price}>{moneyText(item.price, locale)}</span>
              <span>{t('items.count', { count: item.quantity })}</span>
            </span>
          </div>
        </li>
      ))}
    </ul>
  );
}

export function OrderSums({ order, detail }: { readonly order: OrderView; readonly detail: WholeOrder | null }) {
  const { t } = useTranslation('orders');
  const locale = useLocale();
  const fee = detail?.shippingFee ?? null;
  return (
    <dl className={styles.sums}>
      {fee !== null && (
        <div>
          <dt>{t('fact.shipping')}</dt>
          <dd className="numbers">{moneyText(fee, locale)}</dd>
        </div>
      )}
      <div className={styles.total}>
        <dt>{t('fact.total')}</dt>
        <dd className="numbers">{moneyText(order.total, locale)}</dd>
      </div>
    </dl>
  );
}
