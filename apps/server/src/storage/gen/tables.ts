// Generated from the migrations: npm run generate:tables
import type { BulkItemState, OrderCareKind, BulkSendType, BulkSendState, ReasonCode, SendCause, Marketplace, ConnectionStateName, RoutingLine, ConversationStatus, Position, ImageType, DeliveryState, AutomaticCause, Country, DomainSwitchResult, ProxyScope, ProxyType, ProxyKind, Author, MessageStatus, MessageMark, ReadingSubject, ListSubject, ReadingState, SearchKind, SearchWriter, ParcelStage, SignInState } from '@pasar/domain';

export interface AccountCounterTable {
  account_id: string;

  seq: string;
}

export interface AccountExportTable {
  account_id: string;

  member_id: string;

  ticket_hash: Buffer | null;

  state: string;

  asked_at: string;

  told_at: string;

  tables_done: number;

  tables_total: number;

  rows_done: string;

  bytes: string;
}

export interface AccountTable {
  account_id: string;

  name: string;

  is_boost_declined: boolean;

  created_at: Date;

  handle: string;

  is_factor_demanded: boolean;

  leaving_at: Date | null;
}

export interface AlertMailTable {
  mail_id: string;

  account_id: string;

  address: string;

  subject: string;

  body: string;

  tries: number;

  not_before: string;
}

export interface AlertSettingsTable {
  account_id: string;

  off_kinds: string[];

  mail_addresses: string[];

  locale: string;

  quiet_from: number | null;

  quiet_to: number | null;

  time_zone: string | null;
}

export interface AlertTable {
  alert_id: string;

  account_id: string;

  kind: string;

  subject: string;

  subject_name: string;

  state: string;

  began_at: string;

  told_at: string | null;

  over_at: string | null;
}

export interface ApiTokenTable {
  member_id: string;

  account_id: string;

  hint: string;

  expires_at: Date;

  created_at: Date;

  used_at: Date | null;

  used_from: string | null;
}

export interface AssignmentRuleChangeTable {
  change_id: string;

  account_id: string;

  changed_at: string;

  changed_by: string;

  event: unknown;
}

export interface AssignmentRulesTable {
  account_id: string;

  is_on: boolean;

  rules: unknown;
}

export interface AssignmentTurnTable {
  account_id: string;

  rule_id: string;

  member_id: string;

  turn: string;
}

export interface AuditEntryTable {
  entry_id: string;

  account_id: string;

  at: Date;

  member_id: string;

  member_name: string;

  username: string;

  address: string;

  action: string;

  shop_id: string | null;

  shop_name: string | null;

  subject: string | null;
}

export interface AutomaticPictureTable {
  picture_id: string;

  account_id: string;

  used_by: string | null;

  file_name: string;

  type: string;

  bytes: Buffer;

  created_at: string;
}

export interface AutomaticStopTable {
  account_id: string;

  shop_id: string | null;

  stopped_at: string;

  stopped_by: string;
}

export interface AutomaticVideoPartTable {
  video_id: string;

  number: number;

  account_id: string;

  bytes: Buffer;
}

export interface AutomaticVideoTable {
  video_id: string;

  account_id: string;

  member_id: string;

  client_id: string;

  used_by: string | null;

  video: unknown;

  cover: Buffer | null;

  is_whole: boolean;

  created_at: string;
}

export interface AutoReplyKeywordTable {
  keyword_id: string;

  setting_id: string;

  account_id: string;

  keywords: string[];

  is_whole: boolean;

  answer: unknown;
}

export interface AutoReplyQueueTable {
  queue_id: string;

  account_id: string;

  shop_id: string;

  conversation_id: string;

  message_id: string;

  position: string;

  written_at: string;

  kind: string;

  keyword_id: string | null;

  keyword: string | null;

  faq_place: number | null;

  due_at: string;

  state: string;

  reason: string | null;

  ended_at: string | null;

  answers: string[];
}

export interface AutoReplySettingTable {
  setting_id: string;

  account_id: string;

  marketplace: string;

  country: string;

  shop_id: string | null;

  setting: unknown;
}

export interface AutoReplyVersionTable {
  account_id: string;

  version: string;

  is_on: boolean;
}

export interface BulkActionTable {
  bulk_id: string;

