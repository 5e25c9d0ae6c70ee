import type { ConversationView } from '@pasar/api';
import { isOnlyThanks } from '@pasar/domain';
import { messagesOf } from '@pasar/sync';
import { useMemo } from 'react';
import { useDesk, useDeskState } from '../../../base/desk.tsx';
import { useTranslation } from '../../../base/texts/i18n.ts';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import styles from '../../../ui/offer-line.module.css';
import { requestFocus } from '../place/selection.ts';

export interface ThanksOfferProps {
  readonly conversation: ConversationView;
}

/** Where the buyer's unanswered messages only thank, one press takes the conversation out of the queue. */
export function ThanksOffer({ conversation: { conversationId: id, waitingSince } }: ThanksOfferProps) {
  const { t } = useTranslation('chat');
  const desk = useDesk();
  const messages = useDeskState((state) => messagesOf(state.windows.get(id)));
  const areThanks = useMemo(() => {
    const answered = messages.findLastIndex(({ author }) => author === 'seller');
    const open = messages
      .slice(answered + 1)
      .filter(({ author, status }) => author === 'buyer' && status === 'available');
    return open.length > 0 && open.every(({ content }) => isOnlyThanks(content));
  }, [messages]);
  if (waitingSince === null || !areThanks) return null;
  return (
    <div className={styles.offer} role="status">
      <Icon name="info" size={16} />
      <span className={styles.text}>{t('thanks.text')}</span>
      <Button
        kind="plain"
        onClick={() => {
          desk.settings.setAside(id, true);
          requestFocus(id);
        }}
      >
        {t('action.setAside')}
      </Button>
    </div>
  );
}
