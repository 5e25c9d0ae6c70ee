import type { RemarkView } from '@pasar/api';
import { REMARK_LIMITS } from '@pasar/domain';
import type { CallResult } from '@pasar/sync';
import { useState } from 'react';
import { deleteRemarks, planRemarks } from '../../base/remarks/commands.ts';
import { useFinish } from '../../base/remarks/use-finish.ts';
import { failureText } from '../../base/texts/failure-text.ts';
import { useTranslation } from '../../base/texts/i18n.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { toast } from '../../ui/toasts.tsx';
import styles from './remarks.module.css';

/** What can be done with several remarks at once. */
export function SelectionBar({
  picked,
  all,
  memberId,
  onChoose,
}: {
  readonly picked: readonly RemarkView[];
  readonly all: readonly RemarkView[];
  readonly memberId: string;
  readonly onChoose: (remarkIds: readonly string[]) => void;
}) {
  const { t } = useTranslation('remarksPage');
  const { t: remarks } = useTranslation('remarks');
  const { t: common } = useTranslation('common');
  const [isAsking, setIsAsking] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const finish = useFinish();
  const most = all.slice(0, REMARK_LIMITS.atOnce).map(({ remarkId }) => remarkId);
  const ids = picked.slice(0, REMARK_LIMITS.atOnce).map(({ remarkId }) => remarkId);
  const count = ids.length;
  const hasPending = picked.some(({ status }) => status === 'wait');
  const run = async (asked: Promise<CallResult<unknown>>) => {
    setIsBusy(true);
    const result = await asked;
    setIsBusy(false);
    // What one call could not take stays chosen.
    if (result.ok) onChoose(picked.slice(REMARK_LIMITS.atOnce).map(({ remarkId }) => remarkId));
    else toast('bad', failureText(result.failure, common));
  };
  if (all.length === 0) return null;
  return (
    <div className={styles.bar} role="toolbar" aria-label={t('selection.label')}>
      <label className={styles.choose}>
        <input
          type="checkbox"
          checked={count > 0 && count === most.length}
          onChange={({ currentTarget }) => onChoose(currentTarget.checked ? most : [])}
        />
        {count === 0 ? t('selection.all') : t('selection.count', { count })}
      </label>
      {count > 0 && (
        <>
          {hasPending && (
            <>
              <Button kind="plain" disabled={isBusy} onClick={() => void run(finish(ids))}>
                {t('selection.finish')}
              </Button>
              <Button
                kind="plain"
                disabled={isBusy}
                onClick={() => void run(planRemarks(ids, { assigneeId: memberId }))}
              >
                {t('selection.take')}
              </Button>
            </>
          )}
          <Button kind="plain" disabled={isBusy} onClick={() => setIsAsking(true)}>
            {t('selection.delete')}
          </Button>
        </>
      )}
      {isAsking && (
        <ConfirmDialog
          title={remarks('deleteTitle', { count })}
          text={remarks('deleteText')}
          confirm={remarks('deleteConfirm')}
          tone="danger"
          cancel={remarks('keep')}
          onConfirm={() => void run(deleteRemarks(ids))}
          onClose={() => setIsAsking(false)}
        >
          {t('selection.count', { count })}
        </ConfirmDialog>
      )}
    </div>
  );
}
