import { useEffect, useRef, useState } from 'react';
import { useDesk, useDeskState, useReadable } from '../../base/desk.tsx';
import { showShopOverlay } from '../../base/shops/overlay.ts';
import {
  cancelQueue,
  clearQueue,
  type QueueItem,
  queueSignIns,
  type Standing,
  signInQueue,
  standingOf,
} from '../../base/shops/sign-in-queue.ts';
import { wayBackIn } from '../../base/shops/way-back-in.ts';
import { failureText } from '../../base/texts/failure-text.ts';
import { useLocale, useTranslation } from '../../base/texts/i18n.ts';
import { refusalText } from '../../base/texts/refusal-text.ts';
import { Button } from '../../ui/button.tsx';
import { MarketplaceMark } from '../../ui/marketplace-mark.tsx';
import { AnswerDialog } from './answer-dialog.tsx';
import styles from './sign-in-queue.module.css';

/** The sign-ins that are made in turn: how far they are, what waits for the person, and what did not work. */
export function SignInQueue() {
  const { t } = useTranslation('signIn');
  const desk = useDesk();
  const { items, asked } = useReadable(signInQueue);
  const signIns = useDeskState((state) => state.signIns);
  const [isAnswering, setIsAnswering] = useState(false);
  if (items.length === 0) return null;
  const of = (wanted: Standing) => items.filter((item) => standingOf(item, signIns) === wanted);
  const [done, failed, queued, running] = [of('done'), of('failed'), of('queued'), of('running')];
  const isOver = queued.length + running.length + asked.length === 0;
  return (
    <section className={styles.queue} aria-label={t('queue.title')} data-queue={isOver ? 'over' : 'running'}>
      <div className={styles.head}>
        <progress max={items.length} value={items.length - queued.length - running.length - asked.length} />
        <p role="status">
          {t('queue.done', { done: done.length, total: items.length })}
          {failed.length > 0 && <span className={styles.bad}> · {t('queue.failed', { count: failed.length })}</span>}
          {queued.length > 0 && <span className={styles.hint}> · {t('queue.open')}</span>}
        </p>
        {asked.length > 0 && <AnswerButton count={asked.length} onPress={() => setIsAnswering(true)} />}
        {!isOver && (
          <Button kind="link" onClick={() => cancelQueue(desk)}>
            {t('queue.cancel')}
          </Button>
        )}
        {isOver && failed.length > 0 && (
          <Button kind="plain" onClick={() => queueSignIns(desk, failed)}>
            {t('queue.again')}
          </Button>
        )}
        {isOver && (
          <Button kind="link" onClick={clearQueue}>
            {t('queue.clear')}
          </Button>
        )}
      </div>
      {failed.length > 0 && <Failed items={failed} />}
      {isAnswering && <AnswerDialog onClose={() => setIsAnswering(false)} />}
    </section>
  );
}

/** Has the focus when it appears and nothing else has it, so that the keyboard alone suffices. */
function AnswerButton({ count, onPress }: { readonly count: number; readonly onPress: () => void }) {
  const { t } = useTranslation('signIn');
  const button = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    if (document.activeElement === document.body) button.current?.querySelector('button')?.focus();
  }, []);
  return (
    <span ref={button}>
      <Button kind="primary" onClick={onPress}>
        {t('queue.answer', { count })}
      </Button>
    </span>
  );
}

/** What did not work and why, each with the way to log in by hand. */
function Failed({ items }: { readonly items: readonly QueueItem[] }) {
  const { t } = useTranslation('signIn');
  const { t: common } = useTranslation('common');
  const locale = useLocale();
  const desk = useDesk();
  const signIns = useDeskState((state) => state.signIns);
  const whyOf = ({ failure, signInId }: QueueItem): string => {
    if (failure !== null) return failureText(failure, common);
    const refusal = signInId === null ? null : (signIns.get(signInId)?.refusal ?? null);
    return refusal === null ? t('signIn.failed') : refusalText(refusal, locale, common);
  };
  return (
    <ul className={styles.failed} aria-label={t('queue.results')}>
      {items.map((item) => (
        <li key={item.connectionId}>
          <MarketplaceMark marketplace={item.marketplace} size={16} />
          <span className={styles.names}>{item.names}</span>
          <span className={styles.why}>{whyOf(item)}</span>
          <Button
            kind="link"
            aria-label={t('queue.byHandOf', { shops: item.names })}
            onClick={() => showShopOverlay(wayBackIn(item.connectionId, desk.state.get().signIns.values()))}
          >
            {t('queue.byHand')}
          </Button>
        </li>
      ))}
    </ul>
  );
}
