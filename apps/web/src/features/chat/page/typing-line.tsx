import type { ConversationView } from '@pasar/api';
import { colleaguesAt } from '@pasar/sync';
import { useColleagueName } from '../../../base/colleagues.ts';
import { useDeskState } from '../../../base/desk.tsx';
import { useTranslation } from '../../../base/texts/i18n.ts';
import styles from './message-panel.module.css';

/**
 * Shows that a colleague or the buyer is writing, below the messages: first the colleague, because two answers would
 * cross. Its space is reserved, so that nothing moves.
 */
export function TypingLine({ conversation }: { readonly conversation: ConversationView }) {
  const { t } = useTranslation('chat');
  const { conversationId, buyer } = conversation;
  const isTyping = useDeskState((state) => state.typing.has(conversationId));
  const colleague = useColleagueName(
    useDeskState((state) => colleaguesAt(state, conversationId).find((one) => one.isTyping)?.memberId ?? null),
  );
  return (
    <div className={styles.typing} role="status">
      {(isTyping || colleague !== null) && (
        <>
          <span className={styles.dots} aria-hidden="true">
            <i />
            <i />
            <i />
          </span>
          {colleague === null ? t('typing', { name: buyer.name }) : t('typing.colleague', { name: colleague })}
        </>
      )}
    </div>
  );
}
