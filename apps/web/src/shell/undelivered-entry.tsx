import { useCallback, useEffect, useState } from 'react';
import { useDesk, useDeskState } from '../base/desk.tsx';
import { failedDialog, lazyScreen, withTexts } from '../base/lazy-screen.tsx';
import { needDeliveryTexts, useTranslation } from '../base/texts/i18n.ts';
import { allUndelivered, countsOf, UNDELIVERED_ICONS } from '../base/undelivered.ts';
import { undeliveredCount, undeliveredText } from '../features/chat/texts/undelivered-text.ts';
import { Icon } from '../ui/icon.tsx';
import { toast } from '../ui/toasts.tsx';
import styles from './undelivered-entry.module.css';
import { useJump } from './use-jump.ts';

const UndeliveredList = lazyScreen(
  () =>
    withTexts(needDeliveryTexts, () => import('./undelivered-list.tsx').then(({ UndeliveredList }) => UndeliveredList)),
  { failed: failedDialog(({ onClose }: { readonly onClose: () => void }) => onClose()) },
);

/** The number of answers that did not arrive, while there are some. Opens the list of them. */
export function UndeliveredEntry() {
  const { t } = useTranslation('chat');
  const found = useDeskState(allUndelivered);
  const [at, setAt] = useState<{ readonly x: number; readonly y: number } | null>(null);
  const close = useCallback(() => setAt(null), []);
  const counts = countsOf(found);
  const [worst] = counts;
  useUnknownBuyers();
  useUndeliveredToasts();
  // The list goes with its last answer, and does not come back by itself.
  if (at !== null && worst === undefined) setAt(null);
  if (worst === undefined) return null;
  return (
    <>
      <button
        type="button"
        className={styles.entry}
        data-kind={worst.kind}
        aria-haspopup="dialog"
        aria-expanded={at !== null}
        onClick={(event) => {
          const box = event.currentTarget.getBoundingClientRect();
          setAt(at === null ? { x: box.left, y: box.bottom + 4 } : null);
        }}
      >
        <Icon name={UNDELIVERED_ICONS[worst.kind]} size={15} />
        <span className={styles.words}>{undeliveredCount(counts, t)}</span>
      </button>
      {at !== null && <UndeliveredList at={at} onClose={close} />}
    </>
  );
}

/** Asks for the conversations of answers whose buyer this window does not know yet. */
function useUnknownBuyers(): void {
  const desk = useDesk();
  const found = useDeskState(allUndelivered);
  useEffect(() => {
    const { shown } = desk.state.get();
    for (const { conversationId } of found) if (!shown.has(conversationId)) desk.windows.prefetch(conversationId);
  }, [desk, found]);
}

/** Says once that an answer of this member did not arrive, and offers to open it. */
function useUndeliveredToasts(): void {
  const { t } = useTranslation('chat');
  const desk = useDesk();
  const jump = useJump();
  useEffect(
    () =>
      desk.onNotice((notice) => {
        if (notice.kind !== 'undelivered') return;
        const { undelivered } = notice;
        const text = undeliveredText(desk.state.get(), undelivered, t);
        toast('bad', text, { label: t('undelivered.open'), run: () => jump(undelivered) });
      }),
    [desk, jump, t],
  );
}
