import type { CALLS } from '@pasar/api';
import { type HandlersOf, inTransaction, reading } from '../handler.ts';
import { beginBulk, bulkActions, bulkFailures, stopBulk, undoBulk } from './bulk.ts';
import { conversationViews, removeConversationView, saveConversationView } from './views.ts';

export const CONVERSATION_LISTS_HANDLERS: HandlersOf<typeof CALLS.conversationLists> = {
  conversationViews: reading(conversationViews),
  saveConversationView: inTransaction(saveConversationView),
  removeConversationView: inTransaction(removeConversationView),
  beginBulk: inTransaction(beginBulk),
  bulkActions: reading(bulkActions),
  stopBulk: inTransaction(stopBulk),
  undoBulk: inTransaction(undoBulk),
  bulkFailures: reading(bulkFailures),
};
