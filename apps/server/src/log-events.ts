interface LogEvent {
  /**
   * `error`: something is lost, or a bug is likely. `warn`: the server tries again, or a person may have to look.
   * `info`: the normal course. `debug`: useful only while looking for a cause.
   */
  readonly level: 'debug' | 'info' | 'warn' | 'error';
  /** For the operator of the server: subject, verb, and the consequence. */
  readonly says: string;
}

/** Every line that the server logs, by a name that stays the same when its sentence changes. */
export const LOG_EVENTS = {
  // Calls and windows of the web client
  call_failed: { level: 'error', says: 'a call failed with an unexpected error' },
  proxy_not_trusted: {
    level: 'warn',
    says: 'requests come through a reverse proxy that PASAR_TRUST_PROXY does not name; its clients share their limits',
  },
  live_stream_not_opened: { level: 'error', says: 'a live stream could not be opened' },
  changes_not_read: { level: 'warn', says: 'changes could not be read; the windows connect again' },
  waits_not_assigned: { level: 'warn', says: 'waiting buyers were not assigned by the rules of their account' },
  presence_not_told: { level: 'warn', says: 'where a window stands was not told to its colleagues' },
  moment_not_told: { level: 'warn', says: 'a moment was not told to the windows' },
  failed_login_not_told: { level: 'warn', says: 'the audit trail was not told of a failed login' },
  sign_on_failed: { level: 'warn', says: 'the provider of the single sign-on did not tell who a person is' },
  windows_not_checked: { level: 'warn', says: 'the sessions of the open windows could not be checked' },
  // Other processes
  peer_question_failed: { level: 'error', says: 'a question of another process failed with an unexpected error' },
  peer_not_answering: { level: 'warn', says: 'another process did not answer a question' },
  peer_not_announced: { level: 'warn', says: 'this process could not announce its address to the others' },
  // Connections
  leases_not_kept: { level: 'warn', says: 'leases could not be renewed or taken' },
  connection_not_served: { level: 'error', says: 'a connection could not be served' },
  connection_broke_off: { level: 'error', says: 'a connection broke off and starts over' },
  session_broke_off: { level: 'error', says: 'a session broke off with an unexpected error and starts over' },
  secret_refused: { level: 'error', says: 'a stored secret could not be opened' },
  login_expired: { level: 'info', says: 'a login expired and is renewed' },
  line_noticed: { level: 'warn', says: 'a connector noticed a fault on the way to a marketplace' },
  notice_not_told: { level: 'error', says: 'a notice of a connector was not told to the windows' },
  proxy_host_not_changed: { level: 'error', says: 'the host of a failed proxy could not be changed' },
  proxy_statistics_not_stored: { level: 'warn', says: 'proxy statistics could not be stored and are tried again' },
  proxy_statistics_lost: { level: 'error', says: 'the last proxy statistics could not be stored' },
  domain_switch_not_kept: { level: 'warn', says: 'whether a country works over its other domain was not stored' },
  work_not_looked_for: { level: 'warn', says: 'the database could not be asked for waiting work' },
  // Conversations
  typing_not_shown: { level: 'warn', says: 'a buyer could not be shown that the shop is writing' },
  typing_not_told: { level: 'error', says: 'the typing of a buyer was not told to the windows' },
  live_events_not_stored: { level: 'error', says: 'live events could not be stored' },
  unreadable_not_set_aside: { level: 'error', says: 'an unreadable item could not be set aside' },
  ingest_retried: { level: 'warn', says: 'a batch could not be stored and is tried again' },
  item_set_aside: { level: 'error', says: 'an item could not be stored and was set aside' },
  setting_aside_retried: { level: 'warn', says: 'an item could not be set aside yet and is tried again' },
  buyers_not_tagged: {
    level: 'warn',
    says: 'buyers could not be tagged by the rules of their account and are looked at again',
  },
  search_not_indexed: { level: 'warn', says: 'what has come could not be indexed for the search and is tried again' },
  unknown_kind_not_reported: { level: 'error', says: 'an unknown kind of message could not be reported' },
  unknown_word_not_reported: { level: 'error', says: 'an unknown word of a marketplace could not be reported' },
  front_port_taken: { level: 'warn', says: 'the SOCKS5 front uses another port, because its own is taken' },
  list_refused: { level: 'warn', says: 'the marketplace refused a list of a shop, such as its orders' },
  parcels_refused: { level: 'warn', says: 'the marketplace refused the parcels of an order' },
  history_refused: { level: 'warn', says: 'the marketplace refused older history' },
  unreplied_list_refused: { level: 'warn', says: 'the marketplace did not list the buyers who wait for an answer' },
  conversation_skipped: { level: 'warn', says: 'the marketplace refused a conversation, which is skipped for now' },
  setting_refused: { level: 'warn', says: 'the marketplace refused a setting of a conversation' },
  shop_info_refused: { level: 'debug', says: 'the marketplace refused the facts of a shop' },
  // Sending
  deliveries_not_claimed: { level: 'warn', says: 'waiting messages could not be claimed' },
  delivery_broke_off: { level: 'error', says: 'a delivery broke off with an unexpected error' },
  delivery_in_doubt: { level: 'warn', says: 'it is not known whether the marketplace accepted a message' },
  doubt_look_refused: { level: 'warn', says: 'the marketplace refused a look for messages in doubt' },
  upload_broke_off: { level: 'error', says: 'the upload of a picture broke off with an unexpected error' },
  // Signing in
  sign_ins_not_looked_for: { level: 'warn', says: 'waiting sign-ins could not be looked for' },
  sign_in_broke_off: { level: 'error', says: 'a sign-in broke off with an unexpected error' },
  sign_in_claim_not_renewed: { level: 'warn', says: 'the claim to a sign-in could not be renewed' },
  sign_in_noticed: { level: 'warn', says: 'a connector noticed a fault while signing in' },
  // Mails and short messages
  alerts_not_looked_for: { level: 'warn', says: 'alerts could not be looked for and are looked for again' },
  alert_mail_given_up: { level: 'error', says: 'a mail about an alert was given up' },
  operator_told: { level: 'warn', says: 'the operator is told that the database or the disk is away or back' },
  mail_not_sent: { level: 'warn', says: 'a mail was not sent' },
  sms_not_sent: { level: 'warn', says: 'a code was not sent to a mobile number' },
  // Webhooks
  webhooks_not_looked_for: { level: 'warn', says: 'the database could not be asked for events that webhooks wait for' },
  webhook_broke_off: { level: 'error', says: 'the delivery to a webhook broke off and is tried again' },
  webhook_switched_off: { level: 'warn', says: 'a webhook was switched off; its account finds it in the settings' },
  // Timed and long work
  task_failed: { level: 'warn', says: 'a task failed and is tried again' },
  task_given_up: { level: 'error', says: 'a task failed at its last try' },
  task_refused: { level: 'error', says: 'a task could not be read and is not tried' },
  task_interrupted: { level: 'info', says: 'a task was interrupted because its worker ends, and is tried again' },
  tasks_interrupted: { level: 'warn', says: 'no tasks are taken until the database answers again' },
  tasks_disturbed: { level: 'warn', says: 'the library that runs tasks reports an error' },
  account_leaves: {
    level: 'info',
    says: 'the main account has asked for the end of its account, which is deleted now',
  },
  account_leaving: { level: 'info', says: 'rows of an account that is deleted are gone' },
  account_gone: { level: 'info', says: 'an account is deleted, and nothing is left of it' },
  export_failed: { level: 'error', says: 'the export of an account broke off' },
  // The process
  database_away: { level: 'error', says: 'the database cannot be asked; calls are answered with 503 until it is back' },
  database_back: { level: 'info', says: 'the database answers calls again' },
  metrics_not_told: { level: 'error', says: 'the metrics could not be collected for a scrape' },
  part_stopped_late: { level: 'warn', says: 'a part of the server did not stop in time' },
  part_stopped_badly: { level: 'warn', says: 'a part of the server stopped with an unexpected error' },
  embedded_database_ended: { level: 'error', says: 'the embedded database ended and is started again' },
  embedded_database_back: { level: 'info', says: 'the embedded database runs again' },
  embedded_database_not_started: { level: 'error', says: 'the embedded database could not be started again' },
} as const satisfies Readonly<Record<string, LogEvent>>;
export type LogEventName = keyof typeof LOG_EVENTS;
