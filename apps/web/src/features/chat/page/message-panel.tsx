import type { ConversationId } from '@pasar/domain';
import { useEffect, useLayoutEffect } from 'react';
import { useDesk, useDeskState } from '../../../base/desk.tsx';
import { lazyScreen, withTexts } from '../../../base/lazy-screen.tsx';
import { needDeliveryTexts, useTranslation } from '../../../base/texts/i18n.ts';
import { Empty } from '../../../ui/empty.tsx';
import { SkeletonBubbles } from '../../../ui/skeleton.tsx';
import { needCardsTexts } from '../cards/need-texts.ts';
import styles from './message-panel.module.css';
import type { OpenConversationProps } from './open-conversation.tsx';
import { useStance } from './use-stance.ts';

export interface MessagePanelProps extends Omit<OpenConversationProps, 'conversation' | 'shop'> {
  readonly id: ConversationId | null;
}

/**
 * The open conversation, with the texts that only it needs. The lists are painted without it; the page loads it after
 * the first paint, before a person can choose a conversation.
 */
export const OpenConversation = lazyScreen<OpenConversationProps>(
  () =>
    withTexts(
      () => Promise.all([needDeliveryTexts(), needCardsTexts()]),
      () => import('./open-conversation.tsx').then(({ OpenConversation }) => OpenConversation),
    ),
  { coming: () => <SkeletonBubbles /> },
);

/** The open conversation, or the landing prompt. */
export function MessagePanel(props: MessagePanelProps) {
  const { t } = useTranslation('chat');
  const desk = useDesk();
  const { id } = props;
  const conversation = useDeskState((state) => (id === null ? undefined : state.shown.get(id)));
  const shop = useDeskState((state) => (conversation === undefined ? undefined : state.shops.get(conversation.shopId)));
  const isReady = useDeskState((state) => state.boot.state === 'ready');
  const isComing = useDeskState((state) => id !== null && state.windows.get(id)?.state === 'loading');
  // Before the paint, so that loaded messages are shown in the same frame.
  useLayoutEffect(() => {
    if (isReady) desk.windows.open(id);
  }, [desk, id, isReady]);
  useEffect(() => () => desk.windows.open(null), [desk]);
  useStance(id);

  return (
    <section
      className={styles.panel}
      aria-label={t('messages.label')}
      data-pane="messages"
      tabIndex={-1}
      aria-busy={!isReady}
    >
      <div data-toasts="" />
      {conversation === undefined ? (
        <Landing isReady={isReady && !isComing} />
      ) : (
        <OpenConversation {...props} conversation={conversation} shop={shop ?? null} />
      )}
    </section>
  );
}

/** The landing prompt of spec 1 §2. */
function Landing({ isReady }: { readonly isReady: boolean }) {
  const { t } = useTranslation('chat');
  if (!isReady) return <SkeletonBubbles />;
  return <Empty icon="chat" title={t('landing.title')} text={t('landing.text')} />;
}
