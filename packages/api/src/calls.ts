import { getAccount, getUiConfig, keepLive, login, loginOut } from './account.ts';
import { pinnedConversation } from './chat.ts';
import {
  checkDelivery,
  conversations,
  dismissDelivery,
  markRead,
  markUnread,
  messages,
  retryDelivery,
  sendText,
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
  },
} as const;
