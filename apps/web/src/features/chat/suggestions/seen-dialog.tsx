import { useId } from 'react';
import { useLookUp } from '../../../base/look-up.ts';
import { failureText } from '../../../base/texts/failure-text.ts';
import { useTranslation } from '../../../base/texts/i18n.ts';
import { Button } from '../../../ui/button.tsx';
import { onOwnCancel, useModal } from '../../../ui/use-modal.ts';
import type { Asked } from './commands.ts';
import { PREVIEW } from './look-ups.ts';
import styles from './suggestions.module.css';

interface SeenDialogProps {
  readonly asked: Asked;
  readonly onAgree: (host: string) => void;
  readonly onClose: () => void;
}

/** Shows a member once exactly what is sent, and to which host, before anything is. */
export function SeenDialog({ asked, onAgree, onClose }: SeenDialogProps) {
  const { t } = useTranslation('suggestions');
  const { t: common } = useTranslation('common');
  const id = useId();
  const looked = useLookUp(PREVIEW, asked);
  const told = looked.state === 'found' ? looked.data : null;
  return (
    <dialog ref={useModal()} className={styles.dialog} aria-labelledby={id} onCancel={onOwnCancel(onClose)}>
      <h2 id={id} className={styles.title}>
        {t('seen.title')}
      </h2>
      <p>{t('seen.rule')}</p>
      {told !== null && <p>{t('seen.host', { host: told.host })}</p>}
      <div className={styles.sent} aria-busy={looked.state === 'waiting'}>
        {told === null && looked.state !== 'failed' && <p>{t('seen.loading')}</p>}
        {looked.state === 'failed' && <p role="alert">{failureText(looked.failure, common)}</p>}
        {told?.texts.map((text) => (
          <pre key={text} className={styles.words} dir="auto">
            {text}
          </pre>
        ))}
      </div>
      <div className={styles.actions}>
        <Button kind="plain" data-first="" onClick={onClose}>
          {t('seen.cancel')}
        </Button>
        <Button kind="primary" disabled={told === null} onClick={() => told !== null && onAgree(told.host)}>
          {t('seen.agree')}
        </Button>
      </div>
    </dialog>
  );
}
