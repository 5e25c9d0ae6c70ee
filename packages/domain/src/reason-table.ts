/** The part of the world that is at fault. */
export type ReasonAbout =
  /** The member of Pasar: their session, their rights, or the plan of their account. */
  | 'member'
  /** What a person entered or chose: a field, a file, a row. */
  | 'input'
  /** The words of a message. */
  | 'text'
  /** A picture. */
  | 'picture'
  /** A video. */
  | 'video'
  /** A product, an order, a voucher or a sticker that is sent. */
  | 'card'
  /** The conversation, or the buyer in it: no message would get through. */
  | 'conversation'
  /** Some other named thing: it is gone, was never seen, or is in a state that does not allow the call. */
  | 'thing'
  /** The login at the marketplace: no call that needs the login would succeed. */
  | 'login'
  /** Also the login, though nothing is wrong: the marketplace asks a person for something before the login goes on. */
  | 'demand'
  /** One shop of a login: the login's other shops may still work. */
  | 'shop'
  /** The way to the marketplace: no request that leaves by it would succeed. */
  | 'way'
  /**
   * The proxy on the way: what leaves by it would fail as well. A person may change the proxy, and Pasar may take
   * another host of it, without another login.
   */
  | 'proxy'
  /** An answer that did not come in time. Perhaps this call alone is slow, because it asks for much. */
  | 'delay'
  /**
   * Too many requests in too short a time. The marketplace counts by login and address, so other calls fail for now
   * too.
   */
  | 'pace'
  /** The marketplace answered this call, but not with what was asked. Other calls may still work. */
  | 'marketplace'
  /** Pasar itself. */
  | 'ours';

/** What has to happen before the same call can succeed. */
export type ReasonHealer =
  /** Only a later attempt: meanwhile the fault may pass, or Pasar may move a rotating proxy to another host. */
  | 'time'
  /** Pasar logs in again with the stored login. */
  | 'renewal'
  /** A person reads a code or a picture, and answers the marketplace with it in the window of the sign-in. */
  | 'challenge'
  /** A person corrects the login: enters it anew, or settles the matter on the marketplace's own page. */
  | 'login'
  /** A person enters or chooses something else. */
  | 'input'
  /** The main account grants rights, buys more, or gives something up. */
  | 'main account'
  /** The operator of the server: the master key, the server's address, or a newer version of Pasar. */
  | 'operator'
  /** No person on this side can help; at most the buyer can. */
  | 'nobody';

/** The kinds of `detail` that a refusal carries. */
export type ReasonDetail =
  /** For the details fold: words of the marketplace or of Pasar that add nothing to the sentence of the code. */
  | 'folded'
  /** The marketplace's own words, which are mapped to no code: shown beside the sentence (spec 1 §8). */
  | 'words';

/**
 * One reason. The row does not say whether the same call may be repeated: two answers with the same reason differ in
 * that, so each answer says it (`canRetry`, docs/decisions/0020-whether-a-call-may-be-tried-again.md).
 */
interface ReasonRow {
  readonly about: ReasonAbout;
  readonly heals: ReasonHealer;
  /**
   * HTTP status of the answer to a call of Pasar's own contract. With 200 the body says `result: 'fail'` (spec 2 §8).
   */
  readonly status: 200 | 400 | 401 | 403 | 404 | 429 | 500 | 503;
  readonly detail: ReasonDetail;
}

/**
 * Every reason for which a call, a login or a delivery can be refused, by a stable code, and the conclusions that the
 * product draws from it. The product asks this table through the functions of `reasons.ts`; the texts stand in
 * `packages/api/src/reasons`.
 */
