import type { ConversationView } from '@pasar/api';
import { useDeskState } from '../../../base/desk.tsx';
import { useTranslation } from '../../../base/texts/i18n.ts';
import styles from './message-panel.module.css';

/** Shows that the buyer is writing, below the messages. Its space is reserved, so that nothing moves. */
export function TypingLine({ conversation }: { readonly conversation: ConversationView }) {
  const { t } = useTranslation('chat');
  const isTyping = useDeskState((state) => state.typing.has(conversation.conversationId));
  return (
    <div className={styles.typing} role="status">
      {isTyping && (
        <>
          <span className={styles.dots} aria-hidden="true">
            <i />
            <i />
            <i />
          </span>
          {t('typing', { name: conversation.buyer.name })}
        </>
      )}
    </div>
  );
}
