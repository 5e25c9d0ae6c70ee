import { ACCOUNT_CALLS } from './account.ts';
import { CHAT_CALLS } from './chat.ts';
import { QUICK_REPLIES_CALLS } from './quick-replies.ts';
import { ROUTING_CALLS } from './routing.ts';
import { SHOPS_CALLS } from './shops.ts';
import { SIGN_IN_CALLS } from './sign-in.ts';

/**
 * Every call of the backend by feature and name. The server must answer each of them; the client may make each of them.
 */
export const CALLS = {
  account: ACCOUNT_CALLS,
  chat: CHAT_CALLS,
  quickReplies: QUICK_REPLIES_CALLS,
  routing: ROUTING_CALLS,
  shops: SHOPS_CALLS,
  signIn: SIGN_IN_CALLS,
} as const;
