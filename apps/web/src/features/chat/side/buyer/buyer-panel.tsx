import type { ConversationView, ShopView } from '@pasar/api';
import { comparePositions } from '@pasar/domain';
import { messagesOf } from '@pasar/sync';
import type { ReactNode } from 'react';
import { useDeskState } from '../../../../base/desk.tsx';
import { shopName } from '../../../../base/shops/health.ts';
import { useCountryName } from '../../../../base/texts/country-name.ts';
import { useTranslation } from '../../../../base/texts/i18n.ts';
import { fullTime } from '../../../../base/texts/time-format.ts';
import { Avatar } from '../../../../ui/avatar.tsx';
import { IconButton } from '../../../../ui/icon-button.tsx';
import { MARKETPLACE_NAMES, MarketplaceMark } from '../../../../ui/marketplace-mark.tsx';
import { toast } from '../../../../ui/toasts.tsx';
import { useNow } from '../../../../ui/use-now.ts';
import { buyerPicture } from '../../pictures/picture-source.ts';
import { ageText, previewText } from '../../texts/texts.ts';
import styles from './buyer-panel.module.css';

/** The facts about the buyer that the marketplace has given. */
export function BuyerPanel({
  conversation,
  shop,
}: {
  readonly conversation: ConversationView | null;
  readonly shop: ShopView | null;
}) {
  const { t } = useTranslation('chat');
  if (conversation === null) return <p className={styles.none}>{t('buyer.emptyText')}</p>;
  return <Profile conversation={conversation} shop={shop} />;
}

interface ProfileProps {
  readonly conversation: ConversationView;
  readonly shop: ShopView | null;
}

function Profile({ conversation, shop }: ProfileProps) {
  const { t } = useTranslation('chat');
  const now = useNow();
  const countryName = useCountryName();
  const { buyer, waitingSince, lastMessageAt, status } = conversation;
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(buyer.buyerId);
    } catch {
      toast('bad', t('buyer.copyFailed'));
    }
  };
  return (
    <div className={styles.body}>
      <div className={styles.top}>
        <Avatar name={buyer.name} seed={buyer.buyerId} url={buyerPicture(conversation, shop)} size={64}>
          {shop !== null && (
            <span className={styles.mark}>
              <MarketplaceMark marketplace={shop.marketplace} size={20} />
            </span>
          )}
        </Avatar>
        <h3 className={styles.name}>{buyer.name}</h3>
        {waitingSince !== null && (
          <p className={styles.waiting}>{t('buyer.waiting', { age: ageText(waitingSince, now, t) })}</p>
        )}
      </div>
      <dl className={styles.facts}>
        <Fact name={t('buyer.id')}>
          <span className="numbers">{buyer.buyerId}</span>
          <IconButton icon="copy" label={t('buyer.copy')} onClick={() => void copy()} />
        </Fact>
        {shop !== null && (
          <>
            <Fact name={t('buyer.marketplace')}>{MARKETPLACE_NAMES[shop.marketplace]}</Fact>
            <Fact name={t('buyer.shop')}>{shopName(shop)}</Fact>
            <Fact name={t('buyer.country')}>{countryName(shop.country)}</Fact>
          </>
        )}
        <Fact name={t('buyer.status')}>{status === 'closed' ? t('status.closed') : t('status.open')}</Fact>
        <Fact name={t('buyer.lastMessage')}>
          <span className="numbers">{fullTime(lastMessageAt)}</span>
        </Fact>
        <Fact name={t('buyer.lastAnswer')}>
          <LastAnswer conversation={conversation} />
        </Fact>
      </dl>
    </div>
  );
}

/**
 * Whether the buyer has read the shop's newest answer. While the answer is not loaded, only what the conversation's row
 * knows: the words, when the newest message is the answer.
 */
function LastAnswer({ conversation }: { readonly conversation: ConversationView }) {
  const { t } = useTranslation('chat');
  const window = useDeskState((state) => state.windows.get(conversation.conversationId));
  const newest = messagesOf(window).findLast((message) => message.author === 'seller');
  const read = conversation.buyerReadPosition;
  if (newest !== undefined) {
    return read !== null && comparePositions(newest.position, read) <= 0 ? t('buyer.readAll') : t('buyer.notRead');
  }
  if (conversation.lastMessage?.author === 'seller') return previewText(conversation, t);
  return window?.state === 'loaded' && window.older === 'no' ? t('buyer.noAnswer') : t('buyer.answerNotLoaded');
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className={styles.fact}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
