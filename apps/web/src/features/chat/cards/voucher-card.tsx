import type { CardDetailView } from '@pasar/api';
import { type MessageId, offers, type VoucherCard } from '@pasar/domain';
import { useRef } from 'react';
import { useLocale, useTranslation } from '../../../base/texts/i18n.ts';
import { moneyText } from '../../../base/texts/money-text.ts';
import { dayOf } from '../../../base/texts/time-format.ts';
import { useShopOf } from '../pictures/picture-source.ts';
import type { CardDetails } from './asked-card.tsx';
import { DetailedCard, detailsIn } from './card-details.tsx';
import { AgainButton, Blank, WhyNot } from './card-parts.tsx';
import { CardTitle } from './card-title.tsx';
import styles from './content-cards.module.css';
import type { CardPlace } from './picture-card.tsx';
import { useOff } from './use-off.ts';

interface OfVoucher extends CardPlace {
  readonly voucher: VoucherCard;
}
interface Wanted extends Pick<CardPlace, 'conversationId'> {
  readonly voucher: VoucherCard;
  readonly messageId: MessageId;
  readonly isLive: boolean;
}
type Told = Extract<CardDetailView, { kind: 'voucher' }>['voucher'];

/**
 * The facts of a voucher from its message. The marketplace is asked for missing facts, where it has a call for
 * vouchers.
 */
export function VoucherLine({ voucher, messageId, conversationId }: OfVoucher) {
  const shop = useShopOf(conversationId);
  const canAsk = shop !== undefined && offers(shop.marketplace, 'goods.voucherDetail');
  if (canAsk && messageId !== null && (voucher.title === null || voucher.discount === null)) {
    const isLive = shop.connection.state === 'live';
    return <DetailedVoucher voucher={voucher} messageId={messageId} isLive={isLive} conversationId={conversationId} />;
  }
  return (
    <div className={styles.card} data-card="voucher">
      <VoucherFacts voucher={voucher} conversationId={conversationId} />
    </div>
  );
}

/** Has its full height from the start, so that nothing below it moves when the answer comes. */
function DetailedVoucher({ voucher, messageId, isLive, conversationId }: Wanted) {
  const place = useRef<HTMLDivElement>(null);
  const draw = (details: CardDetails) => {
    const card = detailsIn(details);
    const told = card?.kind === 'voucher' ? card.voucher : null;
    const known =
      told === null ? voucher : { ...voucher, ...told, voucherCode: told.voucherCode ?? voucher.voucherCode };
    return (
      <div ref={place} className={styles.card} data-card="voucher" aria-busy={details.state === 'waiting'}>
        <VoucherFacts voucher={known} conversationId={conversationId} details={details} told={told} />
        <AgainButton name={nameOf(voucher)} details={details} />
      </div>
    );
  };
  return <DetailedCard messageId={messageId} place={place} isShopLive={isLive} draw={draw} />;
}

const nameOf = ({ title, voucherCode, voucherId }: VoucherCard): string => title ?? voucherCode ?? voucherId;

interface Facts extends Pick<CardPlace, 'conversationId'> {
  readonly voucher: VoucherCard;
  readonly details?: CardDetails;
  readonly told?: Told | null;
}

function VoucherFacts({ voucher, conversationId, details, told = null }: Facts) {
  const { t: chat } = useTranslation('chat');
  const off = useOff()(voucher.discount);
  const isWaiting = details?.state === 'waiting';
  const isCodeApart = voucher.title !== null && voucher.voucherCode !== null;
  return (
    <div className={styles.lines} data-fixed={details !== undefined || undefined}>
      <span className={styles.kind}>{chat('kind.voucher')}</span>
      <CardTitle subject={{ conversationId, kind: 'voucher', id: voucher.voucherId }} tip={told?.title}>
        {nameOf(voucher)}
      </CardTitle>
      {isWaiting && off === null && <Blank width="55%" />}
      {(off !== null || isCodeApart) && (
        <span className={styles.facts}>
          {off !== null && <span className={styles.price}>{off}</span>}
          {isCodeApart && <code className={styles.code}>{voucher.voucherCode}</code>}
        </span>
      )}
      {isWaiting && <Blank width="80%" />}
      {details?.state === 'failed' && <WhyNot failure={details.failure} lines={off === null && !isCodeApart ? 2 : 1} />}
      {told !== null && <Terms told={told} />}
    </div>
  );
}

/** The minimum spend, and when the voucher is valid. */
function Terms({ told: { minimumSpend, startsAt, endsAt, status } }: { readonly told: Told }) {
  const { t } = useTranslation('cards');
  const locale = useLocale();
  const times = {
    upcoming: () => t('card.from', { day: dayOf(startsAt) }),
    ongoing: () => t('card.until', { day: dayOf(endsAt) }),
    expired: () => t('card.over'),
    unknown: () => t('card.until', { day: dayOf(endsAt) }),
  } as const satisfies Record<Told['status'], () => string>;
  const until = times[status]();
  const least = minimumSpend === null ? null : t('card.minimum', { amount: moneyText(minimumSpend, locale) });
  const words = least === null ? until : `${least} · ${until}`;
  return (
    <span className={styles.detail} data-tip={words}>
      {words}
    </span>
  );
}
