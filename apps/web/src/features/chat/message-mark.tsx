import { reasonText } from '@pasar/api';
import { REASON_CODES } from '@pasar/domain';
import { useTranslation } from 'react-i18next';
import { useDesk } from '../../shell/desk.tsx';
import { useLocale } from '../../shell/i18n.ts';
import { Button } from '../../ui/button.tsx';
import { Icon, type IconName } from '../../ui/icon.tsx';
import styles from './message-bubble.module.css';
import type { RowMark } from './message-rows.ts';

/** A mark and a word: pending, sent, read; with a reason and a way on where it needs a person. */
export function MessageMark({ mark }: { readonly mark: RowMark }) {
  const { t } = useTranslation('chat');
  switch (mark.kind) {
    case 'none':
      return null;
    case 'pending':
      return <Word icon="clock" text={t('mark.pending')} kind={mark.kind} />;
    case 'waiting':
      return <Word icon="clock" text={t('mark.waiting')} kind={mark.kind} />;
    case 'sent':
      return <Word icon="check" text={t('mark.sent')} kind={mark.kind} />;
    case 'read':
      return <Word icon="check" text={t('mark.read')} kind={mark.kind} />;
    case 'unconfirmed':
    case 'failed':
    case 'refused':
      return <Trouble mark={mark} />;
  }
}

function Word({ icon, text, kind }: { readonly icon: IconName; readonly text: string; readonly kind: string }) {
  return (
    <span className={styles.mark} data-mark={kind}>
      <Icon name={icon} size={13} />
      {text}
    </span>
  );
}

type TroubleMark = Extract<RowMark, { readonly kind: 'unconfirmed' | 'failed' | 'refused' }>;

function Trouble({ mark }: { readonly mark: TroubleMark }) {
  const { t } = useTranslation('chat');
  const desk = useDesk();
  const { text, detail } = useTrouble(mark);
  return (
    <div className={mark.kind === 'unconfirmed' ? styles.doubt : styles.trouble} data-mark={mark.kind}>
      <Icon name={mark.kind === 'unconfirmed' ? 'question' : 'failed'} size={14} />
      <span>{text}</span>
      {mark.kind === 'unconfirmed' && (
        <Button kind="link" onClick={() => desk.sender.checkDelivery(mark.delivery)}>
          {t('mark.check')}
        </Button>
      )}
      {mark.kind === 'failed' && (
        <Button kind="link" onClick={() => desk.sender.retryDelivery(mark.delivery)}>
          {t('mark.retry')}
        </Button>
      )}
      {mark.kind === 'refused' && (
        <>
          <Button kind="link" onClick={() => desk.sender.retry(mark.pending.clientId)}>
            {t('mark.retry')}
          </Button>
          <TakeBack clientId={mark.pending.clientId} conversationId={mark.pending.conversationId} />
        </>
      )}
      {detail !== null && (
        <details className={styles.markDetail}>
          <summary>{t('mark.details')}</summary>
          {detail}
        </details>
      )}
    </div>
  );
}

/** The text goes back into the composer, before what stands there. */
function TakeBack({ clientId, conversationId }: { readonly clientId: string; readonly conversationId: string }) {
  const { t } = useTranslation('chat');
  const desk = useDesk();
  const takeBack = () => {
    const text = desk.sender.takeBack(clientId);
    const drafts = desk.drafts;
    if (text === null || drafts === null) return;
    const draft = drafts.get().get(conversationId) ?? '';
    drafts.set(conversationId, draft === '' ? text : `${text}\n${draft}`);
  };
  return (
    <Button kind="link" onClick={takeBack}>
      {t('mark.edit')}
    </Button>
  );
}

/** What happened, in the person's language, and the other side's own words. */
function useTrouble(mark: TroubleMark): { readonly text: string; readonly detail: string | null } {
  const { t } = useTranslation('chat');
  const { t: shell } = useTranslation('shell');
  const locale = useLocale();
  const failed = (why: string) =>
    why === '' ? t('mark.failed') : shell('sentences', { first: t('mark.failed'), second: why });
  if (mark.kind === 'unconfirmed')
    return { text: t('mark.unconfirmed'), detail: mark.delivery.refusal?.detail ?? null };
  if (mark.kind === 'failed') {
    const { refusal } = mark.delivery;
    return {
      text: failed(refusal === null ? '' : reasonText(refusal.reason, locale)),
      detail: refusal?.detail ?? null,
    };
  }
  const { phase } = mark.pending;
  if (phase.state !== 'refused') return { text: failed(''), detail: null };
  const known = REASON_CODES.find((code) => code === phase.code);
  // A code of ours is said in the language of now; the sentence came in the language of then.
  return { text: failed(known === undefined ? phase.reason : reasonText(known, locale)), detail: phase.detail };
}
