import { CALLS, type CallOutput, type ConversationView, type ShopView } from '@pasar/api';
import { MARKETPLACE_NAMES, type MessageId, type OutgoingCard, offers, UNKNOWN, type VoucherCard } from '@pasar/domain';
import { type LookedUp, type LookUp, useLookUp } from '../../../base/look-up.ts';
import { LookUpProblem } from '../../../base/looked-up.tsx';
import { useLocale, useTranslation } from '../../../base/texts/i18n.ts';
import { moneyText } from '../../../base/texts/money-text.ts';
import { fullTime } from '../../../base/texts/time-format.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import type { CardDetails } from '../cards/asked-card.tsx';
import { CARD_DETAIL } from '../cards/card-look-up.ts';
import { useCopyNumber } from '../cards/use-copy-number.ts';
import { useOff } from '../cards/use-off.ts';
import { useSendCards } from '../guard/use-send-cards.ts';
import { Fact } from '../tab/fact.tsx';
import { PageHead } from '../tab/page-head.tsx';
import { ReasonedButton } from '../tab/reasoned-button.tsx';
import parts from '../tab/tab.module.css';
import styles from './products.module.css';

/** A voucher whose message is not in view. */
const VOUCHER_DETAIL: LookUp<typeof CALLS.chat.voucherDetail> = {
  call: CALLS.chat.voucherDetail,
  // Our choice, as for the card in a message.
  freshMs: 60_000,
  againMs: null,
  staleBy: { change: null, calls: [] },
};

interface VoucherPageProps {
  readonly conversation: ConversationView;
  readonly shop: ShopView;
  readonly voucherId: string;
  /** The message that shows the voucher; null where it is not in view. */
  readonly told: { readonly messageId: MessageId; readonly voucher: VoucherCard } | null;
  readonly isWanted: boolean;
  readonly onBack: () => void;
}

const detailOf = (look: CardDetails) => {
  const card = look.state === 'found' || look.state === 'stale' ? look.data.card : null;
  return card?.kind === 'voucher' ? card.voucher : null;
};
const voucherOf = (look: LookedUp<CallOutput<typeof CALLS.chat.voucherDetail>>) => {
  if (look.state !== 'found' && look.state !== 'stale') return null;
  const { name: title, ...voucher } = look.data.voucher;
  return { ...voucher, title };
};

/** The voucher of a message: painted from the message, then as the marketplace has it now, where it tells vouchers. */
export function VoucherPage({ conversation, shop, voucherId, told, isWanted, onBack }: VoucherPageProps) {
  const { t } = useTranslation('products');
  const { t: pickers } = useTranslation('pickers');
  const sendCards = useSendCards(conversation.conversationId);
  const canAsk = offers(shop.marketplace, 'goods.voucherDetail');
  const marketplace = MARKETPLACE_NAMES[shop.marketplace];
  const isAsked = isWanted && canAsk;
  // By its message, as the card in the message asks, so that the marketplace is asked once; else by its id.
  const ofCard = useLookUp(CARD_DETAIL, { messageId: told?.messageId ?? '' }, isAsked && told !== null);
  const conversationId = conversation.conversationId;
  const byId = useLookUp(VOUCHER_DETAIL, { conversationId, voucherId }, isAsked && told === null);
  const look: LookedUp<unknown> = told === null ? byId : ofCard;
  const detail = told === null ? voucherOf(byId) : detailOf(ofCard);
  const voucher = {
    voucherId,
    voucherCode: detail?.voucherCode ?? told?.voucher.voucherCode ?? null,
    title: detail?.title ?? told?.voucher.title ?? null,
    discount: detail?.discount ?? told?.voucher.discount ?? null,
  };
  const card: OutgoingCard = { type: 'voucher', voucher };
  const whyNot = !offers(shop.marketplace, 'voucherCard')
    ? pickers('none.vouchers', { marketplace })
    : detail?.status === 'expired'
      ? t('voucher.over')
      : null;
  return (
    <>
      <PageHead title={voucher.title ?? voucher.voucherCode ?? voucherId} back={t('page.back')} onBack={onBack} />
      <div className={parts.body} aria-busy={isAsked && look.state === 'waiting'}>
        {isAsked && <LookUpProblem look={look} />}
        {!canAsk && <p className={parts.none}>{t('voucher.notTold', { marketplace })}</p>}
        <VoucherFacts voucher={voucher} detail={detail} />
        {isAsked && look.state === 'waiting' && <p className={parts.none}>{t('voucher.waiting')}</p>}
        <div className={parts.actions}>
          <ReasonedButton reason={whyNot} onClick={() => sendCards(card)}>
            {t('page.send')}
          </ReasonedButton>
          {whyNot !== null && <p className={parts.quiet}>{whyNot}</p>}
        </div>
      </div>
    </>
  );
}

interface VoucherFactsProps {
  readonly voucher: VoucherCard;
  readonly detail: ReturnType<typeof detailOf>;
}

function VoucherFacts({ voucher: { voucherCode, discount }, detail }: VoucherFactsProps) {
  const { t } = useTranslation('products');
  const { t: pickers } = useTranslation('pickers');
  const { t: cards } = useTranslation('cards');
  const locale = useLocale();
  const off = useOff()(discount);
  const copy = useCopyNumber();
  return (
    <dl className={parts.factList}>
      {detail !== null && detail.status !== UNKNOWN && (
        <Fact name={pickers('voucher.state')}>{pickers(`voucher.${detail.status}`)}</Fact>
      )}
      {off !== null && <Fact name={t('voucher.discount')}>{off}</Fact>}
      {detail !== null && (
        <>
          {detail.minimumSpend !== null && (
            <Fact name={t('voucher.minimum')}>{moneyText(detail.minimumSpend, locale)}</Fact>
          )}
          <Fact name={t('voucher.from')}>{fullTime(detail.startsAt)}</Fact>
          <Fact name={t('voucher.until')}>{fullTime(detail.endsAt)}</Fact>
        </>
      )}
      {voucherCode !== null && (
        <Fact name={t('voucher.code')}>
          <span className={styles.withButton}>
            <code className={styles.sku}>{voucherCode}</code>
            <IconButton
              icon="copy"
              label={cards('number.copy', { number: voucherCode })}
              onClick={() => copy(voucherCode)}
            />
          </span>
        </Fact>
      )}
    </dl>
  );
}
