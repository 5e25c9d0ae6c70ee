import type { BuyerRecordView, ConversationView } from '@pasar/api';
import { comparePositions, MARKETPLACE_NAMES } from '@pasar/domain';
import { messagesOf } from '@pasar/sync';
import { useDeskState } from '../../../../base/desk.tsx';
import type { LookedUp } from '../../../../base/look-up.ts';
import { LookUpProblem } from '../../../../base/looked-up.tsx';
import { shopName } from '../../../../base/shops/health.ts';
import { useCountryName } from '../../../../base/texts/country-name.ts';
import { useTranslation } from '../../../../base/texts/i18n.ts';
import { fullTime } from '../../../../base/texts/time-format.ts';
import { IconButton } from '../../../../ui/icon-button.tsx';
import { toast } from '../../../../ui/toasts.tsx';
import { previewText } from '../../texts/texts.ts';
import { dataOf } from './look-ups.ts';
import type { BuyerDetailsProps } from './props.ts';
import { Fact, Section } from './section.tsx';

/** The facts of the conversation, and since when the buyer has been in contact with us. */
export function ContactFacts({
  conversation,
  shop,
  record,
}: BuyerDetailsProps & { readonly record: LookedUp<BuyerRecordView> }) {
  const { t } = useTranslation('buyer');
  const { t: chat } = useTranslation('chat');
  const countryName = useCountryName();
  const { buyer, lastMessageAt, status } = conversation;
  const copy = () => navigator.clipboard.writeText(buyer.buyerId).catch(() => toast('bad', chat('buyer.copyFailed')));
  const known = dataOf(record);
  return (
    <Section title={t('section.facts')}>
      <LookUpProblem look={record} />
      <dl>
        <Fact name={t('fact.id')}>
          <span className="numbers">{buyer.buyerId}</span>
          <IconButton icon="copy" label={t('fact.copy')} onClick={() => void copy()} />
        </Fact>
        <Fact name={t('fact.marketplace')}>{MARKETPLACE_NAMES[shop.marketplace]}</Fact>
        <Fact name={t('fact.shop')}>{shopName(shop)}</Fact>
        <Fact name={t('fact.site')}>{countryName(shop.country)}</Fact>
        <Fact name={t('fact.status')}>{status === 'closed' ? chat('status.closed') : t('fact.open')}</Fact>
        {known !== null && <FirstContact record={known} />}
        <Fact name={t('fact.lastContact')}>
          <span className="numbers">{fullTime(Math.max(lastMessageAt, known?.lastContactAt ?? 0))}</span>
        </Fact>
        <Fact name={t('fact.lastAnswer')}>
          <LastAnswer conversation={conversation} />
        </Fact>
      </dl>
    </Section>
  );
}

/** A history that is not loaded to its beginning may hold an earlier message. */
function FirstContact({ record: { firstContactAt, isFirstContactSure } }: { readonly record: BuyerRecordView }) {
  const { t } = useTranslation('buyer');
  const time = firstContactAt === null ? null : fullTime(firstContactAt);
  return (
    <Fact name={t('fact.firstContact')}>
      {time === null ? (
        t('fact.noContact')
      ) : (
        <span className="numbers">{isFirstContactSure ? time : t('fact.firstOrEarlier', { time })}</span>
      )}
    </Fact>
  );
}

/**
 * Whether the buyer has read the shop's newest answer. While the answer is not loaded, only what the conversation's row
 * knows: the words, when the newest message is the answer.
 */
function LastAnswer({ conversation }: { readonly conversation: ConversationView }) {
  const { t } = useTranslation('buyer');
  const { t: chat } = useTranslation('chat');
  const window = useDeskState((state) => state.windows.get(conversation.conversationId));
  const newest = messagesOf(window).findLast((message) => message.author === 'seller');
  const read = conversation.buyerReadPosition;
  if (newest !== undefined) {
    return read !== null && comparePositions(newest.position, read) <= 0 ? t('fact.readAll') : t('fact.notRead');
  }
  if (conversation.lastMessage?.author === 'seller') return previewText(conversation, chat);
  return window?.state === 'loaded' && window.older === 'no' ? t('fact.noAnswer') : t('fact.answerNotLoaded');
}
