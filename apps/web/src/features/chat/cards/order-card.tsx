import { type MessageId, ORDER_STATUSES, type OrderCard } from '@pasar/domain';
import { type ReactNode, type RefObject, useRef } from 'react';
import { reasonText, useLocale, useTranslation } from '../../../base/texts/i18n.ts';
import { moneyText } from '../../../base/texts/money-text.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { toast } from '../../../ui/toasts.tsx';
import { isPublic, mayDrawDirectly, useShopOf } from '../pictures/picture-source.ts';
import type { CardDetails } from './asked-card.tsx';
import { DetailedCard, detailsIn } from './card-details.tsx';
import { AgainButton, Blank, WhyNot } from './card-parts.tsx';
import { CardTitle } from './card-title.tsx';
import styles from './content-cards.module.css';
import { ORDER_TEXTS } from './order-texts.ts';
import type { CardPlace } from './picture-card.tsx';
import { NoThumb, ThumbPicture } from './thumb-picture.tsx';

interface OfOrder extends CardPlace {
  readonly order: OrderCard;
  /** What the message says of the order. */
  readonly of: 'order' | 'myOrder' | 'confirmOrder';
  /** The thumbnail of the picture that the message names. */
  readonly thumb: ReactNode;
}

/** The facts of an order from its message; the marketplace is asked for missing facts. */
export function OrderLine(props: OfOrder) {
  const { order, thumb, messageId, of, conversationId } = props;
  if (messageId !== null && (order.status === null || order.total === null)) {
    return <DetailedOrder {...props} messageId={messageId} />;
  }
  return (
    <div className={styles.card} data-card="order">
      {thumb}
      <OrderFacts order={order} of={of} conversationId={conversationId} />
      <CopyNumber order={order} />
    </div>
  );
}

/** Has its full height from the start, so that nothing below it moves when the answer comes. */
function DetailedOrder(props: OfOrder & { readonly messageId: MessageId }) {
  const place = useRef<HTMLDivElement>(null);
  const isLive = useShopOf(props.conversationId)?.connection.state === 'live';
  return (
    <DetailedCard
      messageId={props.messageId}
      place={place}
      isShopLive={isLive}
      draw={(details) => <DrawnOrder {...props} place={place} details={details} />}
    />
  );
}

interface Drawn extends OfOrder {
  readonly place: RefObject<HTMLDivElement | null>;
  readonly details: CardDetails;
}

function DrawnOrder({ order, of, thumb, conversationId, place, details }: Drawn) {
  const shop = useShopOf(conversationId);
  const told = toldOf(details);
  const isWaiting = details.state === 'waiting';
  // The marketplace's present answer takes precedence over the facts in the message.
  const known: OrderCard =
    told === null ? order : { ...order, orderNumber: told.orderNumber, status: told.status, total: told.total };
  const url = told !== null && mayDrawDirectly(shop) ? told.iconUrl : null;
  return (
    <div ref={place} className={styles.card} data-card="order" aria-busy={isWaiting}>
      {order.iconUrl === null ? <ToldThumb key={url} url={url} isWaiting={isWaiting} /> : thumb}
      <OrderFacts order={known} of={of} conversationId={conversationId} details={details} />
      <AgainButton name={numberOf(order)} details={details} />
      <CopyNumber order={known} />
    </div>
  );
}

function toldOf(details: CardDetails | null) {
  const card = detailsIn(details);
  return card?.kind === 'order' ? card.order : null;
}
const numberOf = ({ orderNumber, orderId }: OrderCard): string => orderNumber ?? orderId;

/** Orders that only buyers send. */
const OTHER_KINDS = { myOrder: 'card.myOrder', confirmOrder: 'card.confirmOrder' } as const;

interface Facts extends Pick<OfOrder, 'order' | 'of' | 'conversationId'> {
  readonly details?: CardDetails | null;
}

function OrderFacts({ order, of, conversationId, details = null }: Facts) {
  const { t } = useTranslation('cards');
  const { t: chat } = useTranslation('chat');
  const locale = useLocale();
  const told = toldOf(details);
  const isWaiting = details?.state === 'waiting';
  // A status that Pasar does not know is shown unchanged.
  const status = ORDER_STATUSES.find((known) => known === order.status);
  const isBlank = order.status === null && order.total === null;
  const unknown = told?.unknownStatus ?? null;
  return (
    <div className={styles.lines} data-fixed={details !== null || undefined}>
      <span className={styles.kind}>{of === 'order' ? chat('kind.order') : t(OTHER_KINDS[of])}</span>
      <CardTitle subject={{ conversationId, kind: 'order', id: order.orderId }}>{numberOf(order)}</CardTitle>
      {isWaiting && <Blank width="80%" />}
      {details?.state === 'failed' && <WhyNot failure={details.failure} lines={isBlank ? 2 : 1} />}
      {told !== null && (
        <span className={styles.detail} data-tip={told.title ?? undefined}>
          {told.itemCount > 1 && <span className={styles.count}>{t('card.items', { count: told.itemCount })}</span>}
          {told.title}
        </span>
      )}
      {isWaiting && isBlank && <Blank width="55%" />}
      {!isBlank && (
        <span className={styles.facts}>
          {unknown !== null && (
            <span className={styles.status} data-tip={reasonText(unknown.reason, locale)}>
              {t('order.unknown', { word: unknown.detail ?? '' })}
            </span>
          )}
          {unknown === null && order.status !== null && (
            <span className={styles.status}>{status === undefined ? order.status : t(ORDER_TEXTS[status])}</span>
          )}
          {order.total !== null && <span className={styles.price}>{moneyText(order.total, locale)}</span>}
        </span>
      )}
    </div>
  );
}

function CopyNumber({ order }: { readonly order: OrderCard }) {
  const { t } = useTranslation('cards');
  const { t: chat } = useTranslation('chat');
  const copy = () => navigator.clipboard.writeText(numberOf(order)).catch(() => toast('bad', chat('buyer.copyFailed')));
  return <IconButton className={styles.copy} icon="copy" label={t('card.copyOrder')} onClick={() => void copy()} />;
}

/** A picture that only the look-up names. The server has no media path for it, so a shop behind a proxy shows none. */
function ToldThumb({ url, isWaiting }: { readonly url: string | null; readonly isWaiting: boolean }) {
  return url === null || !isPublic(url) ? <NoThumb isWaiting={isWaiting} /> : <ThumbPicture source={url} />;
}
