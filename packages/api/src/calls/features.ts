export { ACCOUNT_CALLS as account } from './account.ts';
export { CHAT_CALLS as chat } from './chat.ts';
export { GUARD_CALLS as guard } from './guard.ts';
export { QUICK_REPLIES_CALLS as quickReplies } from './quick-replies.ts';
export { ROUTING_CALLS as routing } from './routing.ts';
export { SHOPS_CALLS as shops } from './shops.ts';
export { SIGN_IN_CALLS as signIn } from './sign-in.ts';
export { TRANSLATION_CALLS as translation } from './translation.ts';