  account_id: string;

  member_id: string | null;

  setting: unknown;

  state: string;

  total: number;

  changed_count: number;

  same_count: number;

  failed_count: number;

  undoes: string | null;

  is_undone: boolean;

  begun_at: string;

  ended_at: string | null;
}

export interface BulkItemTable {
  bulk_id: string;

  conversation_id: string;

  account_id: string;

  shop_id: string;

  outcome: string;

  reason: string | null;

  was_assignee: string | null;

  up_to: string | null;
}

export interface BulkSendItemTable {
  item_id: string;

  task_id: string;

  account_id: string;

  shop_id: string;

  conversation_id: string | null;

  buyer_name: string;

  order_id: string | null;

  order_number: string | null;

  state: BulkItemState;

  reason: string | null;

  detail: string | null;

  parts: unknown | null;

  attempt: number;

  done_parts: number[];

  sent_at: string | null;

  ended_at: string | null;

  answered_at: string | null;

  care_kind: OrderCareKind | null;

  buyer_id: string | null;

  handed_at: string | null;

  handed_to: string | null;

  handed_messages: number | null;
}

export interface BulkSendTaskTable {
  task_id: string;

  account_id: string;

  member_id: string | null;

  author: string;

  name: string;

  type: BulkSendType;

  send_at: string | null;

  interval_seconds: number;

  target: unknown;

  conditions: unknown;

  content: unknown;

  state: BulkSendState;

  reason: ReasonCode | null;

  total: number;

  sent: number;

  succeeded: number;

  failed: number;

  skipped: number;

  unconfirmed: number;

  answered: number;

  open: number;

  created_at: string;

  begun_at: string | null;

  ended_at: string | null;

  host_id: string | null;

  host_until: string | null;

  cause: SendCause;

  care_kind: OrderCareKind | null;

  care_day: string | null;

  client_id: string | null;

  host_since: string | null;

  host_asks: boolean;

  host_wrote_unasked: boolean;
}

export interface BuyerNoteTable {
  note_id: string;

  account_id: string;

  marketplace: string;

  buyer_id: string;

  member_id: string | null;

  author: string;

  text: string;

  written_at: string;

  changed_at: string | null;
}

export interface BuyerTagDueTable {
  due_id: string;

  account_id: string;

  shop_id: string;

  buyer_ids: string[];
}

export interface BuyerTagGivenTable {
  rule_id: string;

  tag_id: string;

  shop_id: string;

  buyer_id: string;

  account_id: string;

  conversation_id: string;
}

export interface BuyerTagRelationTable {
  relation_id: string;

  account_id: string;

  tag_id: string;

  shop_id: string;

  buyer_id: string;

  conversation_id: string;

  added_by: string;

  added_at: string;

  last_message_at: string;

  waiting_since: string | null;

  is_unread: boolean;

  is_pinned: boolean;

  due_at: string | null;

  is_unreplied: boolean;

  rule_id: string | null;

  is_deleted: boolean;
}

export interface BuyerTagRuleChangeTable {
  change_id: string;

  account_id: string;

  changed_at: string;

  changed_by: string;

  event: unknown;
}

export interface BuyerTagRulesTable {
  account_id: string;

  rules: unknown;
}

export interface BuyerTagSweepTable {
  sweep_id: string;

  account_id: string;

  rule_id: string | null;

  since: string;

  place_at: string | null;

  place_id: string | null;

  total: number;

  looked_count: number;

  tagged_count: number;

  begun_at: string;

  ended_at: string | null;
}

export interface BuyerTagTable {
  tag_id: string;

  account_id: string;

  name: string;

  color: string;

  buyer_count: number;
}

export interface BuyerTagWatchTable {
  account_id: string;

  seq: string;

  looked_at: string;

  wants_orders: boolean;
}

export interface BuyerWaitTable {
  message_id: string;

  conversation_id: string;

  account_id: string;

  shop_id: string;

  asked_at: string;

  answered_at: string | null;

  answered_by: string | null;

  is_first: boolean;

  set_aside_at: string | null;
}

export interface ChangeTable {
  account_id: string;

  seq: string;

  kind: string;

  shop_id: string | null;

  member_id: string | null;

  payload: unknown;

  created_at: Date;
}

export interface ChatSettingTable {
  account_id: string;

