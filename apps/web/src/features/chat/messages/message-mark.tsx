import { isReasonCode } from '@pasar/domain';
import { failedLine, lazyScreen, withTexts } from '../../../base/lazy-screen.tsx';
import { notSentText, type Translate, useLocale, useTranslation } from '../../../base/texts/i18n.ts';
import { Icon, type IconName } from '../../../ui/icon.tsx';
import { awaitedText } from '../texts/awaited-text.ts';
import type { DeliveryStepsProps } from './delivery-steps.tsx';
import styles from './message-bubble.module.css';
import type { RowMark, TroubleMark } from './message-rows.ts';
import { needMessagesTexts } from './need-texts.ts';

// Most messages arrive, so the code of these buttons is loaded with the first that does not.
const DeliverySteps = lazyScreen<DeliveryStepsProps>(
  () => withTexts(needMessagesTexts, () => import('./delivery-steps.tsx').then(({ DeliverySteps }) => DeliverySteps)),
  { failed: failedLine },
);

interface MarkProps {
  readonly mark: RowMark;
  readonly t: Translate<'chat'>;
}

/** The icon of a normal state beside its bubble: pending, sent, read. */
export function MessageSign({ mark, t }: MarkProps) {
  switch (mark.kind) {
    case 'pending':
      return <Sign icon="clock" text={t('mark.pending')} kind={mark.kind} />;
    case 'sent':
      return <Sign icon="check" text={t('mark.sent')} kind={mark.kind} />;
    case 'read':
      return <Sign icon="checks" text={t('mark.read')} kind={mark.kind} />;
    default:
      return null;
  }
}

/** What stands under a bubble: for what the message waits, or why it was not sent, with actions for the person. */
export function MessageMark({ mark, t }: MarkProps) {
  switch (mark.kind) {
    case 'waiting':
      return <Word icon="clock" text={awaitedText(mark.awaited, t)} kind={mark.kind} />;
    case 'unconfirmed':
    case 'failed':
    case 'refused':
      return <Trouble mark={mark} />;
    default:
      return null;
  }
}

interface SignProps {
  readonly icon: IconName;
  readonly text: string;
  readonly kind: RowMark['kind'];
}

/**
 * A normal state takes no space of its own: an icon beside the bubble, with its text on hover and for screen readers.
 */
function Sign({ icon, text, kind }: SignProps) {
  return (
    <span className={styles.sign} data-mark={kind} data-tip={text}>
      <Icon name={icon} size={14} />
      <span className="visually-hidden">{text}</span>
    </span>
  );
}

/** A state that the person waits for is shown as text. */
function Word({ icon, text, kind }: SignProps) {
  return (
    <span className={styles.mark} data-mark={kind}>
      <Icon name={icon} size={13} />
      {text}
    </span>
  );
}

function Trouble({ mark }: { readonly mark: TroubleMark }) {
  const { t } = useTranslation('chat');
  const { text, detail } = useTrouble(mark);
  return (
    <div className={mark.kind === 'unconfirmed' ? styles.doubt : styles.trouble} data-mark={mark.kind}>
      <Icon name={mark.kind === 'unconfirmed' ? 'question' : 'failed'} size={14} />
      <p>{text}</p>
      <div className={styles.steps}>
        <DeliverySteps mark={mark} />
        {detail !== null && (
          <details className={styles.markDetail}>
            <summary>{t('mark.details')}</summary>
            {detail}
          </details>
        )}
      </div>
    </div>
  );
}

/** What happened, in the person's language, and the other side's own words. */
function useTrouble(mark: TroubleMark): { readonly text: string; readonly detail: string | null } {
  const { t } = useTranslation('chat');
  const { t: common } = useTranslation('common');
  const locale = useLocale();
  const failed = (why: string) =>
    why === '' ? t('mark.failed') : common('sentences', { first: t('mark.failed'), second: why });
  if (mark.kind === 'unconfirmed')
    return { text: t('mark.unconfirmed'), detail: mark.delivery.refusal?.detail ?? null };
  if (mark.kind === 'failed') {
    const { refusal } = mark.delivery;
    return {
      text: failed(refusal === null ? '' : notSentText(refusal.reason, locale)),
      detail: refusal?.detail ?? null,
    };
  }
  const { phase } = mark.pending;
  if (phase.state !== 'refused') return { text: failed(''), detail: null };
  // A known code is shown in the present language; the sentence itself came in the language of the call.
  const why = isReasonCode(phase.code) ? notSentText(phase.code, locale) : phase.reason;
  return { text: failed(why), detail: phase.detail };
}
