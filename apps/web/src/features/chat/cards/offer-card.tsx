import { type MessageId, type OfferCard, type OfferState, offers } from '@pasar/domain';
import { type ReactNode, useRef } from 'react';
import { lazyScreen } from '../../../base/lazy-screen.tsx';
import { useLocale, useTranslation } from '../../../base/texts/i18n.ts';
import { moneyText } from '../../../base/texts/money-text.ts';
import { useShopOf } from '../pictures/picture-source.ts';
import { useAsOfWords } from './as-of-words.ts';
import type { CardDetails } from './asked-card.tsx';
import { DetailedCard, detailsIn } from './card-details.tsx';
import { isUnderWay } from './card-look-up.ts';
import { AgainButton, WhyNot } from './card-parts.tsx';
import { CardTitle } from './card-title.tsx';
import styles from './content-cards.module.css';
import type { OfferAnswersProps } from './offer-answers.tsx';
import type { CardPlace } from './picture-card.tsx';

interface OfOffer extends Pick<CardPlace, 'conversationId' | 'messageId'> {
  readonly offer: OfferCard;
  /** The thumbnail of the picture that the message names. */
  readonly thumb: ReactNode;
}

/** Loaded with the first offer that is looked up. */
const OfferAnswers = lazyScreen<OfferAnswersProps>(
  () => import('./offer-answers.tsx').then((code) => code.OfferAnswers),
  { coming: () => <div className={styles.answers} /> },
);

/** A buyer's offer. Its state changes after its message was written, so the marketplace is asked for the present one. */
export function OfferLine(props: OfOffer) {
  const { messageId, conversationId, thumb, offer } = props;
  const shop = useShopOf(conversationId);
  if (messageId !== null && shop !== undefined && offers(shop.marketplace, 'buyers.answerOffer')) {
    return <DetailedOffer {...props} messageId={messageId} isLive={shop.connection.state === 'live'} />;
  }
  return (
    <div className={styles.card} data-card="offer">
      {thumb}
      <div className={styles.lines}>
        <OfferFacts offer={offer} conversationId={conversationId} state={messageState(offer)} age={null} />
      </div>
    </div>
  );
}

/** Has its full height from the start, so that nothing below it moves when the answer comes. */
function DetailedOffer(props: OfOffer & { readonly messageId: MessageId; readonly isLive: boolean }) {
  const { offer, thumb, messageId, conversationId, isLive } = props;
  const place = useRef<HTMLDivElement>(null);
  const draw = (details: CardDetails) => {
    const card = detailsIn(details);
    const told = card?.kind === 'offer' ? card.offer : null;
    const { productId, productName } = offer;
    const known =
      told === null
        ? offer
        : { ...offer, ...told, productId: productId ?? told.productId, productName: productName ?? told.productName };
    const state = told?.state ?? messageState(offer);
    return (
      <div ref={place} className={styles.card} data-card="offer" aria-busy={details.state === 'waiting'}>
        {thumb}
        <div className={styles.lines}>
          <OfferFacts
            offer={known}
            conversationId={conversationId}
            state={state}
            age={card !== null && isUnderWay(card) && 'at' in details ? <Age at={details.at} /> : null}
          />
          {details.state === 'failed' && <WhyNot failure={details.failure} lines={2} />}
          {told === null ? (
            <div className={styles.answers} />
          ) : (
            <OfferAnswers messageId={messageId} offer={told} conversationId={conversationId} />
          )}
        </div>
        <AgainButton name={offer.productName ?? offer.offerId} details={details} />
      </div>
    );
  };
  return <DetailedCard messageId={messageId} place={place} isShopLive={isLive} draw={draw} />;
}

const messageState = ({ status }: OfferCard): OfferState =>
  status === 'unknown' ? { state: 'unknown', word: '' } : { state: status };

const STATE_TEXTS = {
  waiting: 'offer.waiting',
  accepted: 'offer.accepted',
  rejected: 'offer.rejected',
  cancelled: 'offer.cancelled',
  expired: 'offer.expired',
} as const satisfies Record<Exclude<OfferState['state'], 'asked' | 'unknown'>, string>;

interface Facts extends Pick<CardPlace, 'conversationId'> {
  readonly offer: Pick<OfferCard, 'offerId' | 'productId' | 'productName' | 'price' | 'quantity'>;
  readonly state: OfferState;
  /** How old the state is, where it may have changed since. */
  readonly age: ReactNode;
}

function Age({ at }: { readonly at: number }) {
  return <span> · {useAsOfWords(at)}</span>;
}

function OfferFacts({ offer, conversationId, state, age }: Facts) {
  const { t } = useTranslation('cards');
  const { t: chat } = useTranslation('chat');
  const locale = useLocale();
  const { offerId, productId, productName, quantity, price } = offer;
  const name = productName ?? chat('card.product', { id: productId ?? offerId });
  return (
    <>
      <span className={styles.kind}>{chat('kind.offer')}</span>
      {productId === null ? (
        <span className={styles.title}>{name}</span>
      ) : (
        <CardTitle subject={{ conversationId, kind: 'product', id: productId }}>{name}</CardTitle>
      )}
      <span className={styles.facts}>
        {price !== null && <span className={styles.price}>{moneyText(price, locale)}</span>}
        {quantity !== null && <span>{t('card.items', { count: quantity })}</span>}
      </span>
      <span className={styles.status}>
        <span>
          <StateWords state={state} />
        </span>
        {age}
      </span>
    </>
  );
}

function StateWords({ state }: { readonly state: OfferState }): string {
  const { t } = useTranslation('cards');
  switch (state.state) {
    case 'asked':
      return t(state.isAccepted ? 'offer.acceptAsked' : 'offer.rejectAsked');
    case 'unknown':
      return state.word === '' ? t('offer.unknown') : t('order.unknown', { word: state.word });
    default:
      return t(STATE_TEXTS[state.state]);
  }
}
