import { cardMediaPath } from '@pasar/api';
import type { MessageContent, ProductCard } from '@pasar/domain';
import type { ReactNode } from 'react';
import { useLocale, useTranslation } from '../../../base/texts/i18n.ts';
import { isPublic, mayDrawDirectly, useShopOf } from '../pictures/picture-source.ts';
import { moneyText } from '../texts/money-text.ts';
import styles from './content-cards.module.css';
import { OrderLine } from './order-card.tsx';
import { type CardPlace, PictureCard } from './picture-card.tsx';
import { ThumbPicture } from './thumb-picture.tsx';
import { VoucherLine } from './voucher-card.tsx';

type Card = Extract<MessageContent, { type: 'image' | 'products' | 'order' | 'voucher' }>;

/** Content that is more than text and that this version can show: pictures and the marketplaces' cards. */
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
      return (
        <OrderLine order={content.order} thumb={<Thumb url={content.order.iconUrl} at={0} {...place} />} {...place} />
      );
    case 'voucher':
      return <VoucherLine voucher={content.voucher} {...place} />;
  }
}

interface ThumbProps extends CardPlace {
  readonly url: string | null;
  /** The number of the card in its message. */
  readonly at: number;
}

/** Nothing when the marketplace names no picture, because an empty square tells nothing. */
function Thumb({ url, at, mediaPath, conversationId }: ThumbProps) {
  const shop = useShopOf(conversationId);
  if (url === null || !isPublic(url)) return null;
  const source = mayDrawDirectly(shop) ? url : mediaPath && cardMediaPath(mediaPath, at);
  return source === null ? null : <ThumbPicture source={source} />;
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
