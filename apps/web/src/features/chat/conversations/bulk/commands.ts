import { CALLS, type CallInput } from '@pasar/api';
import { callApi } from '../../../../base/call-api.ts';

const { beginBulk, undoBulk, stopBulk } = CALLS.conversationLists;

export const begin = (setting: CallInput<typeof beginBulk>['setting'], target: CallInput<typeof beginBulk>['target']) =>
  callApi(beginBulk, { setting, target });
export const undo = (bulkId: string) => callApi(undoBulk, { bulkId });
export const stop = (bulkId: string) => callApi(stopBulk, { bulkId });
