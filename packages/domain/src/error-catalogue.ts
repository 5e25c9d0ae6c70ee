import type { ComingFeature } from './coming-features.ts';
import type { ReasonCode } from './reasons.ts';

/** A situation in the words of the specification's error catalogues, and the reason code that tells it to a person. */
export interface CatalogueRow {
  readonly situation: string;
  readonly reason: ReasonCode;
  /**
   * The feature that will refuse with this code and does not exist yet; null where the product refuses with it today.
   */
  readonly awaits: ComingFeature | null;
  /** Why the situation shares the code of another situation: no code of the product can tell the two apart. */
  readonly merged: string | null;
}

/** A shop without cookies and a shop that is not logged in count as the same situation. */
const NO_COOKIES = 'a shop without cookies is treated as not logged in (spec 1 §5)';
const NO_SHOP = 'the marketplace has one answer for a shop that is gone and for an id that was none';

/** Codes that nothing refuses with until their feature exists. */
const AWAITED: Readonly<Partial<Record<ReasonCode, ComingFeature>>> = {
  unsupported_in_shell: 'desktop',
  follow_shop_not_logged_in: 'follow-tasks',
  follow_limit_reached: 'follow-tasks',
  follow_update_failed: 'follow-tasks',
  ip_check_failed: 'bought-proxies',
  vacation_start_failed: 'vacation',
  vacation_close_failed: 'vacation',
  software_expired: 'payment',
};
type Rows = readonly (readonly [situation: string, reason: ReasonCode, merged?: string])[];

/** Why a login failed: the same list in both documents. Words that are not listed are shown as they are. */
export const LOGIN_FAILURES: Rows = [
  ['banned', 'account_frozen'],
  ['send verification code failed', 'verification_code_not_sent'],
  ['account not exist', 'account_not_exist'],
  ['invalid verification code', 'verification_code_wrong'],
  ['need otp or vcode', 'verification_needed'],
  ['require captcha or captcha trigger', 'captcha_needed'],
  ['too frequent', 'too_frequent'],
  ['permission or name/password incorrect', 'wrong_account_or_password'],
  ['not found', 'account_not_exist'],
  ['shop bound to merchant', 'shop_bound_to_merchant'],
  ['unknown reasons', 'login_failed'],
];

const GENERAL_CHAT: Rows = [
  ['chat error: network offline', 'network_offline'],
  ['chat error: network interrupted', 'network_interrupted'],
  ['chat error: server error please retry', 'marketplace_error'],
  ['chat error: file size exceeds max', 'file_too_large'],
  ['chat error: unsupported file type', 'file_unsupported'],
  ['chat error: blocked by user so message failed', 'blocked_by_user'],
  ['forward: cannot forward to yourself', 'forward_to_yourself'],
  ['forward: conversation closed', 'conversation_closed'],
  ['forward: belongs to another member', 'conversation_of_another_member'],
  ['forward: target not online', 'target_not_online'],
  ['forward: not authorized for shop', 'not_authorized_for_shop'],
  ['forward: server error', 'marketplace_error'],
  ['chat login: captcha blank', 'captcha_blank'],
  ['chat login: captcha incorrect', 'captcha_wrong'],
  ['chat login: password blank', 'password_required'],
  ['chat login: username not exist', 'account_not_exist'],
  ['chat login: verification code incorrect', 'verification_code_wrong'],
  ['chat login: account abnormal', 'account_abnormal'],
  ['chat login: no authorization', 'authorization_failed'],
  ['chat login: not matched', 'not_matched'],
  ['chat login: server error', 'marketplace_error'],
  ['closing a conversation with a reason code', 'reason_form_required'],
  ['restarting a conversation while another member is chatting', 'another_member_chatting'],
  ['a rating card is a duplicate', 'rating_card_duplicate'],
  ['a rating card is expired', 'rating_card_expired'],
  ['blocking when the user has unfinished orders', 'buyer_has_open_orders'],
];

/**
 * Our reading of two translated situations: "the agent is invalid" means the proxy, and "updated token" the token of an
 * upload.
 */
const CLIENT_MESSAGES: Rows = [
  ['batch send row errors', 'batch_row_invalid'],
  ['order fetch failure with reason', 'order_fetch_failed'],
  ['username not exist or authorization failed (reauthorize)', 'authorization_failed'],
  ['store not logged in', 'shop_not_logged_in', 'a shop, by another word of a translation'],
  ['proxy invalid', 'proxy_invalid'],
  ['untested or invalid proxy, test again', 'proxy_invalid'],
  ['follow task: shop not logged in so skip', 'follow_shop_not_logged_in'],
  ['follow task: follow limit reached', 'follow_limit_reached'],
  ['follow task: update failure', 'follow_update_failed'],
  ['IP check error', 'ip_check_failed'],
  ["loading failure 'retry or contact support'", 'loading_failed'],
  ['create task failed', 'task_create_failed'],
  ['conversation create failed with reason', 'conversation_create_failed'],
  ['send failed with reason', 'send_failed'],
  ['no shops need urging', 'no_shops_to_urge'],
  ['content to send is empty', 'content_empty'],
  ['failed to start vacation mode', 'vacation_start_failed'],
  ['failed to close vacation mode', 'vacation_close_failed'],
  ['export order failed', 'order_export_failed'],
  ['the order is not evaluable', 'order_not_ratable'],
  ['the order status is beyond explanation', 'order_status_unknown'],
  ['failed to get logistics information', 'logistics_failed'],
  ['the agent is invalid', 'proxy_invalid'],
  ['updated token is invalid', 'upload_token_invalid'],
  ['failed to save the image', 'image_save_failed'],
  ['keywords already exist', 'keyword_exists'],
  ['child accounts are not allowed to operate', 'no_permission'],
  ['parameter error', 'invalid_request'],
  ['software expired', 'software_expired'],
];

