import { ACCOUNT_CALLS } from './account.ts';
import { CHAT_CALLS } from './chat.ts';
import { GUARD_CALLS } from './guard.ts';
import { ROUTING_CALLS } from './routing.ts';
import { SHOPS_CALLS } from './shops.ts';
import { SIGN_IN_CALLS } from './sign-in.ts';
import { TRANSLATION_CALLS } from './translation.ts';

/**
 * Every call of the backend by feature and name. The server must answer each of them; the client may make each of them.
 * A namespace and not an object, so that a screen loads the calls of those features only that it uses.
 */
export * as CALLS from './features.ts';
export const CALLS = {
  account: ACCOUNT_CALLS,
  chat: CHAT_CALLS,
  guard: GUARD_CALLS,
  routing: ROUTING_CALLS,
  shops: SHOPS_CALLS,
  signIn: SIGN_IN_CALLS,
  translation: TRANSLATION_CALLS,
} as const;
