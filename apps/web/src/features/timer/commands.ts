import { CALLS } from '@pasar/api';
import { callApi } from '../../base/call-api.ts';

export const retryTask = (taskId: string) => callApi(CALLS.timer.retryTimerTask, { taskId });
export const stopTask = (taskId: string) => callApi(CALLS.timer.stopTimerTask, { taskId });
