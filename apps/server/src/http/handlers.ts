import type { CALLS } from '@pasar/api';
import { ACCOUNT_HANDLERS } from '../features/account/calls.ts';
import { AFTER_SALES_HANDLERS } from '../features/after-sales/calls.ts';
import { ALERTS_HANDLERS } from '../features/alerts/calls.ts';
import { ASSIGNMENT_RULES_HANDLERS } from '../features/assignment-rules/calls.ts';
import { AUDIT_HANDLERS } from '../features/audit/calls.ts';
import { AUTO_REPLY_HANDLERS } from '../features/auto-reply/calls.ts';
import { AUTOMATION_HANDLERS } from '../features/automation/calls.ts';
import { BULK_SEND_HANDLERS } from '../features/bulk-send/calls.ts';
import { BUYER_TAG_RULES_HANDLERS } from '../features/buyer-tag-rules/calls.ts';
import { BUYER_TAGS_HANDLERS } from '../features/buyer-tags/calls.ts';
import { BUYERS_HANDLERS } from '../features/buyers/calls.ts';
import { CHAT_HANDLERS } from '../features/chat/calls.ts';
import { CHAT_SETTINGS_HANDLERS } from '../features/chat-settings/calls.ts';
import { CLOSING_HANDLERS } from '../features/closing/calls.ts';
import { CONVERSATION_LISTS_HANDLERS } from '../features/conversation-lists/calls.ts';
import { DATA_HANDLERS } from '../features/data/calls.ts';
import { GUARD_HANDLERS } from '../features/guard/calls.ts';
import type { HandlersOf } from '../features/handler.ts';
import { LOGINS_HANDLERS } from '../features/logins/calls.ts';
import { NOTIFICATIONS_HANDLERS } from '../features/notifications/calls.ts';
import { ORDER_BOOK_HANDLERS } from '../features/order-book/calls.ts';
import { ORDER_CARE_HANDLERS } from '../features/order-care/calls.ts';
import { ORDERS_HANDLERS } from '../features/orders/calls.ts';
import { PRODUCTS_HANDLERS } from '../features/products/calls.ts';
import { QUICK_REPLIES_HANDLERS } from '../features/quick-replies/calls.ts';
import { READINGS_HANDLERS } from '../features/readings/calls.ts';
import { REGISTRATION_HANDLERS } from '../features/registration/calls.ts';
import { REMARKS_HANDLERS } from '../features/remarks/calls.ts';
import { RESPONSE_RULES_HANDLERS } from '../features/response-rules/calls.ts';
import { REVIEWS_HANDLERS } from '../features/reviews/calls.ts';
import { ROUTING_HANDLERS } from '../features/routing/calls.ts';
import { SEARCH_HANDLERS } from '../features/search/calls.ts';
import { SECURITY_HANDLERS } from '../features/security/calls.ts';
import { SHOP_GROUPS_HANDLERS } from '../features/shop-groups/calls.ts';
import { SHOP_WORKBOOK_HANDLERS } from '../features/shop-workbook/calls.ts';
import { SHOPS_HANDLERS } from '../features/shops/calls.ts';
import { SIGN_IN_HANDLERS } from '../features/sign-in/calls.ts';
import { STATISTICS_HANDLERS } from '../features/statistics/calls.ts';
import { SUGGESTIONS_HANDLERS } from '../features/suggestions/calls.ts';
import { TEAM_HANDLERS } from '../features/team/calls.ts';
import { TEAM_FIGURES_HANDLERS } from '../features/team-figures/calls.ts';
import { TIMER_HANDLERS } from '../features/timer/calls.ts';
import { TOGETHER_HANDLERS } from '../features/together/calls.ts';
import { TRANSLATION_HANDLERS } from '../features/translation/calls.ts';
import { WEBHOOKS_HANDLERS } from '../features/webhooks/calls.ts';

/** Every call of the contract and the feature that answers it; a call without a handler does not compile. */
export const HANDLERS: { readonly [Feature in keyof typeof CALLS]: HandlersOf<(typeof CALLS)[Feature]> } = {
  account: ACCOUNT_HANDLERS,
  alerts: ALERTS_HANDLERS,
  responseRules: RESPONSE_RULES_HANDLERS,
  assignmentRules: ASSIGNMENT_RULES_HANDLERS,
  autoReply: AUTO_REPLY_HANDLERS,
  automation: AUTOMATION_HANDLERS,
  bulkSend: BULK_SEND_HANDLERS,
  audit: AUDIT_HANDLERS,
  buyers: BUYERS_HANDLERS,
  buyerTags: BUYER_TAGS_HANDLERS,
  buyerTagRules: BUYER_TAG_RULES_HANDLERS,
  chat: CHAT_HANDLERS,
  chatSettings: CHAT_SETTINGS_HANDLERS,
  closing: CLOSING_HANDLERS,
  conversationLists: CONVERSATION_LISTS_HANDLERS,
  data: DATA_HANDLERS,
  guard: GUARD_HANDLERS,
  logins: LOGINS_HANDLERS,
  afterSales: AFTER_SALES_HANDLERS,
  readings: READINGS_HANDLERS,
  remarks: REMARKS_HANDLERS,
  reviews: REVIEWS_HANDLERS,
  notifications: NOTIFICATIONS_HANDLERS,
  teamFigures: TEAM_FIGURES_HANDLERS,
  timer: TIMER_HANDLERS,
  together: TOGETHER_HANDLERS,
  orderBook: ORDER_BOOK_HANDLERS,
  orderCare: ORDER_CARE_HANDLERS,
  orders: ORDERS_HANDLERS,
  products: PRODUCTS_HANDLERS,
  quickReplies: QUICK_REPLIES_HANDLERS,
  registration: REGISTRATION_HANDLERS,
  routing: ROUTING_HANDLERS,
  search: SEARCH_HANDLERS,
  security: SECURITY_HANDLERS,
  shopGroups: SHOP_GROUPS_HANDLERS,
  shopWorkbook: SHOP_WORKBOOK_HANDLERS,
  shops: SHOPS_HANDLERS,
  signIn: SIGN_IN_HANDLERS,
  statistics: STATISTICS_HANDLERS,
  suggestions: SUGGESTIONS_HANDLERS,
  team: TEAM_HANDLERS,
  translation: TRANSLATION_HANDLERS,
  webhooks: WEBHOOKS_HANDLERS,
};
