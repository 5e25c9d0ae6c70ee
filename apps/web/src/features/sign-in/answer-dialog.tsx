import { useEffect, useId } from 'react';
import { useDeskState, useReadable } from '../../base/desk.tsx';
import { signInQueue, skipAsked, standingOf } from '../../base/shops/sign-in-queue.ts';
import { useTranslation } from '../../base/texts/i18n.ts';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { focusFirst, onOwnCancel, useModal } from '../../ui/use-modal.ts';
import styles from './authorize-dialog.module.css';
import { ChallengeForm } from './challenge-form.tsx';
import own from './sign-in-queue.module.css';

/**
 * The verifications of the queue, one after another: Enter sends the answer, and the focus goes to the next. A picture
 * that was not read right comes back last.
 */
export function AnswerDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation('signIn');
  const id = useId();
  const dialog = useModal();
  const { items, asked } = useReadable(signInQueue);
  const signIns = useDeskState((state) => state.signIns);
  const [first] = asked;
  const signIn = first === undefined ? undefined : signIns.get(first);
  const step = `${first} ${signIn?.challenge?.kind}`;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once a step.
  useEffect(() => focusFirst(dialog.current), [dialog, step]);
  const running = items.filter((item) => ['queued', 'running'].includes(standingOf(item, signIns))).length;
  return (
    <dialog ref={dialog} className={styles.dialog} aria-labelledby={id} onCancel={onOwnCancel(onClose)}>
      <header className={styles.head}>
        <h2 id={id}>{t('queue.workTitle')}</h2>
        <IconButton icon="close" label={t('close')} onClick={onClose} />
      </header>
      {signIn?.challenge ? (
        <>
          <p className={own.left} role="status">
            {t('queue.left', { count: asked.length })}
            {asked.length > 1 && (
              <Button kind="link" onClick={() => skipAsked(signIn.signInId)}>
                {t('queue.skip')}
              </Button>
            )}
          </p>
          <ChallengeForm key={signIn.signInId} signIn={signIn} onClose={() => undefined} />
        </>
      ) : (
        <div className={styles.body}>
          <p role="status">{t('queue.nothing')}</p>
          {running > 0 && <p className={styles.hint}>{t('queue.stillRunning', { count: running })}</p>}
          <footer className={styles.actions}>
            <Button kind="primary" data-first="" onClick={onClose}>
              {t('done.ok')}
            </Button>
          </footer>
        </div>
      )}
    </dialog>
  );
}
