import { type AutomaticContent, CALLS, type CallInput } from '@pasar/api';
import type { Country, OrderCareKind } from '@pasar/domain';
import type { z } from 'zod';
import { callApi } from '../../base/call-api.ts';

const calls = CALLS.orderCare;

export const createTask = (input: z.input<typeof calls.createOrderCareTask.input>) =>
  callApi(calls.createOrderCareTask, input);
export const sendToOrders = (input: z.input<typeof calls.saveOrderCareTaskItemList.input>) =>
  callApi(calls.saveOrderCareTaskItemList, input);
/** `content`: null removes it. `country`: null for every country that has no own. */
export const saveContent = (kind: OrderCareKind, country: Country | null, content: AutomaticContent | null) =>
  callApi(calls.saveOrderCareContent, {
    kind,
    ...(country === null ? {} : { country }),
    ...(content === null ? {} : { content }),
  });
export const saveSettings = (settings: CallInput<typeof calls.saveOrderCareSettings>) =>
  callApi(calls.saveOrderCareSettings, settings);
export const stopTask = (taskId: string) => callApi(calls.stopOrderCare, { taskId });
export const continueTask = (taskId: string) => callApi(calls.continueOrderCare, { taskId });
export const retryTask = (taskId: string) => callApi(calls.retryOrderCare, { taskId });
