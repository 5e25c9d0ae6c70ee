import { cardMediaPath } from '@pasar/api';
import {
  type MessageContent,
  ORDER_STATUSES,
  type OrderCard,
  type OrderStatus,
  type ProductCard,
  type VoucherCard,
} from '@pasar/domain';
import { type ReactNode, useState } from 'react';
import { useLocale, useTranslation } from '../../shell/i18n.ts';
import { Icon } from '../../ui/icon.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { toast } from '../../ui/toasts.tsx';
import styles from './content-cards.module.css';
import { moneyText } from './money-text.ts';
import { type CardPlace, PictureCard } from './picture-card.tsx';
import { isPublic, mayDrawDirectly, useShopOf } from './picture-source.ts';

type Card = Extract<MessageContent, { type: 'image' | 'products' | 'order' | 'voucher' }>;

/** What is more than words and can be read: pictures and the marketplaces' cards. */
export function ContentCard({ content, ...place }: { readonly content: Card } & CardPlace) {
  switch (content.type) {
    case 'image':
      return <PictureCard picture={content.picture} {...place} />;
    case 'products':
      return (
        <div className={styles.stack}>
          {content.products.map((product, at) => (
            <ProductLine
              key={product.itemId}
              product={product}
              thumb={<Thumb url={product.iconUrl} at={at} {...place} />}
            />
          ))}
        </div>
      );
    case 'order':
      return <OrderLine order={content.order} thumb={<Thumb url={content.order.iconUrl} at={0} {...place} />} />;
    case 'voucher':
      return <VoucherLine voucher={content.voucher} />;
  }
}

interface ThumbProps extends CardPlace {
  readonly url: string | null;
  /** Which card of its message it belongs to. */
  readonly at: number;
}

/** Nothing where the marketplace names no picture: an empty square says nothing. */
function Thumb({ url, at, mediaPath, conversationId }: ThumbProps) {
  const [isBroken, setIsBroken] = useState(false);
  const shop = useShopOf(conversationId);
  if (url === null || !isPublic(url)) return null;
  const source = mayDrawDirectly(shop) ? url : mediaPath && cardMediaPath(mediaPath, at);
  if (source === null) return null;
  if (isBroken) {
    return (
      <span className={styles.noThumb}>
        <Icon name="picture" />
      </span>
    );
  }
  return (
    <img
      className={styles.thumb}
      src={source}
      alt=""
      width={56}
      height={56}
      loading="lazy"
      referrerPolicy="no-referrer"
      onError={() => setIsBroken(true)}
    />
  );
}

function ProductLine({ product, thumb }: { readonly product: ProductCard; readonly thumb: ReactNode }) {
  const { t } = useTranslation('chat');
  const locale = useLocale();
  const { title, price, oldPrice, actionUrl, itemId } = product;
  const name = title ?? t('card.product', { id: itemId });
  return (
    <div className={styles.card} data-card="product">
      {thumb}
      <div className={styles.lines}>
        <span className={styles.kind}>{t('kind.product')}</span>
        {actionUrl !== null && isPublic(actionUrl) ? (
          <a className={styles.title} href={actionUrl} target="_blank" rel="noopener noreferrer">
            {name}
          </a>
        ) : (
          <span className={styles.title}>{name}</span>
        )}
        {price !== null && (
          <span className={styles.price}>
            {moneyText(price, locale)}
            {oldPrice !== null && oldPrice.amount !== price.amount && <s>{moneyText(oldPrice, locale)}</s>}
          </span>
        )}
      </div>
    </div>
  );
}

const ORDER_TEXTS = {
  unpaid: 'order.unpaid',
  wait_seller_send: 'order.toSend',
  wait_receiver_confirm: 'order.onTheWay',
  finished: 'order.finished',
  in_cancel: 'order.inCancel',
  cancelled: 'order.cancelled',
  refund: 'order.refund',
} as const satisfies Record<OrderStatus, string>;

function OrderLine({ order, thumb }: { readonly order: OrderCard; readonly thumb: ReactNode }) {
  const { t } = useTranslation('chat');
  const locale = useLocale();
  const number = order.orderNumber ?? order.orderId;
  // A word of the marketplace's own is shown as it came.
  const status = ORDER_STATUSES.find((known) => known === order.status);
  const copy = () => navigator.clipboard.writeText(number).catch(() => toast(t('buyer.copyFailed')));
  return (
    <div className={styles.card} data-card="order">
      {thumb}
      <div className={styles.lines}>
        <span className={styles.kind}>{t('kind.order')}</span>
        <span className={styles.title}>{number}</span>
        {order.status !== null && (
          <span className={styles.detail}>{status === undefined ? order.status : t(ORDER_TEXTS[status])}</span>
        )}
        {order.total !== null && <span className={styles.price}>{moneyText(order.total, locale)}</span>}
      </div>
      <IconButton icon="copy" label={t('card.copyOrder')} onClick={() => void copy()} />
    </div>
  );
}

function VoucherLine({ voucher }: { readonly voucher: VoucherCard }) {
  const { t } = useTranslation('chat');
  const locale = useLocale();
  const { discount } = voucher;
  const off =
    discount === null
      ? null
      : discount.kind === 'amount'
        ? t('card.amountOff', { amount: moneyText(discount.off, locale) })
        : t('card.percentOff', { percent: discount.percent });
  return (
    <div className={styles.card} data-card="voucher">
      <div className={styles.lines}>
        <span className={styles.kind}>{t('kind.voucher')}</span>
        <span className={styles.title}>{voucher.title ?? voucher.voucherCode ?? voucher.voucherId}</span>
        {off !== null && <span className={styles.price}>{off}</span>}
        {voucher.title !== null && voucher.voucherCode !== null && (
          <code className={styles.code}>{voucher.voucherCode}</code>
        )}
      </div>
    </div>
  );
}