/** Spec 1 §8, and of its §1 the refusal inside a third-party shell. */
const GENERAL: Rows = [
  ['the multi-customer-service software does not support this operation', 'unsupported_in_shell'],
  ['error_require_captcha', 'captcha_needed'],
  ['error_need_otp', 'verification_needed'],
  ['error_need_vcode', 'verification_needed'],
  ['web chat login failure', 'login_failed'],
  ['web chat login: a missing user', 'user_not_found'],
  ['shop status: no live product', 'no_products_on_shelf'],
  ['shop status: missing item or shop id', 'product_parameter_error'],
  ['shop status: an unsuccessful response', 'shop_status_not_detected'],
  ['no seller-center permission', 'no_permission'],
];

const CALLS: Rows = [
  ['Shop has no cookies', 'shop_not_logged_in'],
  ['Not logged in', 'shop_not_logged_in', NO_COOKIES],
  ['Proxy request fails after a retry', 'ip_isolation_failed'],
  ['Non-200 reply', 'info_failed'],
  ['failed to get (generic)', 'info_failed'],
  ['failed to get product list', 'product_list_failed'],
  ['failed to modify address', 'address_change_failed'],
  ['failed to add shop', 'shop_add_failed'],
  ['failed to get dashboard data', 'dashboard_failed'],
  ['failed to switch shop', 'switch_shop_failed'],
  ['switch shop parameter error', 'switch_shop_parameters_missing'],
  ['Balance for merchant accounts', 'balance_not_supported'],
  ['Shop missing: does not exist', 'shop_not_found', NO_SHOP],
  ['Shop missing: failed to find shop, check the shop ID', 'shop_not_found'],
  ['Site login with a merchant account', 'merchant_account_site_login'],
  ['Login error', 'login_failed'],
  ['Seller-centre permission missing', 'no_permission'],
  ['OTP needed', 'verification_needed'],
  ['Request-layer error', 'request_exception'],
  ['Backend code 50001', 'authorization_expired'],
];

const FIRST: Rows = [
  ['First marketplace with no user', 'shop_not_in_software'],
  ["First marketplace message 'token not found'", 'shop_login_expired'],
  // The reasons that remain when waiting, the other domain and the second try have not helped.
  ['First marketplace 429', 'too_frequent'],
  ['First marketplace 403', 'info_failed'],
  ['First marketplace timeout', 'request_timed_out'],
  ['Connection timeout', 'request_timed_out'],
  ['reason code conversation_closed', 'conversation_closed'],
  ['reason code error_need_otp', 'verification_needed'],
  ['reason code vcode', 'verification_needed'],
  ['reason code error_captcha_trigger', 'captcha_needed'],
  ['reason code error_too_many_fail_login', 'captcha_needed'],
  ['Reason 1 (error_perm)', 'wrong_account_or_password'],
  ['Login error 2 (error_perm)', 'wrong_account_or_password'],
  ['Other login errors (need_ivs)', 'identity_check_needed'],
];

const SECOND: Rows = [
  ['network failure with the code', 'marketplace_unreachable'],
  ['failed to get info on non-200', 'info_failed'],
  ['login failed or missing user id', 'login_failed'],
  ['incorrect username or password', 'wrong_account_or_password'],
  ['account deactivated', 'account_deactivated'],
  ['login not successful: check site, account, password and captcha', 'login_not_successful'],
  ['authorization failed or failed to get authorization', 'authorization_failed'],
  ['failed to parse page configuration', 'page_configuration_unreadable'],
  ['call failed or failed to get, with the joined return text', 'call_failed'],
  ['login needs a captcha', 'captcha_needed'],
  ['invalid upload token', 'upload_token_invalid'],
  ['failed to get image data', 'image_data_missing'],
  ['failed to save data', 'save_failed'],
  ['failed to get shop list', 'shop_list_failed'],
  ['failed to log in to the back office', 'back_office_login_failed'],
  ['wrong site, account or password', 'site_login_wrong'],
  ['no shops to operate on', 'no_shops'],
  ['the shop count for this version is at its limit', 'shop_quota_full'],
  ['software expired', 'software_expired'],
];

const SHORT_VIDEO: Rows = [
  ['Short-video reply code above 0 with no message', 'request_interface_failed'],
  ['Short-video transport errors ECONNRESET, ECONNREFUSED, ETIMEDOUT', 'marketplace_unreachable'],
  ['Socket reply not received in 5 s', 'request_timed_out'],
  ['failed to get ws address', 'ws_address_failed'],
  ['failed to get conversation info', 'conversation_info_failed'],
  ['Short-video: failed to get product list', 'product_list_failed'],
  ['failed to get product SKU list', 'product_skus_failed'],
  ['failed to get account info', 'account_info_failed'],
  ['failed to send verification code', 'verification_code_not_sent'],
];

/** Both catalogues, whole: `general` is spec 1 §8 (screens), `calls` spec 2 §8. Only tests read them. */
export function errorCatalogue(of: 'general' | 'calls'): readonly CatalogueRow[] {
  const parts =
    of === 'general'
      ? [GENERAL, LOGIN_FAILURES, GENERAL_CHAT, CLIENT_MESSAGES]
      : [CALLS, FIRST, SECOND, SHORT_VIDEO, LOGIN_FAILURES];
  return parts
    .flat()
    .map(([situation, reason, merged = null]) => ({ situation, reason, awaits: AWAITED[reason] ?? null, merged }));
}
