import { useState } from 'react';
import { useDesk } from '../base/desk.tsx';
import { logOut } from '../base/session.ts';
import { useTranslation } from '../base/texts/i18n.ts';
import { HandOverDialog } from '../features/chat/together/hand-over-dialog.tsx';
import { Button } from '../ui/button.tsx';
import styles from '../ui/confirm-dialog.module.css';
import { onOwnCancel, useModal } from '../ui/use-modal.ts';

export interface LogOutProps {
  /** How many buyers wait for the member, whom others could take over. */
  readonly waiting: number;
  readonly onClose: () => void;
}

/** Offers to hand over the buyers who wait, as at the end of a shift, and asks then what becomes of the drafts. */
export function LogOut({ waiting, onClose }: LogOutProps) {
  const desk = useDesk();
  const [isHandedOver, setIsHandedOver] = useState(waiting === 0);
  if (isHandedOver) return <LogOutDialog onClose={onClose} />;
  const leave = () => {
    if ((desk.drafts?.get().size ?? 0) > 0) setIsHandedOver(true);
    else void logOut(false);
  };
  return <HandOverDialog waiting={waiting} onClose={onClose} onLogOut={leave} />;
}

/**
 * Asks at an explicit log out whether the drafts and the name stay in this browser. Answers that have not been sent
 * stay in any case, for the same member.
 */
function LogOutDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation('shell');
  const desk = useDesk();
  const count = desk.drafts?.get().size ?? 0;
  const remove = () => {
    desk.drafts?.clear();
    void logOut(false);
  };
  return (
    <dialog
      ref={useModal()}
      className={styles.dialog}
      aria-labelledby="log-out-title"
      aria-describedby="log-out-text"
      onCancel={onOwnCancel(onClose)}
    >
      <h2 id="log-out-title" className={styles.title}>
        {t('logOut.title', { count })}
      </h2>
      <p id="log-out-text" className={styles.text}>
        {t('logOut.text')}
      </p>
      <div className={styles.actions}>
        <Button kind="plain" onClick={onClose}>
          {t('logOut.cancel')}
        </Button>
        <Button kind="plain" onClick={remove}>
          {t('logOut.remove')}
        </Button>
        <Button kind="primary" onClick={() => void logOut(true)}>
          {t('logOut.keep')}
        </Button>
      </div>
    </dialog>
  );
}
