import { CALLS, type CallInput } from '@pasar/api';
import type { ConversationId, ImageType } from '@pasar/domain';
import { callApi } from '../call-api.ts';

export const saveRemarkPicture = (type: ImageType, file: string) =>
  callApi(CALLS.remarks.saveRemarkPicture, { type, file });
export const addRemark = (
  conversationId: ConversationId,
  remark: Omit<CallInput<typeof CALLS.remarks.addBuyerRemark>, 'conversationId'>,
) => callApi(CALLS.remarks.addBuyerRemark, { conversationId, ...remark });
export const finishRemarks = (remarkIds: readonly string[]) =>
  callApi(CALLS.remarks.updateRemarkStatusFinish, { remarkIds: [...remarkIds] });
export const reopenRemarks = (remarkIds: readonly string[]) =>
  callApi(CALLS.remarks.reopenRemarks, { remarkIds: [...remarkIds] });
export const deleteRemarks = (remarkIds: readonly string[]) =>
  callApi(CALLS.remarks.deleteRemarks, { remarkIds: [...remarkIds] });
export const planRemarks = (
  remarkIds: readonly string[],
  plan: { readonly assigneeId?: string | null; readonly dueAt?: number | null },
) => callApi(CALLS.remarks.planRemarks, { remarkIds: [...remarkIds], ...plan });
