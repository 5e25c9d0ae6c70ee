import type { FollowCard, LogisticsCard, RatingCard, RefundCard } from '@pasar/domain';
import type { ReactNode } from 'react';
import { useLocale, useTranslation } from '../../../base/texts/i18n.ts';
import { moneyText } from '../../../base/texts/money-text.ts';
import { CardTitle } from './card-title.tsx';
import styles from './content-cards.module.css';
import { CopyButton } from './copy-button.tsx';
import type { CardPlace } from './picture-card.tsx';

/** The cards that only buyers and the marketplace write. */
type Place = Pick<CardPlace, 'conversationId'>;

interface FrameProps {
  readonly card: string;
  readonly kind: string;
  readonly thumb?: ReactNode;
  readonly children: ReactNode;
}

function Frame({ card, kind, thumb = null, children }: FrameProps) {
  return (
    <div className={styles.card} data-card={card}>
      {thumb}
      <div className={styles.lines}>
        <span className={styles.kind}>{kind}</span>
        {children}
      </div>
    </div>
  );
}

/** A line of the marketplace's words; nothing where it tells none. */
const Detail = ({ children }: { readonly children: string | null }) =>
  children === null ? null : <span className={styles.words}>{children}</span>;

export function FollowLine({ follow }: { readonly follow: FollowCard }) {
  const { t } = useTranslation('cards');
  const { t: chat } = useTranslation('chat');
  return (
    <Frame card="follow" kind={chat('kind.follow')}>
      <span className={styles.title}>{t('follow.text')}</span>
      <Detail>{follow.text}</Detail>
    </Frame>
  );
}

interface OfRefund extends Place {
  readonly refund: RefundCard;
  readonly thumb: ReactNode;
}

export function RefundLine({ refund, thumb, conversationId }: OfRefund) {
  const { t } = useTranslation('cards');
  const { t: chat } = useTranslation('chat');
  const locale = useLocale();
  const { orderId, returnId, reason, status, amount } = refund;
  return (
    <Frame card="refund" kind={chat('kind.refund')} thumb={thumb}>
      {orderId === null ? (
        <span className={styles.title}>{t('refund.number', { number: returnId ?? '' })}</span>
      ) : (
        <CardTitle subject={{ conversationId, kind: 'order', id: orderId }}>
          {t('refund.order', { number: orderId })}
        </CardTitle>
      )}
      {orderId !== null && <Detail>{returnId === null ? null : t('refund.number', { number: returnId })}</Detail>}
      <Detail>{reason}</Detail>
      {(status !== null || amount !== null) && (
        <span className={styles.facts}>
          {status !== null && <span className={styles.status}>{status}</span>}
          {amount !== null && <span className={styles.price}>{moneyText(amount, locale)}</span>}
        </span>
      )}
      <CopyButton text={orderId ?? returnId ?? ''} />
    </Frame>
  );
}

interface OfParcel extends Place {
  readonly logistics: LogisticsCard;
  readonly thumb: ReactNode;
}

export function LogisticsLine({ logistics, thumb, conversationId }: OfParcel) {
  const { t } = useTranslation('cards');
  const { t: chat } = useTranslation('chat');
  const { orderId, trackingNumber, carrier, status } = logistics;
  const carried = [carrier, trackingNumber].filter((word) => word !== null).join(' ');
  return (
    <Frame card="logistics" kind={chat('kind.logistics')} thumb={thumb}>
      <CardTitle subject={{ conversationId, kind: 'logistics', id: orderId }}>
        {t('refund.order', { number: orderId })}
      </CardTitle>
      <Detail>{carried === '' ? null : carried}</Detail>
      <Detail>{status}</Detail>
      <CopyButton text={trackingNumber ?? orderId} />
    </Frame>
  );
}

interface OfRating extends Place {
  readonly rating: RatingCard;
}

export function RatingLine({ rating, conversationId }: OfRating) {
  const { t } = useTranslation('cards');
  const { t: chat } = useTranslation('chat');
  const { orderId, stars, text } = rating;
  return (
    <Frame card="rating" kind={chat('kind.rating')}>
      {stars === null ? (
        <span className={styles.title}>{t('rating.ask')}</span>
      ) : (
        <span className={styles.title} role="img" aria-label={t('rating.stars', { count: stars })}>
          {'★'.repeat(stars)}
          {'☆'.repeat(5 - stars)}
        </span>
      )}
      <Detail>{text}</Detail>
      {orderId !== null && (
        <CardTitle subject={{ conversationId, kind: 'order', id: orderId }}>
          {t('refund.order', { number: orderId })}
        </CardTitle>
      )}
    </Frame>
  );
}
