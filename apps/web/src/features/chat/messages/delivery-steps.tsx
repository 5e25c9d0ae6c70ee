import type { DeliveryView } from '@pasar/api';
import type { PendingSend } from '@pasar/sync';
import { useState } from 'react';
import { useDesk, useDeskState } from '../../../base/desk.tsx';
import { inTime } from '../../../base/lazy-screen.tsx';
import { useTranslation } from '../../../base/texts/i18n.ts';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { toast } from '../../../ui/toasts.tsx';
import { usePutBack } from '../place/put-back.ts';
import { outgoingWords } from '../texts/undelivered-text.ts';
import type { TroubleMark } from './message-rows.ts';

export interface DeliveryStepsProps {
  readonly mark: TroubleMark;
}

/** The actions for a message that a person has to decide about. */
export function DeliverySteps({ mark }: DeliveryStepsProps) {
  switch (mark.kind) {
    case 'unconfirmed':
      return <UnconfirmedSteps delivery={mark.delivery} />;
    case 'failed':
      return <FailedSteps delivery={mark.delivery} />;
    case 'refused':
      return <RefusedSteps pending={mark.pending} />;
  }
}

/**
 * The actions for a message in doubt: look for it again, send it as a new message, which the buyer may get twice, or
 * stop showing it. The last two ask for confirmation. All disappear when the message turns up. A message that no person
 * wrote is not offered to be sent again.
 */
function UnconfirmedSteps({ delivery }: { readonly delivery: DeliveryView }) {
  const { t } = useTranslation('messages');
  const { t: chat } = useTranslation('chat');
  const desk = useDesk();
  const [asking, setAsking] = useState<'nothing' | 'resend' | 'dismiss'>('nothing');
  const name = useDeskState((state) => state.shown.get(delivery.conversationId)?.buyer.name ?? '');
  const close = () => setAsking('nothing');
  const { content } = delivery;
  const resend = () => {
    if (content.type === 'image') {
      inTime(import('../pictures/resend-picture.ts'))
        .then(({ resendPicture }) => resendPicture(desk, delivery))
        .catch(() => toast('bad', chat('attach.failed')));
      return;
    }
    // The server has the bytes, and puts this row away itself.
    if (content.type === 'video') {
      desk.sender.resendVideo(delivery);
      return;
    }
    if (content.type === 'text') desk.sender.send(delivery.conversationId, content.text);
    else desk.sender.sendCard(delivery.conversationId, content);
    desk.sender.dismissDelivery(delivery);
  };
  const words = outgoingWords(content, chat);
  return (
    <>
      <Button kind="link" onClick={() => desk.sender.checkDelivery(delivery)}>
        {t('mark.check')}
      </Button>
      {delivery.cause === null && (
        <Button kind="link" onClick={() => setAsking('resend')}>
          {t('mark.resend')}
        </Button>
      )}
      <Button kind="link" onClick={() => setAsking('dismiss')}>
        {t('mark.checked')}
      </Button>
      {asking === 'resend' && (
        <ConfirmDialog
          title={t('resend.title')}
          text={t('resend.text', { name })}
          confirm={t('resend.confirm')}
          cancel={chat('cancel')}
          onConfirm={resend}
          onClose={close}
        >
          {words}
        </ConfirmDialog>
      )}
      {asking === 'dismiss' && (
        <ConfirmDialog
          title={t('dismiss.title')}
          text={t('dismiss.text')}
          confirm={t('dismiss.confirm')}
          cancel={chat('cancel')}
          onConfirm={() => desk.sender.dismissDelivery(delivery)}
          onClose={close}
        >
          {words}
        </ConfirmDialog>
      )}
    </>
  );
}

/**
 * The actions for a message that was certainly not sent: send it again, or edit it where it is a text. One that no person
 * wrote can only be put away: its time is over, and its rule or task says what is sent later.
 */
function FailedSteps({ delivery }: { readonly delivery: DeliveryView }) {
  const { t } = useTranslation('messages');
  const { t: chat } = useTranslation('chat');
  const desk = useDesk();
  const putBack = usePutBack();
  const { content } = delivery;
  const isOfPerson = delivery.cause === null;
  const edit = (text: string) => {
    putBack(delivery.conversationId, text);
    desk.sender.dismissDelivery(delivery);
  };
  return (
    <>
      {isOfPerson && (
        <Button kind="link" onClick={() => desk.sender.retryDelivery(delivery)}>
          {chat('mark.retry')}
        </Button>
      )}
      {isOfPerson && content.type === 'text' ? (
        <Button kind="link" onClick={() => edit(content.text)}>
          {chat('mark.edit')}
        </Button>
      ) : (
        <Button kind="link" onClick={() => desk.sender.dismissDelivery(delivery)}>
          {t('mark.remove')}
        </Button>
      )}
    </>
  );
}

/** The codes of a picture and a video whose bytes are lost: they cannot be sent again. */
const LOST: ReadonlySet<string> = new Set(['image_data_missing', 'video_lost']);

/** The same for a message that Pasar's server refused. */
function RefusedSteps({ pending }: { readonly pending: PendingSend }) {
  const { clientId, conversationId, content, phase } = pending;
  const isText = content.type === 'text';
  const isLost = phase.state === 'refused' && LOST.has(phase.code);
  const { t } = useTranslation('messages');
  const { t: chat } = useTranslation('chat');
  const desk = useDesk();
  const putBack = usePutBack();
  const edit = () => {
    const text = desk.sender.takeBack(clientId);
    if (text !== null && isText) putBack(conversationId, text);
  };
  return (
    <>
      {!isLost && (
        <Button kind="link" onClick={() => desk.sender.retry(clientId)}>
          {chat('mark.retry')}
        </Button>
      )}
      <Button kind="link" onClick={edit}>
        {isText ? chat('mark.edit') : t('mark.remove')}
      </Button>
    </>
  );
}
