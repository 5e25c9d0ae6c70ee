import type { ReviewView } from '@pasar/api';
import { Link } from 'react-router';
import { useDeskState } from '../../base/desk.tsx';
import { orderAddress } from '../../base/order-address.ts';
import { ShopCell } from '../../base/shops/shop-cell.tsx';
import { useTranslation } from '../../base/texts/i18n.ts';
import { fullTime } from '../../base/texts/time-format.ts';
import page from '../../ui/list-page.module.css';
import type { ReviewsParts } from './parts.ts';
import styles from './reviews.module.css';

/** A review with the shop's answer, and what can be done about it. */
export function ReviewRow({ parts, review }: { readonly parts: ReviewsParts; readonly review: ReviewView }) {
  const { t } = useTranslation('reviews');
  const shop = useDeskState(({ shops }) => shops.get(review.shopId) ?? null);
  const { stars, orderNumber } = review;
  return (
    <li className={styles.review} data-low={stars > 0 && stars <= 2}>
      <div className={styles.who}>
        <ShopCell shop={shop} />
        <time className={styles.quiet} dateTime={new Date(review.createdAt).toISOString()}>
          {fullTime(review.createdAt)}
        </time>
      </div>
      <div className={styles.what}>
        <p>
          <span className={styles.stars} role="img" aria-label={t('stars.of', { count: stars })}>
            {'★'.repeat(stars)}
            <span aria-hidden="true">{'☆'.repeat(5 - stars)}</span>
          </span>{' '}
          <strong>{review.buyerName}</strong> <span className={styles.quiet}>{review.productName}</span>
        </p>
        <p className={styles.comment}>{review.comment === '' ? t('noWords') : review.comment}</p>
        {review.pictureUrls.length > 0 && shop !== null && (
          <div className={styles.pictures}>
            {review.pictureUrls.map((url, index) => (
              <a key={url} href={url} target="_blank" rel="noreferrer" aria-label={t('picture', { number: index + 1 })}>
                <parts.Thumb url={url} shop={shop} />
              </a>
            ))}
          </div>
        )}
        {review.reply !== null && <blockquote className={styles.reply}>{review.reply}</blockquote>}
        <div className={page.line}>
          {orderNumber !== null && <parts.Write order={{ ...review, orderNumber }} />}
          {orderNumber !== null && review.orderId !== null && (
            <Link className={styles.link} to={orderAddress(orderNumber)}>
              {t('order', { number: orderNumber })}
            </Link>
          )}
          {shop !== null && <parts.OfficeButton shop={shop} orderNumber={orderNumber ?? review.reviewId} />}
        </div>
      </div>
    </li>
  );
}
