import { useId } from 'react';
import { leaveExpired } from '../base/session.ts';
import { useTranslation } from '../base/texts/i18n.ts';
import { Button } from '../ui/button.tsx';
import styles from '../ui/confirm-dialog.module.css';
import { onOwnCancel, useModal } from '../ui/use-modal.ts';

/**
 * Code 50001 (spec 2 §8): the only way on is to log in again, so Escape leads there too. Drafts and unsent texts are
 * kept for after the login.
 */
export function ExpiredDialog() {
  const { t } = useTranslation('common');
  const id = useId();
  const dialog = useModal();
  return (
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
      onCancel={onOwnCancel(leaveExpired)}
    >
      {/* Not the button: the dialog may come while a person types and presses Enter. */}
      <h2 id={`${id}-title`} className={styles.title} tabIndex={-1} data-first="">
        {t('expired.title')}
      </h2>
      <p id={`${id}-text`} className={styles.text}>
        {t('expired.text')}
      </p>
      <div className={styles.actions}>
        <Button kind="primary" onClick={leaveExpired}>
          {t('expired.ok')}
        </Button>
      </div>
    </dialog>
  );
}