  setting: unknown;

  questions_changed_at: string | null;
}

export interface ClientReportTable {
  report_id: string;

  account_id: string;

  kind: 'cnsc_login' | 'unknown_message_type' | 'unknown_value' | 'proxy_stat';

  payload: unknown;

  created_at: string;

  occurrences: number;
}

export interface ConnectionLeaseTable {
  connection_id: string;

  account_id: string;

  holder: string | null;

  token: string;

  expires_at: Date;
}

export interface ConnectionTable {
  connection_id: string;

  account_id: string;

  marketplace: Marketplace;

  identifier: string;

  country: string;

  sub_account_id: string | null;

  state: ConnectionStateName;

  refusal_reason: ReasonCode | null;

  refusal_detail: string | null;

  ip_subject_id: string | null;

  line: RoutingLine;

  otp_needed_at: string | null;

  cookies_disabled_at: string | null;

  unbound_shop_ids: string[];

  unreadable_count: number;

  failed_since: string | null;

  away_since: string | null;
}

export interface ConsultedProductTable {
  shop_id: string;

  buyer_id: string;

  product_id: string;

  account_id: string;

  asked_at: string;
}

export interface ConversationAssignmentTable {
  assignment_id: string;

  account_id: string;

  shop_id: string;

  conversation_id: string;

  at: string;

  by_id: string | null;

  by_name: string | null;

  from_name: string | null;

  to_id: string | null;

  to_name: string | null;

  note: string | null;

  rule_id: string | null;

  rule_name: string | null;
}

export interface ConversationBuyerTable {
  conversation_id: string;

  account_id: string;

  shop_id: string;

  buyer_id: string;
}

export interface ConversationHourTable {
  conversation_id: string;

  hour_at: string;

  author: string;

  member_id: string | null;

  account_id: string;

  shop_id: string;

  messages: number;
}

export interface ConversationNameTable {
  conversation_id: string;

  account_id: string;

  parts: string[];
}

export interface ConversationNoteTable {
  note_id: string;

  account_id: string;

  shop_id: string;

  conversation_id: string;

  author_id: string;

  author_name: string;

  text: string;

  written_at: string;

  changed_at: string | null;

  anchor_position: string | null;
}

export interface ConversationSetAsideTable {
  conversation_id: string;

  position: string;

  account_id: string;

  shop_id: string;

  member_id: string;

  at: string;
}

export interface ConversationTable {
  conversation_id: string;

  account_id: string;

  shop_id: string;

  platform_conversation_id: string;

  buyer_id: string;

  buyer_name: string;

  buyer_avatar_url: string | null;

  status: ConversationStatus;

  is_pinned: boolean;

  is_muted: boolean;

  is_favorite: boolean;

  unread_count: number;

  is_marked_unread: boolean;

  waiting_since: string | null;

  last_reply_position: Position | null;

  last_message_at: string;

  last_position: Position | null;

  last_message: unknown | null;

  synced_position: Position | null;

  synced_message_id: string | null;

  seller_read_position: Position | null;

  buyer_read_position: Position | null;

  address: unknown;

  history: 'unknown' | 'more' | 'complete';

  history_cursor: string | null;

  is_history_wanted: boolean;

  is_buyer_blocked: boolean;

  buyer_wrote_at: string | null;

  kept_from: string;

  was_tagged: boolean;

  set_aside_position: string | null;

  session_tags: string[] | null;

  assignee_id: string | null;

  due_at: string | null;

  deleted_position: string | null;

  is_deleted: boolean;

  closing: unknown | null;

  tag_ids: string[];

  forgotten_in_a_row: number;

  forgotten_until: string;
}

export interface ConversationViewTable {
  view_id: string;

  account_id: string;

  member_id: string | null;

  name: string;

  is_shared: boolean;

  listing: unknown;
}

export interface CurrencyRateTable {
  account_id: string;

  currency: string;

  base: string;

  rate: string;

  as_of: string;

  saved_by: string;

  saved_at: string;
}

export interface DeliveryImageTable {
  delivery_id: string;

  account_id: string;

  shop_id: string;

  name: string;

  type: ImageType;

  bytes: Buffer;

  uploaded: unknown | null;
}

export interface DeliveryTable {
  delivery_id: string;

