import { CALLS, type Call } from '@pasar/api';
import type { AuditAction } from '@pasar/domain';
import { z } from 'zod';

/** What the audit trail tells of a call. */
interface Audited {
  readonly action: AuditAction;
  /** The field of the input that names what the call is about. Never a secret, and no word of a buyer. */
  readonly subject: string | null;
}

const {
  account,
  buyers,
  buyerTags,
  chat,
  chatSettings,
  closing,
  conversationLists,
  data,
  guard,
  orderBook,
  orderCare,
  orders,
  quickReplies,
  registration,
  routing,
  security,
  shops,
  signIn,
  suggestions,
} = CALLS;
const {
  alerts,
  assignmentRules,
  autoReply,
  automation,
  buyerTagRules,
  bulkSend,
  remarks,
  responseRules,
  shopGroups,
  shopWorkbook,
  team,
  timer,
  translation,
  webhooks,
} = CALLS;

const table: readonly (readonly [Call, AuditAction, subject?: string])[] = [
  [registration.createOwner, 'owner_made', 'email'],
  [registration.register, 'owner_made', 'mobile'],
  [registration.abroad_register, 'owner_made', 'email'],
  [registration.resetPassword, 'password_reset'],
  [account.login, 'login'],
  [account.abroad_login, 'login'],
  [account.loginOut, 'logout'],
  [security.endSession, 'device_logged_out'],
  [security.endOtherSessions, 'device_logged_out'],
  [security.changePassword, 'password_changed'],
  [security.confirmSecondFactor, 'second_factor_on'],
  [security.removeSecondFactor, 'second_factor_off'],
  [team.demandSecondFactor, 'second_factor_demanded', 'isDemanded'],
  [security.finishSignOn, 'login'],
  [security.enterSignOnCode, 'login'],
  [security.linkSignOn, 'sign_on_linked'],
  [security.removeSignOnLink, 'sign_on_unlinked'],
  [security.logInWithPasskey, 'login'],
  [security.addPasskey, 'passkey_added', 'name'],
  [security.removePasskey, 'passkey_removed', 'passkeyId'],
  [team.resetSecondFactor, 'second_factor_off', 'memberId'],
  [team.addApiToken, 'token_added', 'name'],
  [team.deleteApiToken, 'token_deleted', 'tokenId'],
  [team.saveChildAccount, 'member_added', 'username'],
  [team.updateChildAccount, 'member_changed', 'name'],
  [team.deleteChildAccount, 'member_deleted', 'memberId'],
  [signIn.startSignIn, 'shop_login', 'identifier'],
  [signIn.signInAgain, 'shop_login', 'connectionId'],
  [signIn.retrySignIn, 'shop_login', 'signInId'],
  [signIn.importShops, 'shop_import', 'fileName'],
  [shops.saveUser, 'shop_added'],
  [shops.saveUserCookie, 'shop_login'],
  [shops.updateUser, 'shop_changed', 'userId'],
  [shops.updateShopAlias, 'shop_changed', 'userId'],
  [shops.updateShopIsCb, 'shop_changed', 'userId'],
  [shops.updateUserByUserIdAndIsGlobalMap, 'shop_changed'],
  [shops.deleteUser, 'shop_unbound', 'userId'],
  [shops.deleteUserByUserIds, 'shop_unbound', 'userIds'],
  [shopWorkbook.applyShops, 'shop_workbook', 'fileName'],
  [shopGroups.saveGroup, 'shop_group_saved', 'name'],
  [shopGroups.removeGroup, 'shop_group_deleted', 'groupId'],
  [routing.saveProxy, 'proxy_saved', 'name'],
  [routing.changeSubjectIp, 'proxy_saved', 'ipSubjectId'],
  [routing.bindSubjects, 'proxy_bound'],
  [routing.delBoosterProxy, 'proxy_deleted'],
  [routing.deleteSubject, 'proxy_deleted', 'ipSubjectId'],
  [routing.setRoutingLine, 'route_changed'],
  [routing.saveDomainSwitchType, 'route_changed'],
  [buyers.blockBuyer, 'buyer_blocked'],
  [buyers.eraseBuyer, 'buyer_erased'],
  [buyers.deleteBuyerNote, 'note_deleted'],
  [chatSettings.saveChatSetting, 'chat_setting'],
  [remarks.updateRemarkStatusFinish, 'remark_finished'],
  [remarks.reopenRemarks, 'remark_reopened'],
  [remarks.deleteRemarks, 'remark_deleted'],
  [remarks.exportRemarks, 'remarks_exported'],
  [buyerTags.saveTag, 'buyer_tag_saved', 'buyerTagName'],
  [buyerTags.deleteTag, 'buyer_tag_deleted', 'buyerTagId'],
  [conversationLists.beginBulk, 'bulk_action'],
  [conversationLists.undoBulk, 'bulk_action'],
  [chat.deleteConversation, 'conversation_deleted', 'isDeleted'],
  [closing.closeConversation, 'conversation_closed', 'isClosed'],
  [chat.recallMessage, 'message_recalled'],
  [chat.deleteMessage, 'message_deleted'],
  [chat.answerOffer, 'offer_answered'],
  [orders.updateOrderSellerNote, 'order_note', 'orderId'],
  [orders.rateBuyer, 'buyer_rated', 'orderId'],
  [orderBook.answerCancellation, 'cancellation_answered', 'orderId'],
  [orderBook.createWaybills, 'waybills_created'],
  [quickReplies.saveGroup, 'quick_reply_saved', 'name'],
  [quickReplies.saveContent, 'quick_reply_saved', 'title'],
  [quickReplies.setIsEnable, 'quick_reply_saved'],
  [quickReplies.setIsLazadaEnable, 'quick_reply_saved'],
  [quickReplies.deleteGroup, 'quick_reply_deleted'],
  [quickReplies.deleteContent, 'quick_reply_deleted'],
  [quickReplies.importContents, 'quick_reply_import'],
  [quickReplies.saveShopeeShortcuts, 'shortcuts_saved'],
  [quickReplies.saveLazadaShortcuts, 'shortcuts_saved'],
  [data.saveRetention, 'retention_changed'],
  [data.beginExport, 'account_exported'],
  [alerts.saveSettings, 'alert_settings'],
  [responseRules.saveResponseRule, 'response_rule', 'country'],
  [responseRules.resetResponseRule, 'response_rule', 'country'],
  [assignmentRules.changeAssignmentRules, 'assignment_rules'],
  [autoReply.saveReplySettingList, 'auto_reply_changed'],
  [autoReply.saveReplyKeywordSetting, 'auto_reply_changed', 'country'],
  [autoReply.delReplyKeywordSetting, 'auto_reply_changed'],
  [autoReply.giveShopReplySetting, 'auto_reply_changed', 'shopId'],
  [autoReply.removeShopReplySetting, 'auto_reply_changed', 'shopId'],
  [bulkSend.saveBatchSendTask, 'bulk_send_saved', 'taskName'],
  [bulkSend.saveTimerTask, 'bulk_send_saved', 'taskName'],
  [bulkSend.updateTimerTask, 'bulk_send_changed', 'taskId'],
  [bulkSend.stopBulkSend, 'bulk_send_stopped', 'taskId'],
  [bulkSend.continueBulkSend, 'bulk_send_continued', 'taskId'],
  [bulkSend.retryBulkSend, 'bulk_send_continued', 'taskId'],
  [bulkSend.deleteBatchSendTask, 'bulk_send_deleted'],
  [bulkSend.saveConfig, 'send_message_config'],
  [timer.retryTimerTask, 'timer_task_retried', 'taskId'],
  [timer.stopTimerTask, 'timer_task_stopped', 'taskId'],
  [orderCare.createOrderCareTask, 'order_care_created', 'kind'],
  [orderCare.saveOrderCareTaskItemList, 'order_care_created', 'kind'],
  [orderCare.stopOrderCare, 'order_care_stopped', 'taskId'],
  [orderCare.continueOrderCare, 'order_care_continued', 'taskId'],
  [orderCare.retryOrderCare, 'order_care_continued', 'taskId'],
  [orderCare.saveOrderCareContent, 'order_care_content', 'kind'],
  [orderCare.saveOrderCareSettings, 'order_care_settings'],
  [automation.stopAutomatic, 'automatic_stopped', 'shopId'],
  [automation.resumeAutomatic, 'automatic_resumed', 'shopId'],
  [buyerTagRules.changeBuyerTagRules, 'buyer_tag_rules'],
  [guard.saveGuardWords, 'guard_words', 'country'],
  [translation.switchTranslation, 'translation_switched'],
  [suggestions.switchSuggestions, 'suggestions_switched'],
  [webhooks.addWebhook, 'webhook_saved', 'address'],
  [webhooks.saveWebhook, 'webhook_saved', 'address'],
  [webhooks.renewWebhookSecret, 'webhook_saved', 'webhookId'],
  [webhooks.deleteWebhook, 'webhook_deleted', 'webhookId'],
];
const AUDITED: ReadonlyMap<string, Audited> = new Map(
  table.map(([{ path }, action, subject = null]) => [path, { action, subject }]),
);

