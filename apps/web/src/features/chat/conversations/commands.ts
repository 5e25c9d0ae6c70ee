import { CALLS, type CallInput, type ConversationListing } from '@pasar/api';
import { callApi } from '../../../base/call-api.ts';

const { beginBulk, undoBulk, stopBulk, saveConversationView, removeConversationView } = CALLS.conversationLists;
type Bulk = CallInput<typeof beginBulk>;

export const begin = (setting: Bulk['setting'], target: Bulk['target']) => callApi(beginBulk, { setting, target });
export const undo = (bulkId: string) => callApi(undoBulk, { bulkId });
export const stop = (bulkId: string) => callApi(stopBulk, { bulkId });

/** `viewId`: the view of the member that is replaced; absent for a new one. */
export const saveView = (view: {
  readonly viewId?: string;
  readonly name: string;
  readonly isShared: boolean;
  readonly listing: ConversationListing;
}) => callApi(saveConversationView, view);
export const removeView = (viewId: string) => callApi(removeConversationView, { viewId });