  account_id: string;

  shop_id: string;

  conversation_id: string;

  member_id: string | null;

  client_id: string;

  quote: unknown | null;

  state: DeliveryState;

  attempt: number;

  reopened_at: string | null;

  not_before: string;

  intent_at: string | null;

  look_until: string | null;

  platform_message_id: string | null;

  refusal_reason: ReasonCode | null;

  refusal_detail: string | null;

  anchor_position: Position | null;

  created_at: string;

  claim_token: string | null;

  content: unknown;

  original: string | null;

  cause: AutomaticCause | null;

  not_after: string | null;

  bulk_item_id: string | null;

  bulk_part: number | null;

  auto_reply_id: string | null;
}

export interface DomainSwitchTable {
  account_id: string;

  country: Country;

  result: DomainSwitchResult;

  learned_at: string;
}

export interface DraftTable {
  member_id: string;

  conversation_id: string;

  account_id: string;

  shop_id: string;

  text: string;

  changed_at: string;
}

export interface EntranceCodeTable {
  code_id: string;

  purpose: string;

  target: string;

  network: string;

  account_id: string | null;

  member_id: string | null;

  code_hash: Buffer;

  created_at: Date;

  tries: number;

  used_at: Date | null;
}

export interface ErasedBuyerTable {
  account_id: string;

  buyer_hash: Buffer;

  erased_at: string;
}

export interface FavoriteProductsTable {
  shop_id: string;

  account_id: string;

  product_ids: string[];
}

export interface FiguresDueTable {
  due_id: string;

  account_id: string;

  conversation_id: string;
}

export interface ForgottenSendingTable {
  account_id: string;

  shop_id: string;

  conversation_id: string;

  sent_at: string;

  cause: string | null;
}

export interface GuardWordsTable {
  account_id: string;

  country: string;

  words: string[];
}

export interface IpSubjectTable {
  ip_subject_id: string;

  account_id: string;

  scope: ProxyScope;

  name: string;

  type: ProxyType;

  proxy_type: ProxyKind;

  host: string;

  hosts: string[];

  port: number;

  username: string | null;

  tested_at: string | null;

  created_at: string;

  exits: unknown;
}

export interface KnownBuyerTable {
  shop_id: string;

  buyer_id: string;

  account_id: string;

  profile: unknown | null;

  profile_at: string | null;

  orders: unknown | null;

  orders_at: string | null;

  replied_at: string | null;
}

export interface LoginLifeTable {
  life_id: string;

  account_id: string;

  connection_id: string;

  began_at: string;

  ended_at: string | null;

  is_expired: boolean;
}

export interface MemberChatSettingTable {
  member_id: string;

  account_id: string;

  setting: unknown;
}

export interface MemberShopTable {
  member_id: string;

  shop_id: string;

  account_id: string;
}

export interface MemberTable {
  member_id: string;

  account_id: string;

  username: string;

  name: string;

  password_hash: string;

  is_main: boolean;

  permission_code_list: string[];

  created_at: Date;

  group_name: string | null;

  shop_rule: string;

  shop_countries: string[];

  is_token: boolean;

  chosen_presence: string | null;
}

export interface MessageTable {
  message_id: string;

  account_id: string;

  shop_id: string;

  conversation_id: string;

  platform_message_id: string;

  position: Position;

  sent_at: string;

  author: Author;

  content: unknown;

  status: MessageStatus;

  quote: unknown | null;

  marks: MessageMark[];

  client_id: string | null;

  original: string | null;

  member_id: string | null;

  cause: AutomaticCause | null;
}

export interface NoteMentionTable {
  note_id: string;

  member_id: string;

  account_id: string;

  shop_id: string;

  written_at: string;

  seen_at: string | null;
}

export interface OfferAnswerTable {
  shop_id: string;

  offer_id: string;

  account_id: string;

  is_accepted: boolean;

  is_told: boolean;

  asked_at: string;
}

export interface OrderCareContentTable {
  content_id: string;

  account_id: string;

  care_kind: OrderCareKind;

  country: Country | null;

  content: unknown;
}

export interface OrderCaredBeforeTable {
  account_id: string;

  marketplace: string;

  platform_shop_id: string;

  order_id: string;

  care_kind: string;

  unbound_at: string;
}

