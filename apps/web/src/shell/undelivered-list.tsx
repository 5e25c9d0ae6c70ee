import { isReasonCode, type ReasonCode } from '@pasar/domain';
import { awaitedOf, type Undelivered, waitedForLogin } from '@pasar/sync';
import { type KeyboardEvent, useEffect, useMemo, useRef } from 'react';
import { useDesk, useDeskState } from '../base/desk.tsx';
import { notSentText, useLocale, useTranslation } from '../base/texts/i18n.ts';
import { fullTime, listTime } from '../base/texts/time-format.ts';
import { allUndelivered, countsOf, UNDELIVERED_ICONS } from '../base/undelivered.ts';
import { WaitedOffer } from '../features/chat/messages/waited-offer.tsx';
import { awaitedText } from '../features/chat/texts/awaited-text.ts';
import { addressee, undeliveredCount, undeliveredWords } from '../features/chat/texts/undelivered-text.ts';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { useReturnFocus } from '../ui/use-modal.ts';
import { useNow } from '../ui/use-now.ts';
import styles from './undelivered-list.module.css';
import { useJump } from './use-jump.ts';

export interface UndeliveredListProps {
  /** Position of the upper left corner; the list is moved to stay inside the window. */
  readonly at: { readonly x: number; readonly y: number };
  readonly onClose: () => void;
}

/** Every answer that did not arrive: to whom, which words, why, since when. Choosing an answer opens it. */
export function UndeliveredList({ at, onClose }: UndeliveredListProps) {
  const { t } = useTranslation('chat');
  const { t: common } = useTranslation('common');
  const found = useDeskState(allUndelivered);
  const waited = useWaited();
  const box = useRef<HTMLDivElement>(null);
  useReturnFocus();
  useEffect(() => {
    const held = box.current;
    if (held === null) return;
    held.showPopover();
    const { width } = held.getBoundingClientRect();
    held.style.left = `${Math.max(4, Math.min(at.x, innerWidth - width - 8))}px`;
    held.style.top = `${at.y}px`;
    held.querySelector<HTMLElement>('[data-answer]')?.focus();
    const onToggle = (event: Event) => {
      if (event instanceof ToggleEvent && event.newState === 'closed') onClose();
    };
    held.addEventListener('toggle', onToggle);
    return () => held.removeEventListener('toggle', onToggle);
  }, [at, onClose]);
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const all = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-answer]')];
    const index = all.findIndex((item) => item.matches(':focus'));
    all.at((Math.max(index, step > 0 ? -1 : 0) + step) % all.length)?.focus();
  };
  return (
    <div
      ref={box}
      popover="auto"
      role="dialog"
      tabIndex={-1}
      aria-label={undeliveredCount(countsOf(found), t)}
      className={styles.box}
      onKeyDown={onKeyDown}
    >
      <header className={styles.head}>
        <h2>{t('undelivered.title')}</h2>
        <IconButton icon="close" label={common('close')} onClick={onClose} />
      </header>
      <WaitedOffer deliveries={waited} onSend={() => box.current?.focus()} />
      <ul className={styles.list}>
        {found.toReversed().map((item) => (
          <li key={item.clientId} className={styles.item}>
            <Answer item={item} onClose={onClose} />
            <Retry item={item} onRetry={() => box.current?.focus()} />
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Sends a failed answer again; a picture whose bytes are lost cannot be sent. */
function Retry({ item, onRetry }: { readonly item: Undelivered; readonly onRetry: () => void }) {
  const { t } = useTranslation('chat');
  const desk = useDesk();
  const shown = useDeskState((state) => state.shown);
  const shops = useDeskState((state) => state.shops);
  const { kind, answer } = item;
  const isLost =
    answer.at === 'window' && answer.pending.phase.state === 'refused' && answer.pending.phase.code === LOST_PICTURE;
  if (kind !== 'failed' || isLost) return null;
  const retry = () => {
    if (answer.at === 'server') desk.sender.retryDelivery(answer.delivery);
    else desk.sender.retry(answer.pending.clientId);
    onRetry();
  };
  const { buyer } = addressee({ shown, shops }, item);
  return (
    <Button kind="link" aria-label={t('mark.retryTo', { buyer })} onClick={retry}>
      {t('mark.retry')}
    </Button>
  );
}
const LOST_PICTURE: ReasonCode = 'image_data_missing';

function useWaited() {
  const deliveries = useDeskState((state) => state.deliveries);
  const askedDeliveries = useDeskState((state) => state.askedDeliveries);
  const shops = useDeskState((state) => state.shops);
  return useMemo(() => waitedForLogin({ deliveries, askedDeliveries, shops }), [deliveries, askedDeliveries, shops]);
}

function Answer({ item, onClose }: { readonly item: Undelivered; readonly onClose: () => void }) {
  const { t } = useTranslation('chat');
  const locale = useLocale();
  const now = useNow();
  const jump = useJump();
  const desk = useDesk();
  const shown = useDeskState((state) => state.shown);
  const shops = useDeskState((state) => state.shops);
  const { buyer, shop } = addressee({ shown, shops }, item);
  const { kind, createdAt } = item;
  const choose = () => {
    onClose();
    jump(item);
  };
  return (
    <button type="button" className={styles.answer} data-kind={kind} data-answer="" onClick={choose}>
      <Icon name={UNDELIVERED_ICONS[kind]} size={16} />
      <span className={styles.lines}>
        <span className={styles.line}>
          <strong className={styles.buyer}>{buyer === '' ? t('buyer.label') : buyer}</strong>
          <span className={styles.shop}>{shop}</span>
          <time className={styles.time} dateTime={new Date(createdAt).toISOString()} data-tip={fullTime(createdAt)}>
            {listTime(createdAt, now, locale)}
          </time>
        </span>
        <span className={styles.words}>{undeliveredWords(item, t)}</span>
        <span className={styles.why}>{why()}</span>
      </span>
    </button>
  );

  function why(): string {
    if (kind === 'unconfirmed') return t('mark.unconfirmed');
    if (kind === 'waiting') {
      const awaited = awaitedOf(desk.state.get(), item.conversationId).get(item.clientId);
      return awaited === undefined ? t('mark.pending') : awaitedText(awaited, t);
    }
    const { answer } = item;
    if (answer.at === 'server') {
      const { refusal } = answer.delivery;
      return refusal === null ? t('mark.failed') : notSentText(refusal.reason, locale);
    }
    const { phase } = answer.pending;
    if (phase.state !== 'refused') return t('mark.failed');
    return isReasonCode(phase.code) ? notSentText(phase.code, locale) : phase.reason;
  }
}
