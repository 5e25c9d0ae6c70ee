import type { MessageContent, OrderCard, Picture, ProductCard, VoucherCard } from '@pasar/domain';
import { useState } from 'react';
import { useLocale, useTranslation } from '../../shell/i18n.ts';
import styles from './content-cards.module.css';
import { useLocalPicture } from './local-pictures.ts';
import { moneyText } from './money-text.ts';
import { shownSize } from './picture-size.ts';

type Card = Extract<MessageContent, { type: 'image' | 'products' | 'order' | 'voucher' }>;

/**
 * What is more than words and can be read: pictures and the marketplaces' cards. `mediaPath` is where our server gives the
 * picture of this row, null while it has none; `rowKey` names what this window itself has sent.
 */
export interface CardPlace {
  readonly mediaPath: string | null;
  readonly rowKey: string;
}
export function ContentCard({ content, ...place }: { readonly content: Card } & CardPlace) {
  switch (content.type) {
    case 'image':
      return <PictureCard picture={content.picture} {...place} />;
    case 'products':
      return (
        <div className={styles.stack}>
          {content.products.map((product) => (
            <ProductLine key={product.itemId} product={product} />
          ))}
        </div>
      );
    case 'order':
      return <OrderLine order={content.order} />;
    case 'voucher':
      return <VoucherLine voucher={content.voucher} />;
  }
}

const isPublic = (url: string): boolean => /^https?:\/\//.test(url);

/**
 * A picture that only the shop's login may fetch comes through our server, which asks with it. Some addresses do not show
 * that they are such: what cannot be drawn from there is asked of the server before it is given up.
 */
type PictureFrom = 'address' | 'server' | 'nowhere';

function PictureCard({ picture, mediaPath, rowKey }: { readonly picture: Picture } & CardPlace) {
  const { t } = useTranslation('chat');
  const [source, setSource] = useState<PictureFrom>('address');
  const isPending = mediaPath === null && picture.url === '';
  const local = useLocalPicture(rowKey, isPending);
  const { width, height } = shownSize(local ?? picture);
  const isDirect = source === 'address' && isPublic(picture.url);
  const whole = local?.url ?? (isDirect ? picture.url : mediaPath);
  const small = local?.url ?? (isDirect ? (picture.thumbUrl ?? picture.url) : mediaPath);
  if (isPending && whole === null) return <span className={styles.broken} style={{ width, height }} />;
  if (source === 'nowhere' || small === null || whole === null) {
    return (
      <span className={styles.broken} style={{ width, height }}>
        {t('picture.broken')}
      </span>
    );
  }
  return (
    <a className={styles.picture} href={whole} target="_blank" rel="noopener noreferrer" aria-label={t('picture.open')}>
      <img
        src={small}
        alt={t('kind.image')}
        width={width}
        height={height}
        loading="lazy"
        decoding="async"
        referrerPolicy="no-referrer"
        onError={() => setSource(isDirect ? 'server' : 'nowhere')}
      />
    </a>
  );
}

function Thumb({ url }: { readonly url: string | null }) {
  const [isBroken, setIsBroken] = useState(false);
  if (url === null || isBroken || !isPublic(url)) return <span className={styles.noThumb} aria-hidden="true" />;
  return (
    <img
      className={styles.thumb}
      src={url}
      alt=""
      width={56}
      height={56}
      loading="lazy"
      referrerPolicy="no-referrer"
      onError={() => setIsBroken(true)}
    />
  );
}

function ProductLine({ product }: { readonly product: ProductCard }) {
  const { t } = useTranslation('chat');
  const locale = useLocale();
  const { title, price, oldPrice, actionUrl, itemId } = product;
  const name = title ?? t('card.product', { id: itemId });
  return (
    <div className={styles.card} data-card="product">
      <Thumb url={product.iconUrl} />
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

function OrderLine({ order }: { readonly order: OrderCard }) {
  const { t } = useTranslation('chat');
  const locale = useLocale();
  return (
    <div className={styles.card} data-card="order">
      <Thumb url={order.iconUrl} />
      <div className={styles.lines}>
        <span className={styles.kind}>{t('kind.order')}</span>
        <span className={styles.title}>{order.orderNumber ?? order.orderId}</span>
        {order.status !== null && <span className={styles.detail}>{order.status}</span>}
        {order.total !== null && <span className={styles.price}>{moneyText(order.total, locale)}</span>}
      </div>
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
        {voucher.voucherCode !== null && <code className={styles.code}>{voucher.voucherCode}</code>}
      </div>
    </div>
  );
}