export interface OrderCareSettingTable {
  account_id: string;

  reminders: unknown;

  since: unknown;

  shop_ids: string[] | null;

  is_on: boolean;
}

export interface OutgoingVideoPartTable {
  video_id: string;

  number: number;

  account_id: string;

  shop_id: string;

  bytes: Buffer;
}

export interface OutgoingVideoTable {
  video_id: string;

  account_id: string;

  shop_id: string;

  conversation_id: string;

  member_id: string | null;

  client_id: string;

  video: unknown;

  cover: Buffer | null;

  delivery_id: string | null;

  uploaded: unknown | null;

  is_cancelled: boolean;

  touched_at: string;

  automatic_video_id: string | null;
}

export interface OwnerLinkTable {
  token_hash: Buffer;

  created_at: Date;
}

export interface PasskeyTable {
  passkey_id: string;

  account_id: string;

  member_id: string;

  credential_id: Buffer;

  public_key: Buffer;

  sign_count: string;

  transports: string[];

  is_synced: boolean;

  name: string;

  created_at: Date;

  used_at: Date | null;

  answered_until: Date | null;
}

export interface PeerTable {
  holder: string;

  origin: string;

  seen_at: Date;

  held: number;
}

export interface ProxyTestTable {
  test_id: string;

  account_id: string;

  member_id: string;

  tested_at: string;

  exits: unknown;
}

export interface QuarantineTable {
  quarantine_id: string;

  account_id: string;

  connection_id: string;

  shop_id: string | null;

  reason: string;

  bytes: Buffer;

  created_at: Date;
}

export interface QuickReplyConfigTable {
  account_id: string;

  is_enable: boolean;

  is_lazada_enable: boolean;

  is_tiktok_enable: boolean;
}

export interface QuickReplyGroupTable {
  group_id: string;

  account_id: string;

  member_id: string | null;

  name: string;

  created_at: string;
}

export interface QuickReplyPictureTable {
  picture_id: string;

  account_id: string;

  member_id: string;

  reply_id: string | null;

  type: ImageType;

  bytes: Buffer;

  created_at: string;
}

export interface QuickReplyShopTable {
  reply_id: string;

  shop_id: string;

  account_id: string;
}

export interface QuickReplyTable {
  reply_id: string;

  account_id: string;

  group_id: string;

  title: string;

  parts: unknown;

  variants: unknown;

  sites: unknown;

  is_shop_limited: boolean;

  updated_at: string;
}

export interface QuickReplyUseTable {
  member_id: string;

  reply_id: string;

  account_id: string;

  count: number;
}

export interface QuickReplyVideoPartTable {
  video_id: string;

  number: number;

  account_id: string;

  bytes: Buffer;
}

export interface QuickReplyVideoTable {
  video_id: string;

  account_id: string;

  member_id: string;

  client_id: string;

  reply_id: string | null;

  video: unknown;

  cover: Buffer | null;

  is_whole: boolean;

  created_at: string;
}

export interface ReadingSettingTable {
  account_id: string;

  subject: ReadingSubject;

  every_minutes: number;
}

export interface ReadingTable {
  shop_id: string;

  subject: ListSubject;

  account_id: string;

  state: ReadingState;

  due_at: string;

  started_at: string | null;

  ended_at: string | null;

  cursor: string | null;

  top_at: string | null;

  reached_at: string | null;

  floor_at: string | null;

  complete_to: string | null;

  found: number;

  unreadable: number;

  refusal_reason: ReasonCode | null;

  refusal_detail: string | null;

  parcels_wanted_until: string;
}

export interface RegistrationTable {
  account_id: string;

  referral_code: string | null;

  qq: string | null;

  registered_at: Date;
}

export interface RemarkCountTable {
  shop_id: string;

  kind: string;

  status: string;

  account_id: string;

  count: string;
}

export interface RemarkPictureTable {
  picture_id: string;

  account_id: string;

  remark_id: string | null;

  member_id: string | null;

  place: number | null;

  type: string;

  bytes: Buffer;

  created_at: string;
}

export interface RemarkTable {
  remark_id: string;

  account_id: string;

  shop_id: string;

  buyer_id: string;

  buyer_name: string;

  kind: string;

  status: string;

  finished_at: string | null;

