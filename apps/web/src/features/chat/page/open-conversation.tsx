import type { ConversationView, MessageView, ShopView } from '@pasar/api';
import type { ConversationId } from '@pasar/domain';
import { waitedForLogin } from '@pasar/sync';
import { useCallback, useMemo, useState } from 'react';
import { useDesk, useDeskState } from '../../../base/desk.tsx';
import { failedDialog, failedLine, lazyScreen, withTexts } from '../../../base/lazy-screen.tsx';
import { failureText } from '../../../base/texts/failure-text.ts';
import { useTranslation } from '../../../base/texts/i18n.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { Button } from '../../../ui/button.tsx';
import { Empty } from '../../../ui/empty.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { SkeletonBubbles } from '../../../ui/skeleton.tsx';
import { Composer } from '../composer/composer.tsx';
import type { FindPanelProps } from '../finding/find-panel.tsx';
import { MessageList } from '../messages/message-list.tsx';
import { needMessagesTexts } from '../messages/need-texts.ts';
import type { RecallDialogProps } from '../messages/recall-dialog.tsx';
import type { ThanksOfferProps } from '../messages/thanks-offer.tsx';
import { WaitedOffer } from '../messages/waited-offer.tsx';
import { buyerPicture } from '../pictures/picture-source.ts';
import { ariaKeys, shownKeys } from '../place/open-actions.ts';
import { requestFocus } from '../place/selection.ts';
import { AssigneeButton } from '../together/assignee-button.tsx';
import { ColleaguesHere } from '../together/colleagues-here.tsx';
import { ViewerPlace } from '../viewer/viewer-place.tsx';
import { Announcer } from './announcer.tsx';
import styles from './message-panel.module.css';
import { ShopLine } from './shop-line.tsx';
import type { StateLinesProps } from './state-lines.tsx';
import { TypingLine } from './typing-line.tsx';
import { type OpenActionsProps, useOpenActions } from './use-open-actions.ts';

const RecallDialog = lazyScreen<RecallDialogProps>(
  () =>
    withTexts(needMessagesTexts, () =>
      import('../messages/recall-dialog.tsx').then(({ RecallDialog }) => RecallDialog),
    ),
  { failed: failedDialog(({ onClose }) => onClose()) },
);

const FindPanel = lazyScreen<FindPanelProps>(
  () => withTexts(needMessagesTexts, () => import('../finding/find-panel.tsx').then(({ FindPanel }) => FindPanel)),
  { failed: failedLine },
);

const StateLines = lazyScreen<StateLinesProps>(
  () => import('./load-state-lines.ts').then(({ loadStateLines }) => loadStateLines()),
  { failed: () => null },
);

const ThanksOffer = lazyScreen<ThanksOfferProps>(
  () => import('../messages/thanks-offer.tsx').then(({ ThanksOffer }) => ThanksOffer),
  { failed: () => null },
);

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
  const id = conversation.conversationId;
  // Another conversation begins without a search.
  const [findingIn, setFindingIn] = useState<ConversationId | null>(null);
  const isFinding = findingIn === id;
  const find = useCallback(() => setFindingIn((held) => (held === id ? null : id)), [id]);
  const closeFind = () => {
    setFindingIn(null);
    requestFocus(id);
  };
  return (
    <>
      <Header {...props} isFinding={isFinding} onFind={find} />
      {isFinding && <FindPanel id={id} onClose={closeFind} />}
      <Body id={conversation.conversationId} />
      <TypingLine conversation={conversation} />
      <Waited id={conversation.conversationId} />
      {conversation.waitingSince !== null && <ThanksOffer conversation={conversation} />}
      {(conversation.isDeleted || conversation.status === 'closed') && (
        <StateLines conversation={conversation} shop={shop} />
      )}
      <Composer conversation={conversation} shop={shop} onLeave={props.onLeave} />
      <ViewerPlace />
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

function Header(props: OpenConversationProps & Pick<OpenActionsProps, 'isFinding' | 'onFind'>) {
  const { conversation, shop, isAlone, onClose } = props;
  const { t } = useTranslation('chat');
  const { conversationId, buyer, status } = conversation;
  const [recalled, setRecalled] = useState<MessageView | null>(null);
  const actions = useOpenActions({ ...props, onRecall: setRecalled });
  return (
    <header className={styles.header} data-toasts="">
      {isAlone && <IconButton icon="back" label={t('action.back')} onClick={onClose} />}
      <Avatar name={buyer.name} seed={buyer.buyerId} url={buyerPicture(conversation, shop)} size={36} />
      <div className={styles.who}>
        <h2 className={styles.name}>{buyer.name}</h2>
        {shop !== null && <ShopLine shop={shop} isClosed={status === 'closed'} />}
      </div>
      <ColleaguesHere id={conversationId} />
      <AssigneeButton conversation={conversation} />
      {actions.map(
        ({ key, icon, label, isOn, whyNot, run }) =>
          key !== 'recall' &&
          key !== 'assign' &&
          key !== 'close' &&
          key !== 'note' && (
            <IconButton
              key={key}
              icon={icon}
              label={whyNot ?? label}
              {...(whyNot === null ? { keys: shownKeys(key), 'aria-keyshortcuts': ariaKeys(key) } : {})}
              aria-disabled={whyNot !== null || undefined}
              isOn={whyNot === null ? isOn : undefined}
              onClick={() => whyNot === null && run()}
            />
          ),
      )}
      {recalled?.conversationId === conversationId && (
        <RecallDialog message={recalled} onClose={() => setRecalled(null)} />
      )}
    </header>
  );
}
