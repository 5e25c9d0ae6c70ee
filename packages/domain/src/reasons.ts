/**
 * Every reason for which a call, a login or a delivery can be refused, by a stable code. The texts live in
 * `packages/api/src/reasons`, one file a language. `unknown` reasons keep the marketplace's own words beside the code.
 */
export const REASON_CODES = [
  // our own backend
  'authorization_expired',
  'invalid_request',
  'not_found',
  'no_permission',
  'wrong_account_or_password',
  'too_frequent',
  'request_exception',
  'origin_refused',
  'account_required',
  'password_required',
  // a wish about a message that is there
  'recall_too_late',
  // a message
  'content_empty',
  'content_too_long',
  'conversation_closed',
  'blocked_by_user',
  'message_refused',
  'delivery_not_retryable',
  // a picture
  'file_too_large',
  'file_unsupported',
  'picture_refused',
  'picture_unavailable',
  // a connection
  'shop_not_logged_in',
  'shop_login_expired',
  'login_failed',
  'account_frozen',
  'account_not_exist',
  'verification_needed',
  'captcha_needed',
  'identity_check_needed',
  'ip_isolation_failed',
  'verification_code_wrong',
  'verification_code_not_sent',
  'secret_unreadable',
  'marketplace_unreachable',
  'marketplace_error',
  'request_timed_out',
  'unexpected_answer',
  // a look at a marketplace that found nothing to read (spec 2 §8)
  'request_interface_failed',
  'ws_address_failed',
  'conversation_info_failed',
  'product_list_failed',
  'product_skus_failed',
  'account_info_failed',
  // a login at Shopee and what its line and chat refuse
  'captcha_wrong',
  'shop_bound_to_merchant',
  'merchant_account_site_login',
  'switch_shop_parameters_missing',
  'switch_shop_failed',
  'buyer_has_open_orders',
  // signing in, importing and routing shops
  'site_not_served',
  'sign_in_not_waiting',
  'challenge_unanswered',
  'sign_in_cancelled',
  'no_shops',
  'shop_quota_full',
  'import_too_large',
  'import_unreadable',
  'import_empty',
  'import_example_left',
  'import_rows_incomplete',
  'import_rows_repeated',
  'import_too_many_rows',
  'proxy_invalid',
  'proxy_host_refused',
  'proxy_no_other_host',
  // a login at Lazada and what its calls refuse (spec 2 §8)
  'info_failed',
  'call_failed',
  'save_failed',
  'shop_list_failed',
  'account_deactivated',
  'login_not_successful',
  'authorization_failed',
  'page_configuration_unreadable',
  'phone_login_not_allowed',
  'site_login_wrong',
  'back_office_login_failed',
  'upload_token_invalid',
  'image_data_missing',
  'software_expired',
  // the shop itself, as its seller centre tells it
  'no_products_on_shelf',
  'product_parameter_error',
  'shop_status_not_detected',
  'shop_not_found',
  'vacation_too_soon',
  'address_change_failed',
  'dashboard_failed',
  'balance_not_supported',
] as const;
export type ReasonCode = (typeof REASON_CODES)[number];

/** A refusal as a value: a code to translate, and the other side's own words for the details fold. */
export interface Refusal {
  readonly reason: ReasonCode;
  readonly detail: string | null;
}
export const refusal = (reason: ReasonCode, detail: string | null = null): Refusal => ({ reason, detail });
