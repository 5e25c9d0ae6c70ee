import { CALLS, type ConversationListing } from '@pasar/api';
import { callApi } from '../../../../base/call-api.ts';

export const saveView = (name: string, isShared: boolean, listing: ConversationListing) =>
  callApi(CALLS.conversationLists.saveConversationView, { name, isShared, listing });
export const removeView = (viewId: string) => callApi(CALLS.conversationLists.removeConversationView, { viewId });
