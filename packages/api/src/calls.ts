import { getAccount, getUiConfig, keepLive, login, loginOut } from './account.ts';
import { pinnedConversation } from './chat.ts';
import {
  checkDelivery,
  conversations,
  deleteMessage,
  dismissDelivery,
  favoriteConversation,
  markMessage,
  markRead,
  markUnread,
  messages,
  muteConversation,
  recallMessage,
  retryDelivery,
  sendText,
  showTyping,
  snapshot,
} from './desk.ts';

/** Every call of the backend by feature and name: what the server must mount and the client may make. */
export const CALLS = {
  account: { login, loginOut, getAccount, getUiConfig, keepLive },
  chat: { pinnedConversation },
  desk: {
    snapshot,
    conversations,
    messages,
    sendText,
    retryDelivery,
    checkDelivery,
    dismissDelivery,
    markRead,
    markUnread,
    muteConversation,
    favoriteConversation,
    recallMessage,
    deleteMessage,
    markMessage,
    showTyping,
  },
} as const;
