import { useState } from 'react';
import { useDesk } from '../../base/desk.tsx';
import { failureText } from '../../base/texts/failure-text.ts';
import { useTranslation } from '../../base/texts/i18n.ts';
import { Button } from '../../ui/button.tsx';
import styles from './authorize-dialog.module.css';

/** Cancels a sign-in for good; its stored password and answers are deleted. */
export function GiveUp({ signInId, onClose }: { readonly signInId: string; readonly onClose: () => void }) {
  const { t } = useTranslation('signIn');
  const { t: common } = useTranslation('common');
  const desk = useDesk();
  const [problem, setProblem] = useState<string | null>(null);
  const cancel = async () => {
    const result = await desk.shops.cancel(signInId);
    if (result.ok) onClose();
    else setProblem(failureText(result.failure, common));
  };
  return (
    <>
      {problem !== null && (
        <p className={styles.bad} role="alert">
          {problem}
        </p>
      )}
      <Button kind="link" className={styles.cancel} onClick={() => void cancel()}>
        {t('challenge.cancel')}
      </Button>
    </>
  );
}
