import type { ConversationId } from '@pasar/domain';
import { useEffect, useLayoutEffect } from 'react';
import { useDesk, useDeskState, useReadable } from '../../../base/desk.tsx';
import { reasonText, useLocale, useTranslation } from '../../../base/texts/i18n.ts';
import { Button } from '../../../ui/button.tsx';
import { Empty } from '../../../ui/empty.tsx';
import { SkeletonBubbles } from '../../../ui/skeleton.tsx';
import { conversationCode, loadConversationCode } from './conversation-code.ts';
import styles from './message-panel.module.css';
import type { OpenConversationProps } from './open-conversation.tsx';

export interface MessagePanelProps extends Omit<OpenConversationProps, 'conversation' | 'shop'> {
  readonly id: ConversationId | null;
}

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

  return (
    <section
      className={styles.panel}
      aria-label={t('messages.label')}
      data-pane="messages"
      tabIndex={-1}
      aria-busy={!isReady}
    >
      {conversation === undefined ? (
        <Landing isReady={isReady && !isComing} />
      ) : (
        <Opened {...props} conversation={conversation} shop={shop ?? null} />
      )}
    </section>
  );
}

/**
 * The open conversation. Its code is loaded right after the first paint; until then the panel shows the same skeleton
 * as for messages.
 */
function Opened(props: OpenConversationProps) {
  const { t } = useTranslation('common');
  const locale = useLocale();
  const code = useReadable(conversationCode);
  if (code.state === 'here') return <code.OpenConversation {...props} />;
  if (code.state === 'coming') return <SkeletonBubbles />;
  return (
    <Empty icon="plug" title={t('start.failed')} text={reasonText('loading_failed', locale)}>
      <Button kind="plain" onClick={() => void loadConversationCode()}>
        {t('tryAgain')}
      </Button>
    </Empty>
  );
}

/** The landing prompt of spec 1 §2. */
function Landing({ isReady }: { readonly isReady: boolean }) {
  const { t } = useTranslation('chat');
  if (!isReady) return <SkeletonBubbles />;
  return <Empty icon="chat" title={t('landing.title')} text={t('landing.text')} />;
}
