import type { CallResult } from '@pasar/sync';
import { type FormEvent, type ReactNode, useState } from 'react';
import { failureText } from '../../base/texts/failure-text.ts';
import { useTranslation } from '../../base/texts/i18n.ts';
import { Button } from '../../ui/button.tsx';
import styles from './login-panel.module.css';

/** One step: its fields, why it failed, and the ways on and out. A step may end with words of its own. */
export function StepForm<Data>(props: {
  readonly submit: string;
  readonly isReady: boolean;
  readonly run: () => Promise<CallResult<Data> | { readonly ok: false; readonly words: string }>;
  readonly onDone: (data: Data) => void;
  readonly onCancel: () => void;
  readonly children: ReactNode;
}) {
  const { t } = useTranslation('security');
  const { t: common } = useTranslation('common');
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setProblem(null);
    setIsBusy(true);
    const result = await props.run();
    setIsBusy(false);
    if (result.ok) props.onDone(result.data);
    else setProblem('words' in result ? result.words : failureText(result.failure, common));
  };
  return (
    <form className={styles.step} onSubmit={(event) => void submit(event)}>
      {props.children}
      {problem !== null && (
        <p className={styles.bad} role="alert">
          {problem}
        </p>
      )}
      <div className={styles.foot}>
        <Button kind="primary" type="submit" disabled={isBusy || !props.isReady}>
          {props.submit}
        </Button>
        <Button kind="plain" onClick={props.onCancel}>
          {t('cancel')}
        </Button>
      </div>
    </form>
  );
}
