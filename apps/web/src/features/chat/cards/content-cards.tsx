import { discountPercent, type MessageContent, type ProductCard } from '@pasar/domain';
import type { ReactNode } from 'react';
import { failedLine, lazyScreen } from '../../../base/lazy-screen.tsx';
import { useLocale, useTranslation } from '../../../base/texts/i18n.ts';
import { moneyText } from '../../../base/texts/money-text.ts';
import { Icon } from '../../../ui/icon.tsx';
import { STICKER_SIZE, videoSize } from '../pictures/picture-size.ts';
import { isPublic } from '../pictures/picture-source.ts';
import { CardTitle } from './card-title.tsx';
import styles from './content-cards.module.css';
import type { LoadedCardProps } from './loaded-card.tsx';
import { type CardPlace, PictureCard } from './picture-card.tsx';
import { Thumb } from './thumb.tsx';

type Card = Exclude<MessageContent, { type: 'text' | 'notice' | 'placeholder' }>;

/** Loaded with the first of these cards. */
const LoadedCard = lazyScreen<LoadedCardProps>(() => import('./loaded-card.tsx').then(({ LoadedCard }) => LoadedCard), {
  coming: ({ content }) => <div className={styles.coming} style={sizeOf(content)} />,
  failed: failedLine,
});

/** A sticker or a video has its size before its code is loaded, so that nothing around it moves. */
function sizeOf(content: LoadedCardProps['content']) {
  if (content.type === 'sticker') return STICKER_SIZE;
  return content.type === 'video' ? videoSize(content.video) : undefined;
}

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
              conversationId={place.conversationId}
              thumb={<Thumb url={product.iconUrl} at={at} {...place} />}
            />
          ))}
        </div>
      );
    default:
      return <LoadedCard content={content} {...place} />;
  }
}

interface OfProduct extends Pick<CardPlace, 'conversationId'> {
  readonly product: ProductCard;
  readonly thumb: ReactNode;
}

function ProductLine({ product, thumb, conversationId }: OfProduct) {
  const { t } = useTranslation('chat');
  const { t: cards } = useTranslation('cards');
  const locale = useLocale();
  const { title, price, oldPrice, actionUrl, itemId } = product;
  const name = title ?? t('card.product', { id: itemId });
  const percent = discountPercent(price, oldPrice);
  return (
    <div className={styles.card} data-card="product">
      {thumb}
      <div className={styles.lines}>
        <span className={styles.kind}>{t('kind.product')}</span>
        <CardTitle subject={{ conversationId, kind: 'product', id: itemId }}>{name}</CardTitle>
        {price !== null && (
          <span className={styles.price}>
            {moneyText(price, locale)}
            {oldPrice !== null && oldPrice.amount !== price.amount && <s>{moneyText(oldPrice, locale)}</s>}
            {percent !== null && <span>{cards('card.off', { percent })}</span>}
          </span>
        )}
      </div>
      {actionUrl !== null && isPublic(actionUrl) && (
        <a
          className={styles.outside}
          href={actionUrl}
          target="_blank"
          rel="noopener noreferrer"
          aria-label={cards('card.atMarketplace')}
          data-tip={cards('card.atMarketplace')}
        >
          <Icon name="outside" size={16} />
        </a>
      )}
    </div>
  );
}