export const REASONS = {
  // Pasar's own backend
  authorization_expired: { about: 'member', heals: 'login', status: 401, detail: 'folded' },
  invalid_request: { about: 'input', heals: 'input', status: 400, detail: 'folded' },
  // The marketplace has no call for what is asked.
  not_offered: { about: 'thing', heals: 'nobody', status: 200, detail: 'folded' },
  not_found: { about: 'thing', heals: 'nobody', status: 404, detail: 'folded' },
  // A conversation that is to be deleted.
  buyer_waits: { about: 'thing', heals: 'input', status: 200, detail: 'folded' },
  no_permission: { about: 'member', heals: 'main account', status: 403, detail: 'folded' },
  main_account_only: { about: 'member', heals: 'main account', status: 403, detail: 'folded' },
  wrong_account_or_password: { about: 'login', heals: 'login', status: 200, detail: 'folded' },
  too_frequent: { about: 'pace', heals: 'time', status: 429, detail: 'folded' },
  request_exception: { about: 'ours', heals: 'operator', status: 500, detail: 'folded' },
  // What the call has changed is not known.
  database_away: { about: 'ours', heals: 'time', status: 503, detail: 'folded' },
  server_busy: { about: 'ours', heals: 'time', status: 503, detail: 'folded' },
  text_unstorable: { about: 'input', heals: 'input', status: 200, detail: 'folded' },
  origin_refused: { about: 'member', heals: 'nobody', status: 403, detail: 'folded' },
  account_required: { about: 'input', heals: 'input', status: 200, detail: 'folded' },
  password_required: { about: 'input', heals: 'input', status: 200, detail: 'folded' },
  // The first account
  owner_link_invalid: { about: 'thing', heals: 'operator', status: 200, detail: 'folded' },
  email_form: { about: 'input', heals: 'input', status: 200, detail: 'folded' },
  // An account that a stranger makes, or a forgotten password
  mobile_form: { about: 'input', heals: 'input', status: 200, detail: 'folded' },
  qq_form: { about: 'input', heals: 'input', status: 200, detail: 'folded' },
  password_mismatch: { about: 'input', heals: 'input', status: 200, detail: 'folded' },
  account_exists: { about: 'thing', heals: 'input', status: 200, detail: 'folded' },
  registration_closed: { about: 'ours', heals: 'operator', status: 200, detail: 'folded' },
  codes_missing: { about: 'ours', heals: 'operator', status: 200, detail: 'folded' },
  // A sub-account
  username_form: { about: 'input', heals: 'input', status: 200, detail: 'folded' },
  username_taken: { about: 'input', heals: 'input', status: 200, detail: 'folded' },
  member_name_required: { about: 'input', heals: 'input', status: 200, detail: 'folded' },
  api_tokens_full: { about: 'member', heals: 'main account', status: 200, detail: 'folded' },
  sub_accounts_full: { about: 'member', heals: 'main account', status: 200, detail: 'folded' },
  // A new password
  password_too_short: { about: 'input', heals: 'input', status: 200, detail: 'folded' },
  password_only_digits: { about: 'input', heals: 'input', status: 200, detail: 'folded' },
  password_common: { about: 'input', heals: 'input', status: 200, detail: 'folded' },
  // A second factor
  second_factor_needed: { about: 'input', heals: 'input', status: 200, detail: 'folded' },
  second_factor_wrong: { about: 'input', heals: 'input', status: 200, detail: 'folded' },
  second_factor_on: { about: 'thing', heals: 'input', status: 200, detail: 'folded' },
  buyer_answers_waiting: { about: 'conversation', heals: 'time', status: 200, detail: 'folded' },
  // The account demands one, and the member has none.
  second_factor_demanded: { about: 'member', heals: 'input', status: 403, detail: 'folded' },
  second_factor_last: { about: 'thing', heals: 'input', status: 200, detail: 'folded' },
  passkey_needed: { about: 'input', heals: 'input', status: 200, detail: 'folded' },
  passkey_refused: { about: 'input', heals: 'input', status: 200, detail: 'folded' },
  sign_on_failed: { about: 'input', heals: 'input', status: 200, detail: 'folded' },
  sign_on_unlinked: { about: 'member', heals: 'input', status: 200, detail: 'folded' },
  sign_on_taken: { about: 'thing', heals: 'input', status: 200, detail: 'folded' },
  present_password_wrong: { about: 'input', heals: 'input', status: 200, detail: 'folded' },
  // A wish about a message
  recall_too_late: { about: 'thing', heals: 'nobody', status: 200, detail: 'folded' },
  // A message
  content_empty: { about: 'text', heals: 'input', status: 200, detail: 'folded' },
  content_too_long: { about: 'text', heals: 'input', status: 200, detail: 'folded' },
  conversation_closed: { about: 'conversation', heals: 'nobody', status: 200, detail: 'folded' },
  blocked_by_user: { about: 'conversation', heals: 'nobody', status: 200, detail: 'folded' },
  message_refused: { about: 'text', heals: 'input', status: 200, detail: 'words' },
  delivery_not_retryable: { about: 'thing', heals: 'nobody', status: 200, detail: 'folded' },
  // A translation
  translation_missing: { about: 'ours', heals: 'operator', status: 200, detail: 'folded' },
  translation_language_missing: { about: 'ours', heals: 'nobody', status: 200, detail: 'folded' },
  translation_busy: { about: 'ours', heals: 'time', status: 200, detail: 'folded' },
  translation_failed: { about: 'ours', heals: 'time', status: 200, detail: 'folded' },
  translation_refused: { about: 'ours', heals: 'operator', status: 200, detail: 'folded' },
  translation_spoiled: { about: 'ours', heals: 'nobody', status: 200, detail: 'folded' },
  // A suggestion
  suggestion_missing: { about: 'ours', heals: 'operator', status: 200, detail: 'folded' },
  suggestion_off: { about: 'shop', heals: 'main account', status: 200, detail: 'folded' },
  suggestion_unseen: { about: 'member', heals: 'input', status: 200, detail: 'folded' },
  suggestion_busy: { about: 'ours', heals: 'time', status: 200, detail: 'folded' },
  suggestion_failed: { about: 'ours', heals: 'time', status: 200, detail: 'folded' },
  suggestion_refused: { about: 'ours', heals: 'operator', status: 200, detail: 'folded' },
  // A picture
  file_too_large: { about: 'picture', heals: 'input', status: 200, detail: 'folded' },
  file_unsupported: { about: 'picture', heals: 'input', status: 200, detail: 'folded' },
  too_many_pixels: { about: 'picture', heals: 'input', status: 200, detail: 'folded' },
  picture_refused: { about: 'picture', heals: 'input', status: 200, detail: 'folded' },
  picture_unavailable: { about: 'picture', heals: 'time', status: 503, detail: 'folded' },
  // A video
  video_too_large: { about: 'video', heals: 'input', status: 200, detail: 'folded' },
  video_too_long: { about: 'video', heals: 'input', status: 200, detail: 'folded' },
  video_unsupported: { about: 'video', heals: 'input', status: 200, detail: 'folded' },
  video_damaged: { about: 'video', heals: 'input', status: 200, detail: 'folded' },
  video_refused: { about: 'video', heals: 'input', status: 200, detail: 'folded' },
  video_lost: { about: 'video', heals: 'input', status: 200, detail: 'folded' },
  video_not_ready: { about: 'video', heals: 'time', status: 200, detail: 'folded' },
  videos_too_many: { about: 'video', heals: 'time', status: 200, detail: 'folded' },
  automatic_videos_full: { about: 'thing', heals: 'input', status: 200, detail: 'folded' },
  video_only_in_answers: { about: 'input', heals: 'input', status: 200, detail: 'folded' },
  reply_videos_full: { about: 'thing', heals: 'input', status: 200, detail: 'folded' },
  video_on_its_way: { about: 'thing', heals: 'nobody', status: 200, detail: 'folded' },
  // A card
  card_refused: { about: 'card', heals: 'input', status: 200, detail: 'folded' },
  // Favourite products
  buyer_notes_full: { about: 'thing', heals: 'input', status: 200, detail: 'folded' },
  remarks_full: { about: 'thing', heals: 'input', status: 200, detail: 'folded' },
  favorites_full: { about: 'thing', heals: 'input', status: 200, detail: 'folded' },
  // Chat settings
  welcome_missing: { about: 'input', heals: 'input', status: 200, detail: 'folded' },
  chat_setting_text_long: { about: 'input', heals: 'input', status: 200, detail: 'folded' },
  chat_setting_of_old_window: { about: 'input', heals: 'input', status: 200, detail: 'folded' },
  faq_incomplete: { about: 'input', heals: 'input', status: 200, detail: 'folded' },
  faq_full: { about: 'input', heals: 'input', status: 200, detail: 'folded' },
  promise_limit_form: { about: 'input', heals: 'input', status: 200, detail: 'folded' },
  quiet_hours_form: { about: 'input', heals: 'input', status: 200, detail: 'folded' },
  reach_shops_missing: { about: 'input', heals: 'input', status: 200, detail: 'folded' },
  reach_tags_missing: { about: 'input', heals: 'input', status: 200, detail: 'folded' },
  // A tag of buyers
  buyer_tag_name_missing: { about: 'thing', heals: 'input', status: 200, detail: 'folded' },
  buyer_tag_name_long: { about: 'thing', heals: 'input', status: 200, detail: 'folded' },
  buyer_tag_name_taken: { about: 'thing', heals: 'input', status: 200, detail: 'folded' },
  buyer_tags_full: { about: 'thing', heals: 'input', status: 200, detail: 'folded' },
  buyer_tag_in_rule: { about: 'thing', heals: 'main account', status: 200, detail: 'folded' },
  buyer_tags_of_buyer_full: { about: 'thing', heals: 'input', status: 200, detail: 'folded' },
  buyer_tag_file_empty: { about: 'input', heals: 'input', status: 200, detail: 'folded' },
  buyer_tag_rows_too_many: { about: 'input', heals: 'input', status: 200, detail: 'folded' },
  // A saved view of the conversation list
  conversation_views_full: { about: 'thing', heals: 'input', status: 200, detail: 'folded' },
  conversation_view_name_taken: { about: 'thing', heals: 'input', status: 200, detail: 'folded' },
  // A connection
  shop_not_logged_in: { about: 'login', heals: 'renewal', status: 200, detail: 'folded' },
  shop_not_in_software: { about: 'shop', heals: 'login', status: 200, detail: 'folded' },
  shop_login_expired: { about: 'login', heals: 'renewal', status: 200, detail: 'folded' },
  login_failed: { about: 'login', heals: 'login', status: 200, detail: 'words' },
  account_frozen: { about: 'login', heals: 'login', status: 200, detail: 'folded' },
  account_not_exist: { about: 'login', heals: 'login', status: 200, detail: 'folded' },
  verification_needed: { about: 'demand', heals: 'challenge', status: 200, detail: 'folded' },
  captcha_needed: { about: 'demand', heals: 'challenge', status: 200, detail: 'folded' },
  identity_check_needed: { about: 'demand', heals: 'login', status: 200, detail: 'folded' },
  ip_isolation_failed: { about: 'proxy', heals: 'time', status: 200, detail: 'folded' },
  verification_code_wrong: { about: 'login', heals: 'challenge', status: 200, detail: 'folded' },
  verification_code_not_sent: { about: 'login', heals: 'challenge', status: 200, detail: 'folded' },
  secret_unreadable: { about: 'ours', heals: 'operator', status: 200, detail: 'folded' },
  // The signature of each call covers the server's time, so no call of the session would succeed.
  clock_wrong: { about: 'way', heals: 'operator', status: 200, detail: 'folded' },
  marketplace_unreachable: { about: 'way', heals: 'time', status: 200, detail: 'words' },
  marketplace_error: { about: 'marketplace', heals: 'time', status: 200, detail: 'words' },
  request_timed_out: { about: 'delay', heals: 'time', status: 200, detail: 'folded' },
  unexpected_answer: { about: 'marketplace', heals: 'time', status: 200, detail: 'folded' },
  // An answer of a marketplace without the data that was asked for (spec 2 §8)
  request_interface_failed: { about: 'marketplace', heals: 'time', status: 200, detail: 'words' },
  ws_address_failed: { about: 'marketplace', heals: 'time', status: 200, detail: 'folded' },
  conversation_info_failed: { about: 'marketplace', heals: 'time', status: 200, detail: 'folded' },
  product_list_failed: { about: 'marketplace', heals: 'time', status: 200, detail: 'folded' },
  product_skus_failed: { about: 'marketplace', heals: 'time', status: 200, detail: 'folded' },
  account_info_failed: { about: 'marketplace', heals: 'time', status: 200, detail: 'folded' },
  // A login at Shopee, and refusals of its seller site and chat
  captcha_wrong: { about: 'login', heals: 'challenge', status: 200, detail: 'folded' },
  shop_bound_to_merchant: { about: 'login', heals: 'login', status: 200, detail: 'folded' },
  merchant_account_site_login: { about: 'login', heals: 'login', status: 200, detail: 'folded' },
  switch_shop_parameters_missing: { about: 'shop', heals: 'login', status: 200, detail: 'folded' },
  switch_shop_failed: { about: 'shop', heals: 'time', status: 200, detail: 'folded' },
  buyer_has_open_orders: { about: 'conversation', heals: 'nobody', status: 200, detail: 'folded' },
  // Signing in, importing and routing shops
  site_not_served: { about: 'input', heals: 'input', status: 200, detail: 'folded' },
  shop_served_elsewhere: { about: 'ours', heals: 'time', status: 503, detail: 'folded' },
  sign_in_not_waiting: { about: 'thing', heals: 'nobody', status: 200, detail: 'folded' },
  challenge_unanswered: { about: 'login', heals: 'challenge', status: 200, detail: 'folded' },
  sign_in_cancelled: { about: 'thing', heals: 'input', status: 200, detail: 'folded' },
  no_shops: { about: 'shop', heals: 'login', status: 200, detail: 'folded' },
  shop_quota_full: { about: 'member', heals: 'main account', status: 200, detail: 'folded' },
  import_too_large: { about: 'input', heals: 'input', status: 200, detail: 'folded' },
  spreadsheet_unreadable: { about: 'input', heals: 'input', status: 200, detail: 'folded' },
  import_unreadable: { about: 'input', heals: 'input', status: 200, detail: 'folded' },
  import_empty: { about: 'input', heals: 'input', status: 200, detail: 'folded' },
  import_row_incomplete: { about: 'input', heals: 'input', status: 200, detail: 'folded' },
  import_site_unknown: { about: 'input', heals: 'input', status: 200, detail: 'folded' },
  import_row_repeated: { about: 'input', heals: 'input', status: 200, detail: 'folded' },
  import_too_many_rows: { about: 'input', heals: 'input', status: 200, detail: 'folded' },
  import_cell_too_long: { about: 'input', heals: 'input', status: 200, detail: 'folded' },
  import_cell_not_text: { about: 'input', heals: 'input', status: 200, detail: 'folded' },
  remark_required: { about: 'input', heals: 'input', status: 200, detail: 'folded' },
  remark_pictures_full: { about: 'input', heals: 'input', status: 200, detail: 'folded' },
  remark_picture_lost: { about: 'picture', heals: 'input', status: 200, detail: 'folded' },
  remark_assignee_unfit: { about: 'input', heals: 'input', status: 200, detail: 'folded' },
  quick_reply_group_required: { about: 'input', heals: 'input', status: 200, detail: 'folded' },
  quick_reply_parts_too_many: { about: 'input', heals: 'input', status: 200, detail: 'folded' },
  shortcuts_too_many: { about: 'input', heals: 'input', status: 200, detail: 'folded' },
  quick_reply_columns_missing: { about: 'input', heals: 'input', status: 200, detail: 'folded' },
  quick_reply_file_empty: { about: 'input', heals: 'input', status: 200, detail: 'folded' },
  quick_reply_row_incomplete: { about: 'input', heals: 'input', status: 200, detail: 'folded' },
  quick_reply_row_repeated: { about: 'input', heals: 'input', status: 200, detail: 'folded' },
  quick_reply_row_too_long: { about: 'input', heals: 'input', status: 200, detail: 'folded' },
  quick_reply_site_unknown: { about: 'input', heals: 'input', status: 200, detail: 'folded' },
  quick_reply_shop_unknown: { about: 'input', heals: 'input', status: 200, detail: 'folded' },
  quick_reply_language_unknown: { about: 'input', heals: 'input', status: 200, detail: 'folded' },
  proxy_invalid: { about: 'input', heals: 'input', status: 200, detail: 'folded' },
  proxy_unreachable: { about: 'input', heals: 'input', status: 200, detail: 'words' },
  proxy_too_slow: { about: 'input', heals: 'input', status: 200, detail: 'words' },
  proxy_login_refused: { about: 'input', heals: 'input', status: 200, detail: 'words' },
  proxy_blocked: { about: 'input', heals: 'input', status: 200, detail: 'words' },
  proxy_tls_failed: { about: 'input', heals: 'input', status: 200, detail: 'words' },
  proxy_type_wrong: { about: 'input', heals: 'input', status: 200, detail: 'words' },
  proxy_host_refused: { about: 'input', heals: 'input', status: 200, detail: 'folded' },
  webhook_address: { about: 'input', heals: 'input', status: 200, detail: 'folded' },
  proxy_no_other_host: { about: 'thing', heals: 'input', status: 200, detail: 'folded' },
  // A login at Lazada, and refusals of its calls (spec 2 §8)
  info_failed: { about: 'marketplace', heals: 'time', status: 200, detail: 'words' },
  call_failed: { about: 'marketplace', heals: 'time', status: 200, detail: 'words' },
  save_failed: { about: 'marketplace', heals: 'time', status: 200, detail: 'folded' },
  shop_list_failed: { about: 'marketplace', heals: 'time', status: 200, detail: 'folded' },
  account_deactivated: { about: 'login', heals: 'login', status: 200, detail: 'folded' },
  login_not_successful: { about: 'login', heals: 'login', status: 200, detail: 'words' },
  authorization_failed: { about: 'login', heals: 'login', status: 200, detail: 'folded' },
  page_configuration_unreadable: { about: 'login', heals: 'operator', status: 200, detail: 'folded' },
  phone_login_not_allowed: { about: 'login', heals: 'login', status: 200, detail: 'folded' },
  site_login_wrong: { about: 'login', heals: 'login', status: 200, detail: 'folded' },
  back_office_login_failed: { about: 'login', heals: 'login', status: 200, detail: 'folded' },
  upload_token_invalid: { about: 'picture', heals: 'time', status: 200, detail: 'folded' },
  image_data_missing: { about: 'picture', heals: 'input', status: 200, detail: 'folded' },
  software_expired: { about: 'member', heals: 'main account', status: 200, detail: 'folded' },
  // The shop itself, as its seller centre tells it
  no_products_on_shelf: { about: 'shop', heals: 'input', status: 200, detail: 'folded' },
  product_parameter_error: { about: 'shop', heals: 'time', status: 200, detail: 'folded' },
  shop_status_not_detected: { about: 'shop', heals: 'time', status: 200, detail: 'folded' },
  shop_not_found: { about: 'shop', heals: 'input', status: 200, detail: 'folded' },
  vacation_too_soon: { about: 'shop', heals: 'time', status: 200, detail: 'folded' },
  address_change_failed: { about: 'shop', heals: 'input', status: 200, detail: 'folded' },
  dashboard_failed: { about: 'marketplace', heals: 'time', status: 200, detail: 'folded' },
  balance_not_supported: { about: 'shop', heals: 'nobody', status: 200, detail: 'folded' },
  // The rest of the error catalogues (spec 1 §8, spec 2 §8): see error-catalogue.ts
  shop_add_failed: { about: 'marketplace', heals: 'time', status: 200, detail: 'folded' },
  user_not_found: { about: 'login', heals: 'login', status: 200, detail: 'folded' },
  network_offline: { about: 'way', heals: 'time', status: 200, detail: 'folded' },
  network_interrupted: { about: 'way', heals: 'time', status: 200, detail: 'folded' },
  forward_to_yourself: { about: 'input', heals: 'input', status: 200, detail: 'folded' },
  conversation_of_another_member: { about: 'conversation', heals: 'nobody', status: 200, detail: 'folded' },
  member_at_limit: { about: 'thing', heals: 'time', status: 200, detail: 'folded' },
  assignment_rules_full: { about: 'input', heals: 'input', status: 200, detail: 'folded' },
  buyer_tag_rules_full: { about: 'input', heals: 'input', status: 200, detail: 'folded' },
  target_not_online: { about: 'thing', heals: 'time', status: 200, detail: 'folded' },
  not_authorized_for_shop: { about: 'member', heals: 'main account', status: 200, detail: 'folded' },
  captcha_blank: { about: 'input', heals: 'input', status: 200, detail: 'folded' },
  account_abnormal: { about: 'login', heals: 'login', status: 200, detail: 'folded' },
  not_matched: { about: 'login', heals: 'login', status: 200, detail: 'folded' },
  reason_form_required: { about: 'input', heals: 'input', status: 200, detail: 'folded' },
  another_member_chatting: { about: 'conversation', heals: 'time', status: 200, detail: 'folded' },
  rating_card_duplicate: { about: 'thing', heals: 'nobody', status: 200, detail: 'folded' },
  rating_card_expired: { about: 'thing', heals: 'nobody', status: 200, detail: 'folded' },
  bulk_send_name_required: { about: 'input', heals: 'input', status: 200, detail: 'folded' },
  bulk_send_shops_required: { about: 'input', heals: 'input', status: 200, detail: 'folded' },
  bulk_send_nobody: { about: 'input', heals: 'input', status: 200, detail: 'folded' },
  bulk_send_fans_unread: { about: 'thing', heals: 'input', status: 200, detail: 'folded' },
  bulk_send_too_many: { about: 'input', heals: 'input', status: 200, detail: 'folded' },
  bulk_send_goods_one_shop: { about: 'input', heals: 'input', status: 200, detail: 'folded' },
  bulk_send_too_soon: { about: 'input', heals: 'input', status: 200, detail: 'folded' },
  bulk_send_interval: { about: 'input', heals: 'input', status: 200, detail: 'folded' },
  order_numbers_empty: { about: 'input', heals: 'input', status: 200, detail: 'folded' },
  order_numbers_too_many: { about: 'input', heals: 'input', status: 200, detail: 'folded' },
  task_already_created: { about: 'thing', heals: 'nobody', status: 200, detail: 'folded' },
  bulk_send_state: { about: 'thing', heals: 'nobody', status: 200, detail: 'folded' },
  task_not_run_in_time: { about: 'thing', heals: 'input', status: 200, detail: 'folded' },
  messages_in_a_row: { about: 'conversation', heals: 'nobody', status: 200, detail: 'folded' },
  buyer_out_of_reach: { about: 'conversation', heals: 'nobody', status: 200, detail: 'folded' },
  batch_row_invalid: { about: 'input', heals: 'input', status: 200, detail: 'folded' },
  order_fetch_failed: { about: 'marketplace', heals: 'time', status: 200, detail: 'words' },
  follow_shop_not_logged_in: { about: 'shop', heals: 'login', status: 200, detail: 'folded' },
  follow_limit_reached: { about: 'shop', heals: 'time', status: 200, detail: 'folded' },
  follow_update_failed: { about: 'marketplace', heals: 'time', status: 200, detail: 'folded' },
  ip_check_failed: { about: 'way', heals: 'time', status: 200, detail: 'folded' },
  loading_failed: { about: 'ours', heals: 'time', status: 200, detail: 'folded' },
  task_create_failed: { about: 'thing', heals: 'input', status: 200, detail: 'folded' },
  conversation_create_failed: { about: 'conversation', heals: 'time', status: 200, detail: 'words' },
  send_failed: { about: 'conversation', heals: 'time', status: 200, detail: 'words' },
  no_shops_to_urge: { about: 'shop', heals: 'nobody', status: 200, detail: 'folded' },
  order_care_off: { about: 'input', heals: 'input', status: 200, detail: 'folded' },
  vacation_start_failed: { about: 'marketplace', heals: 'time', status: 200, detail: 'folded' },
  vacation_close_failed: { about: 'marketplace', heals: 'time', status: 200, detail: 'folded' },
  order_export_failed: { about: 'marketplace', heals: 'time', status: 200, detail: 'folded' },
  order_not_ratable: { about: 'thing', heals: 'nobody', status: 200, detail: 'folded' },
  cancellation_over: { about: 'thing', heals: 'nobody', status: 200, detail: 'folded' },
  order_status_unknown: { about: 'marketplace', heals: 'operator', status: 200, detail: 'folded' },
  logistics_failed: { about: 'marketplace', heals: 'time', status: 200, detail: 'folded' },
  image_save_failed: { about: 'picture', heals: 'time', status: 200, detail: 'folded' },
  keyword_exists: { about: 'input', heals: 'input', status: 200, detail: 'folded' },
  keyword_rules_full: { about: 'input', heals: 'input', status: 200, detail: 'folded' },
  keyword_empty: { about: 'input', heals: 'input', status: 200, detail: 'folded' },
  keywords_too_many: { about: 'input', heals: 'input', status: 200, detail: 'folded' },
  keyword_too_long: { about: 'input', heals: 'input', status: 200, detail: 'folded' },
  reply_delay_form: { about: 'input', heals: 'input', status: 200, detail: 'folded' },
  automatic_parts_too_many: { about: 'input', heals: 'input', status: 200, detail: 'folded' },
  unsupported_in_shell: { about: 'thing', heals: 'nobody', status: 200, detail: 'folded' },
  proxy_in_use: { about: 'thing', heals: 'input', status: 200, detail: 'folded' },
} as const satisfies Readonly<Record<string, ReasonRow>>;