  finished_by: string | null;

  content: string;

  order_number: string | null;

  assignee_id: string | null;

  due_at: string | null;

  due_place: string;

  author: string;

  created_at: string;

  words: string;
}

export interface ResponseRuleChangeTable {
  change_id: string;

  account_id: string;

  marketplace: Marketplace;

  country: Country;

  changed_at: string;

  changed_by: string;

  rule_before: unknown | null;

  rule_after: unknown | null;
}

export interface ResponseRuleTable {
  account_id: string;

  marketplace: Marketplace;

  country: Country;

  within_ms: string;

  wanted_percent: number;

  window_days: number;

  counts: 'first' | 'all';

  quiet_from: number | null;

  quiet_to: number | null;

  quiet_days: number[] | null;
}

export interface RetentionTable {
  account_id: string;

  message_days: number | null;

  picture_days: number | null;

  audit_days: number | null;

  messages_done_until: string;
}

export interface RetiredKeyTable {
  key_id: Buffer;

  retired_at: Date;
}

export interface SearchDueTable {
  due_id: string;

  account_id: string;

  kind: Exclude<SearchKind, 'product'> | 'history';

  subject_ids: string[];

  is_backlog: boolean;

  after_position: string | null;

  after_id: string | null;
}

export interface SearchEntryTable {
  subject_id: string;

  account_id: string;

  kind: SearchKind;

  shop_id: string | null;

  writer: SearchWriter | null;

  at: string;

  words: string;
}

export interface SecondFactorTable {
  member_id: string;

  account_id: string;

  confirmed_at: Date | null;

  used_step: string | null;

  recovery_hashes: Buffer[];

  wrong_count: number;

  wrong_since: Date | null;
}

export interface SecretTable {
  owner_id: string;

  field: string;

  account_id: string;

  envelope: Buffer;

  mark: string;
}

export interface SeenListTable {
  member_id: string;

  subject: ReadingSubject;

  account_id: string;

  seen_until: string;
}

export interface SendMessageConfigTable {
  account_id: string;

  config: unknown;
}

export interface SendMessageLogTable {
  log_id: string;

  account_id: string;

  shop_id: string;

  conversation_id: string;

  sent_at: string;
}

export interface SessionTable {
  token_hash: Buffer;

  account_id: string;

  member_id: string;

  expires_at: Date;

  created_at: Date;

  session_id: string;

  user_agent: string | null;

  address: string | null;

  life_s: number;

  is_remembered: boolean;
}

export interface SettingOutboxTable {
  conversation_id: string;

  slot: string;

  account_id: string;

  shop_id: string;

  member_id: string | null;

  setting: unknown;

  version: number;

  attempts: number;

  not_before: string;

  bulk_id: string | null;
}

export interface ShopFanTable {
  shop_id: string;

  buyer_id: string;

  account_id: string;

  buyer_name: string;

  reading_at: string;
}

export interface ShopGroupShopTable {
  group_id: string;

  shop_id: string;

  account_id: string;
}

export interface ShopGroupTable {
  group_id: string;

  account_id: string;

  name: string;

  color: string;
}

export interface ShopImportTable {
  import_id: string;

  account_id: string;

  member_id: string;

  file_name: string;

  created_at: string;

  refused_rows: unknown;
}

export interface ShopNotificationCountTable {
  shop_id: string;

  kind: string;

  is_read: boolean;

  account_id: string;

  count: string;
}

export interface ShopNotificationTable {
  notification_entry_id: string;

  account_id: string;

  shop_id: string;

  notification_id: string;

  record: unknown;

  kind: string;

  is_read: boolean;

  at: string;

  known_at: string;

  read_at: string;
}

export interface ShopOrderCountTable {
  shop_id: string;

  status: string;

  account_id: string;

  count: string;
}

export interface ShopOrderHourTable {
  shop_id: string;

  hour_at: string;

  currency: string;

  status: string;

  account_id: string;

  count: string;

  total: string;
}

export interface ShopOrderTable {
  entry_id: string;

  account_id: string;

  shop_id: string;

  order_id: string;

  record: unknown;

  order_number: string;

  buyer_id: string | null;

  status: string;

  total: string;

  currency: string;

  created_at: string;

  changed_at: string;

  read_at: string;

