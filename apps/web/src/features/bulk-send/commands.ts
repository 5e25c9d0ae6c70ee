import { CALLS, type CallInput } from '@pasar/api';
import type { z } from 'zod';
import { callApi } from '../../base/call-api.ts';

const { bulkSend } = CALLS;
type Saved = z.input<typeof bulkSend.saveBatchSendTask.input>;

export const saveTask = (input: Saved) => callApi(bulkSend.saveBatchSendTask, input);
export const previewTask = (input: z.input<typeof bulkSend.previewBulkSend.input>) =>
  callApi(bulkSend.previewBulkSend, input);
export const readOrderNumbers = (input: z.input<typeof bulkSend.readOrderNumbers.input>) =>
  callApi(bulkSend.readOrderNumbers, input);
export const stopTask = (taskId: string) => callApi(bulkSend.stopBulkSend, { taskId });
export const continueTask = (taskId: string) => callApi(bulkSend.continueBulkSend, { taskId });
export const retryTask = (taskId: string) => callApi(bulkSend.retryBulkSend, { taskId });
export const deleteTask = (taskId: string) => callApi(bulkSend.deleteBatchSendTask, { taskIds: [taskId] });
export const exportTask = (input: Partial<CallInput<typeof bulkSend.exportBulkSend>> & { readonly taskId: string }) =>
  callApi(bulkSend.exportBulkSend, input);
export const savePicture = (input: CallInput<typeof CALLS.automation.saveAutomaticPicture>) =>
  callApi(CALLS.automation.saveAutomaticPicture, input);
