import type { ConversationView, ShopView } from '@pasar/api';
import { type ConversationId, offers } from '@pasar/domain';
import { waitedForLogin } from '@pasar/sync';
import { useMemo } from 'react';
import { useDesk, useDeskState } from '../../../base/desk.tsx';
import { shopName } from '../../../base/shops/health.ts';
import { useCountryName } from '../../../base/texts/country-name.ts';
import { failureText } from '../../../base/texts/failure-text.ts';
import { useTranslation } from '../../../base/texts/i18n.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { Button } from '../../../ui/button.tsx';
import { Empty } from '../../../ui/empty.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { MARKETPLACE_NAMES, MarketplaceMark } from '../../../ui/marketplace-mark.tsx';
import { SkeletonBubbles } from '../../../ui/skeleton.tsx';
import { Composer } from '../composer/composer.tsx';
import { MessageList } from '../messages/message-list.tsx';
import { WaitedOffer } from '../messages/waited-offer.tsx';
import { buyerPicture } from '../pictures/picture-source.ts';
import { requestFocus } from '../place/selection.ts';
import { Announcer } from './announcer.tsx';
import styles from './message-panel.module.css';
import { TypingLine } from './typing-line.tsx';

export interface OpenConversationProps {
  readonly conversation: ConversationView;
  readonly shop: ShopView | null;
  readonly isBuyerShown: boolean;
  /** The window is too narrow for the list beside the conversation. */
  readonly isAlone: boolean;
  readonly onToggleBuyer: () => void;
  /** Returns the focus to the list. */
  readonly onLeave: () => void;
  /** Closes the conversation. */
  readonly onClose: () => void;
}

/** The buyer's name, the messages and the composer. */
export function OpenConversation(props: OpenConversationProps) {
  const { conversation, shop } = props;
  return (
    <>
      <Header {...props} />
      <Body id={conversation.conversationId} />
      <TypingLine conversation={conversation} />
      <Waited id={conversation.conversationId} />
      <Composer conversation={conversation} shop={shop} onLeave={props.onLeave} />
      <Announcer id={conversation.conversationId} name={conversation.buyer.name} />
    </>
  );
}

function Body({ id }: { readonly id: ConversationId }) {
  const { t } = useTranslation('chat');
  const { t: common } = useTranslation('common');
  const desk = useDesk();
  const window = useDeskState((state) => state.windows.get(id));
  if (window === undefined || window.state === 'loading') return <SkeletonBubbles />;
  if (window.state === 'failed') {
    return (
      <Empty icon="plug" title={t('messages.failed')} text={failureText(window.failure, common)}>
        <Button kind="plain" onClick={() => desk.windows.reload(id)}>
          {common('tryAgain')}
        </Button>
      </Empty>
    );
  }
  return <MessageList id={id} />;
}

/** Answers of this conversation that a lost login kept back, once the shop is logged in again. */
function Waited({ id }: { readonly id: ConversationId }) {
  const deliveries = useDeskState((state) => state.deliveries.get(id));
  const askedDeliveries = useDeskState((state) => state.askedDeliveries);
  const shops = useDeskState((state) => state.shops);
  const waited = useMemo(() => {
    const here = new Map(deliveries === undefined ? [] : [[id, deliveries] as const]);
    return waitedForLogin({ deliveries: here, askedDeliveries, shops });
  }, [id, deliveries, askedDeliveries, shops]);
  return <WaitedOffer deliveries={waited} onSend={() => requestFocus(id)} />;
}

function Header({ conversation, shop, isBuyerShown, isAlone, onToggleBuyer, onClose }: OpenConversationProps) {
  const { t } = useTranslation('chat');
  const desk = useDesk();
  const countryName = useCountryName();
  const { conversationId, buyer, isPinned, isMuted, isFavorite, status } = conversation;
  const markUnread = () => {
    desk.settings.markUnread(conversationId);
    // An open conversation would be marked as read again at once.
    onClose();
  };
  return (
    <header className={styles.header}>
      {isAlone && <IconButton icon="back" label={t('action.back')} onClick={onClose} />}
      <Avatar name={buyer.name} seed={buyer.buyerId} url={buyerPicture(conversation, shop)} size={36} />
      <div className={styles.who}>
        <h2 className={styles.name}>{buyer.name}</h2>
        {shop !== null && (
          <p
            className={styles.where}
            data-tip={`${MARKETPLACE_NAMES[shop.marketplace]} · ${shopName(shop)} · ${countryName(shop.country)}`}
          >
            <MarketplaceMark marketplace={shop.marketplace} />
            <span className="visually-hidden">{MARKETPLACE_NAMES[shop.marketplace]}</span>
            <span className={styles.shop}>{shopName(shop)}</span>
            <span className={styles.country}>· {countryName(shop.country)}</span>
            <span className={status === 'closed' ? styles.closed : styles.open}>
              {status === 'closed' ? t('status.closed') : t('status.open')}
            </span>
          </p>
        )}
      </div>
      <IconButton
        icon="pin"
        label={isPinned ? t('action.unpin') : t('action.pin')}
        isOn={isPinned}
        onClick={() => desk.settings.setPinned(conversationId, !isPinned)}
      />
      {shop && offers(shop.marketplace, 'favorite') && (
        <IconButton
          icon="star"
          label={isFavorite ? t('action.unfavorite') : t('action.favorite')}
          isOn={isFavorite}
          onClick={() => desk.settings.setFavorite(conversationId, !isFavorite)}
        />
      )}
      {shop && offers(shop.marketplace, 'mute') && (
        <IconButton
          icon="mute"
          label={isMuted ? t('action.unmute') : t('action.mute')}
          isOn={isMuted}
          onClick={() => desk.settings.setMuted(conversationId, !isMuted)}
        />
      )}
      <IconButton icon="unread" label={t('action.markUnread')} onClick={markUnread} />
      <IconButton icon="panel" label={t('action.buyer')} isOn={isBuyerShown} onClick={onToggleBuyer} />
    </header>
  );
}
