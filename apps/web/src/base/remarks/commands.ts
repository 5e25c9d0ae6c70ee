import { CALLS } from '@pasar/api';
import { callApi } from '../call-api.ts';

export const finishRemarks = (remarkIds: readonly string[]) =>
  callApi(CALLS.remarks.updateRemarkStatusFinish, { remarkIds: [...remarkIds] });
export const deleteRemarks = (remarkIds: readonly string[]) =>
  callApi(CALLS.remarks.deleteRemarks, { remarkIds: [...remarkIds] });
export const planRemarks = (
  remarkIds: readonly string[],
  plan: { readonly assigneeId?: string | null; readonly dueAt?: number | null },
) => callApi(CALLS.remarks.planRemarks, { remarkIds: [...remarkIds], ...plan });
