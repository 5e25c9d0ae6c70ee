import type { BulkSendTaskView } from '@pasar/api';
import type { CallResult } from '@pasar/sync';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { toldOf } from '../spreadsheet-file.ts';
import { useTranslation } from '../texts/i18n.ts';

/** Makes one call at a time; a failure is shown at the foot of the window. */
export function useSteering() {
  const { t } = useTranslation('common');
  const [isBusy, setIsBusy] = useState(false);
  const steer = async (asked: Promise<CallResult<unknown>>) => {
    setIsBusy(true);
    await toldOf(asked, t);
    setIsBusy(false);
  };
  return { isBusy, steer };
}

/** The buttons that stop a task, let it go on, and send again what failed, each where the state of the task allows it. */
export function SteeringButtons(props: {
  readonly task: Pick<BulkSendTaskView, 'state' | 'failCount'>;
  readonly isBusy: boolean;
  readonly onStop: () => void;
  readonly onContinue: () => void;
  readonly onRetry: () => void;
}) {
  const { t } = useTranslation('sendTasks');
  const { isBusy } = props;
  const { state, failCount } = props.task;
  return (
    <>
      {(state === 'wait' || state === 'processing') && (
        <Button kind="plain" disabled={isBusy} onClick={props.onStop}>
          {t('stop')}
        </Button>
      )}
      {state === 'stopped' && (
        <Button kind="plain" disabled={isBusy} onClick={props.onContinue}>
          {t('continue')}
        </Button>
      )}
      {failCount > 0 && (state === 'finish' || state === 'processing') && (
        <Button kind="plain" disabled={isBusy} onClick={props.onRetry}>
          {t('retry')}
        </Button>
      )}
    </>
  );
}
