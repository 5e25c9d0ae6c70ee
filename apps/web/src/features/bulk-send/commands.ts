import { CALLS, type CallInput } from '@pasar/api';
import type { ShopId } from '@pasar/domain';
import type { z } from 'zod';
import { callApi } from '../../base/call-api.ts';

type Saved = z.input<typeof CALLS.bulkSend.saveBatchSendTask.input>;

export const saveTask = (input: Saved) => callApi(CALLS.bulkSend.saveBatchSendTask, input);
export const previewTask = (input: z.input<typeof CALLS.bulkSend.previewBulkSend.input>) =>
  callApi(CALLS.bulkSend.previewBulkSend, input);
export const readOrderNumbers = (input: z.input<typeof CALLS.bulkSend.readOrderNumbers.input>) =>
  callApi(CALLS.bulkSend.readOrderNumbers, input);
export const exportWrongOrderNumbers = (input: z.input<typeof CALLS.bulkSend.readOrderNumbers.input>) =>
  callApi(CALLS.bulkSend.exportWrongOrderNumbers, input);
export const readFans = (shopIds: readonly ShopId[]) => callApi(CALLS.bulkSend.readFans, { shopIds: [...shopIds] });
export const saveConfig = (chosen: z.input<typeof CALLS.bulkSend.saveConfig.input>) =>
  callApi(CALLS.bulkSend.saveConfig, chosen);
export const changeTask = (input: z.input<typeof CALLS.bulkSend.updateTimerTask.input>) =>
  callApi(CALLS.bulkSend.updateTimerTask, input);
export const stopTask = (taskId: string) => callApi(CALLS.bulkSend.stopBulkSend, { taskId });
export const continueTask = (taskId: string) => callApi(CALLS.bulkSend.continueBulkSend, { taskId });
export const retryTask = (taskId: string) => callApi(CALLS.bulkSend.retryBulkSend, { taskId });
export const deleteTask = (taskId: string) => callApi(CALLS.bulkSend.deleteBatchSendTask, { taskIds: [taskId] });
export const exportTask = (
  input: Partial<CallInput<typeof CALLS.bulkSend.exportBulkSend>> & { readonly taskId: string },
) => callApi(CALLS.bulkSend.exportBulkSend, input);
