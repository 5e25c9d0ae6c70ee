export { AFTER_SALES_LIMITS, type AfterSalesCase, type ReturnDetailView, returnFact } from './calls/after-sales.ts';
export type { AlertSettings, AlertView } from './calls/alerts.ts';
export {
  type AssignmentRuleChange,
  type AssignmentRulesView,
  type AssignmentRuleView,
  assignmentRuleEvent,
  assignmentRuleList,
} from './calls/assignment-rules.ts';
export { AUDIT_LIMITS, type AuditEntry } from './calls/audit.ts';
export type { AutoReplyLogEntry, KeywordRuleView, QueuedAnswerView, ReplySettingView } from './calls/auto-reply.ts';
export type { AutomaticStopView } from './calls/automation.ts';
export {
  type BuyerTagConditionView,
  type BuyerTagRuleChange,
  type BuyerTagRulesView,
  type BuyerTagRuleTextView,
  type BuyerTagRuleView,
  type BuyerTagSweepView,
  type BuyerTagTrial,
  buyerTagRuleEvent,
  buyerTagRuleList,
} from './calls/buyer-tag-rules.ts';
export {
  type BuyerTagRelationView,
  type BuyerTagView,
  type JudgedTagRow,
  TAG_ROW_FAULTS,
  type TaggedBuyerView,
} from './calls/buyer-tags.ts';
export { FINDING_LIMITS } from './calls/chat-finding.ts';
export { type AccountChatSetting, accountChatSetting, USUAL_ACCOUNT_CHAT_SETTING } from './calls/chat-settings.ts';
export { type BulkActionView, bulkChange, type SavedConversationView } from './calls/conversation-lists.ts';
export { accountExportPath, EXPORT_STATES, type ExportStateView } from './calls/data.ts';
export { GUARD_LIMITS } from './calls/guard.ts';
export * from './calls/index.ts';
export type { LoginHealthView } from './calls/logins.ts';
export { type MentionView, type NoteView, noteView } from './calls/notes.ts';
export { type NotificationView, notificationFact } from './calls/notifications.ts';
export {
  type BookedOrder,
  ORDER_BOOK_LIMITS,
  ORDER_COLUMNS,
  ORDER_EXPORT_KINDS,
  ORDER_EXPORT_PATH,
  ORDER_SORTS,
  type OrderColumn,
  type OrderExportInput,
  type OrderExportKind,
  orderExportAddress,
  orderExportInput,
} from './calls/order-book.ts';
export { ORDER_LIMITS } from './calls/orders.ts';
export { MOST_PASSKEYS, type PasskeyView } from './calls/passkeys.ts';
export type { ReadingView } from './calls/readings.ts';
export { REMARK_SORTS } from './calls/remarks.ts';
export { type ResponseRuleChange, type ResponseRuleEntry, responseRuleView } from './calls/response-rules.ts';
export { REVIEW_SORTS, type ReviewView, reviewFact } from './calls/reviews.ts';
export { type IpSubjectView, type ProxyExit, proxyExit, type TestedHost } from './calls/routing.ts';
export type { SessionView } from './calls/security.ts';
export type { ShopGroupView } from './calls/shop-groups.ts';
export type { JudgedRow } from './calls/shop-workbook.ts';
export type { ListedCookie } from './calls/shops.ts';
export {
  bankAccountFact,
  dashboardFact,
  type FigureSums,
  incomeEntryFact,
  incomeFact,
  MOST_RATES,
} from './calls/statistics.ts';
export { SUGGESTION_TASKS, type SuggestionTask } from './calls/suggestions.ts';
export { MOST_SUB_ACCOUNTS, type SubAccountView } from './calls/team.ts';
export type { TeamFigureSums } from './calls/team-figures.ts';
export type { TimerEntryView } from './calls/timer.ts';
export type { AssignmentView } from './calls/together.ts';
export { TOKEN_LIMITS, TOKEN_PREFIX, type TokenView } from './calls/tokens.ts';
export { MOST_TRANSLATED } from './calls/translation.ts';
export type { WebhookDeliveryView, WebhookView } from './calls/webhooks.ts';
export * from './contract/call.ts';
export * from './contract/health.ts';
export * from './contract/live.ts';
export * from './contract/media.ts';
export { readInput } from './contract/read-input.ts';
export {
  type AutomaticAnswer,
  type AutomaticAnswerPart,
  type AutomaticContent,
  type AutomaticPart,
  automaticAnswer,
  automaticContent,
} from './facts/automatic.ts';
export {
  type BulkSendConditions,
  type BulkSendItemView,
  type BulkSendTarget,
  type BulkSendTaskView,
  bulkSendConditions,
  bulkSendContent,
  bulkSendTarget,
  type DistributedItemView,
  type HandedRecipientView,
  type SendMessageConfigView,
  type ShopFansView,
  sendMessageConfigView,
} from './facts/bulk-send.ts';
export * from './facts/buyers.ts';
export {
  type DeliveryImageView,
  deliveryImageView,
  deliveryVideoView,
  outgoingView,
  stickerView,
} from './facts/cards.ts';
export { memberChatSetting } from './facts/chat-settings.ts';
export {
  ASSIGNEE_FILTERS,
  CONVERSATION_SORTS,
  CONVERSATION_TABS,
  type ConversationFilter,
  type ConversationListing,
  type ConversationSort,
  type ConversationTab,
  conversationListing,
} from './facts/conversation-filter.ts';
export { type DraftView, draftView } from './facts/drafts.ts';
export { type ProductView, productFact } from './facts/goods.ts';
export { type OfferView, offerFact } from './facts/offers.ts';
export {
  type OrderCareContentView,
  type OrderCareItemView,
  type OrderCarePreview,
  type OrderCareSettings,
  type OrderCareTaskView,
  orderCareContentView,
  orderCareSettings,
} from './facts/order-care.ts';
export {
  type OrderDetailView,
  type OrderView,
  orderDetailFact,
  orderFact,
  type ParcelView,
  parcelFact,
} from './facts/order-detail.ts';
export * from './facts/quick-replies.ts';
export type { RemarkView } from './facts/remarks.ts';
export type { SearchHit } from './facts/search.ts';
export type {
  SendItemOutcome,
  SendPreviewCounts,
  SendPreviewSlice,
  SendRecipients,
  SendRecipientView,
  SendTaskProgress,
} from './facts/send-tasks.ts';
export * from './facts/sign-ins.ts';
export { type ShopUserView, shopUserView } from './facts/users.ts';
export * from './facts/views.ts';
export { voucherFact } from './facts/voucher-detail.ts';
export { type WebhookBody, webhookBody } from './facts/webhooks.ts';
export * from './reasons.ts';
