import type { OfferView } from '@pasar/api';
import type { ConversationId, MessageId } from '@pasar/domain';
import { useEffect, useRef, useState } from 'react';
import { useLookUp } from '../../../base/look-up.ts';
import { failureText } from '../../../base/texts/failure-text.ts';
import { useTranslation } from '../../../base/texts/i18n.ts';
import { Button } from '../../../ui/button.tsx';
import { toast } from '../../../ui/toasts.tsx';
import { ASKED_OFFER } from './card-look-up.ts';
import { answerOffer } from './commands.ts';
import styles from './content-cards.module.css';
import { OfferDialog } from './offer-dialog.tsx';

export interface OfferAnswersProps {
  readonly messageId: MessageId;
  readonly conversationId: ConversationId | null;
  readonly offer: OfferView;
}

/**
 * The answers to an offer that waits. Accepting costs the shop money and asks once; rejecting costs nothing and is told
 * at once.
 */
export function OfferAnswers({ messageId, conversationId, offer }: OfferAnswersProps) {
  const { t } = useTranslation('cards');
  const { t: common } = useTranslation('common');
  const [isAsking, setIsAsking] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  // An answer of which nothing was heard is looked up until the marketplace says what became of it.
  useLookUp(ASKED_OFFER, { messageId }, offer.state.state === 'asked');
  const box = useRef<HTMLDivElement>(null);
  const hadFocus = useRef(false);
  const isWaiting = offer.state.state === 'waiting';
  // The buttons are gone once the offer is answered, so what stands in their place takes the keyboard.
  useEffect(() => {
    if (!isWaiting && hadFocus.current) box.current?.focus();
    hadFocus.current = false;
  }, [isWaiting]);
  const answer = async (isAccepted: boolean) => {
    hadFocus.current = true;
    setIsBusy(true);
    const result = await answerOffer(messageId, offer, isAccepted);
    setIsBusy(false);
    if (!result.ok) toast('bad', failureText(result.failure, common));
    else if (result.data.outcome === 'lost') toast('bad', t('offer.lost'));
    else if (result.data.outcome === 'unasked') toast('info', t('offer.changed'));
  };
  if (!isWaiting) return <div ref={box} className={styles.answers} tabIndex={-1} />;
  return (
    <div ref={box} className={styles.answers} aria-busy={isBusy}>
      <Button kind="plain" disabled={isBusy} onClick={() => setIsAsking(true)}>
        {t('offer.accept')}
      </Button>
      <Button kind="plain" disabled={isBusy} onClick={() => void answer(false)}>
        {t('offer.reject')}
      </Button>
      {isAsking && (
        <OfferDialog
          offer={offer}
          conversationId={conversationId}
          onConfirm={() => void answer(true)}
          onClose={() => setIsAsking(false)}
        />
      )}
    </div>
  );
}