  status_known_at: string;

  is_ratable: boolean;

  has_note: boolean;

  waybill_at: string | null;

  waybill_by: string | null;

  word_known_at: string;

  parcel_stage: ParcelStage | null;

  parcel_stage_at: string | null;

  parcel_stage_known_at: string | null;

  parcels_read_at: string;
}

export interface ShopOrderWordsTable {
  entry_id: string;

  account_id: string;

  parts: string[];
}

export interface ShopPreferenceTable {
  member_id: string;

  shop_id: string;

  account_id: string;

  place: number | null;

  is_hidden: boolean;
}

export interface ShopReturnCountTable {
  shop_id: string;

  kind: string;

  is_open: boolean;

  account_id: string;

  count: string;
}

export interface ShopReturnTable {
  case_id: string;

  account_id: string;

  shop_id: string;

  return_id: string;

  record: unknown;

  order_id: string;

  buyer_id: string | null;

  status: string;

  is_open: boolean;

  kind: string;

  since: string;

  respond_by: string;

  known_at: string;

  read_at: string;
}

export interface ShopReviewCountTable {
  shop_id: string;

  stars: number;

  is_answered: boolean;

  account_id: string;

  count: string;
}

export interface ShopReviewTable {
  review_entry_id: string;

  account_id: string;

  shop_id: string;

  review_id: string;

  record: unknown;

  buyer_id: string | null;

  stars: number;

  is_answered: boolean;

  created_at: string;

  lowest_place: string;

  known_at: string;

  read_at: string;
}

export interface ShopShortcutsTable {
  shop_id: string;

  account_id: string;

  shortcuts: unknown;
}

export interface ShopTable {
  shop_id: string;

  account_id: string;

  connection_id: string;

  marketplace: Marketplace;

  platform_shop_id: string;

  shop_user_id: string | null;

  merchant_id: string | null;

  name: string;

  alias: string | null;

  country: string;

  is_cb: boolean;

  unread_count: number;

  waiting_count: number;

  is_on_vacation: boolean;

  is_listed: boolean;

  compared_at: string | null;
}

export interface SignInTable {
  sign_in_id: string;

  account_id: string;

  member_id: string;

  marketplace: Marketplace;

  country: Country;

  identifier: string;

  connection_id: string | null;

  ip_subject_id: string | null;

  import_id: string | null;

  row_number: number | null;

  state: SignInState;

  attempts: number;

  not_before: string;

  challenge: unknown | null;

  challenged_at: string | null;

  refusal_reason: ReasonCode | null;

  refusal_detail: string | null;

  shop_ids: string[];

  claim_holder: string | null;

  claim_until: Date;

  created_at: string;

  corrects_import_id: string | null;

  corrects_row: number | null;
}

export interface SignOnLinkTable {
  member_id: string;

  account_id: string;

  issuer: string;

  subject: string;

  linked_at: Date;
}

export interface SuggestionConsentTable {
  member_id: string;

  account_id: string;

  host: string;
}

export interface SuggestionsOffTable {
  shop_id: string;

  account_id: string;
}

export interface TaskWorkerTable {
  worker_id: string;

  alive_until: Date;
}

export interface TranslationSwitchTable {
  account_id: string;

  shop_id: string | null;

  conversation_id: string | null;

  is_on: boolean;
}

export interface TranslationTable {
  account_id: string;

  text_hash: Buffer;

  target_language: string;

  translated: string;

  created_at: string;
}

export interface WebhookDeliveryTable {
  webhook_id: string;

  event_id: string;

  account_id: string;

  event: string;

  state: string;

  attempts: number;

  due_at: Date;

  status: number | null;

  failure: string | null;

  tried_at: Date | null;
}

export interface WebhookEventTable {
  event_id: string;

  account_id: string;

  shop_id: string | null;

  conversation_id: string | null;

  body: string;

  happened_at: Date;
}

export interface WebhookTable {
  webhook_id: string;

  account_id: string;

  address: string;

  events: string[];

  shop_ids: string[] | null;

  is_on: boolean;

  off_reason: string | null;

  off_at: Date | null;

  since: string;

  failures: number;

  failing_since: Date | null;

  paused_until: Date;

  claim_holder: string | null;

  claim_until: Date;

  created_at: Date;
}