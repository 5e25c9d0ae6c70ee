import { CALLS } from '@pasar/api';
import type { ConversationId } from '@pasar/domain';
import { callApi } from '../../../base/call-api.ts';

export const setBlocked = (conversationId: ConversationId, isBlocked: boolean) =>
  callApi(CALLS.buyers.blockBuyer, { conversationId, isBlocked });
export const eraseBuyer = (conversationId: ConversationId) => callApi(CALLS.buyers.eraseBuyer, { conversationId });
export const writeNote = (conversationId: ConversationId, text: string) =>
  callApi(CALLS.buyers.writeBuyerNote, { conversationId, text });
export const changeNote = (noteId: string, text: string) => callApi(CALLS.buyers.changeBuyerNote, { noteId, text });
export const deleteNote = (noteId: string) => callApi(CALLS.buyers.deleteBuyerNote, { noteId });