/** Longest subject that is stored (our choice). */
const MOST_SUBJECT = 200;
const named = z.object({ shopId: z.uuid().optional(), conversationId: z.uuid().optional() });
const spoken = z.union([
  z.string(),
  z.boolean().transform((isOn) => (isOn ? 'on' : 'off')),
  z.array(z.string()).transform((items) => items.join(', ')),
]);

export interface AuditFacts {
  readonly action: AuditAction;
  readonly subject: string | null;
  /** The field of the input that the subject is from. */
  readonly field: string | null;
  readonly shopId: string | null;
  /** Tells the shop where the call names no shop itself. */
  readonly conversationId: string | null;
}

/** What the trail tells of a call with this input; null for a call of which it tells nothing. */
export function auditOf(call: Call, input: unknown): AuditFacts | null {
  const audited = AUDITED.get(call.path);
  if (audited === undefined) return null;
  const { shopId = null, conversationId = null } = named.safeParse(input).data ?? {};
  const fields = z.record(z.string(), z.unknown()).safeParse(input).data ?? {};
  const subject = audited.subject === null ? null : (spoken.safeParse(fields[audited.subject]).data ?? null);
  return {
    action: audited.action,
    subject: subject?.slice(0, MOST_SUBJECT) ?? null,
    field: audited.subject,
    shopId,
    conversationId,
  };
}

/** The calls of which the trail tells. */
export const isAudited = ({ path }: Call): boolean => AUDITED.has(path);
