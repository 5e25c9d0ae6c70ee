import { toast } from '../../ui/toasts.tsx';
import { failureText } from '../texts/failure-text.ts';
import { useTranslation } from '../texts/i18n.ts';
import { finishRemarks, reopenRemarks } from './commands.ts';

/** Marks remarks as processed, and offers to take back those that this has changed. */
export function useFinish(): (remarkIds: readonly string[]) => ReturnType<typeof finishRemarks> {
  const { t } = useTranslation('remarks');
  const { t: common } = useTranslation('common');
  const undo = async (remarkIds: readonly string[]) => {
    const result = await reopenRemarks(remarkIds);
    if (!result.ok) toast('bad', failureText(result.failure, common));
  };
  return async (remarkIds) => {
    const result = await finishRemarks(remarkIds);
    // None: a colleague has processed them before.
    if (result.ok && result.data.finished > 0) {
      const { finished: count, remarkIds: changed } = result.data;
      toast('good', t('done', { count }), { label: t('undo'), run: () => void undo(changed) });
    }
    return result;
  };
}
