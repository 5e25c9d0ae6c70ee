/**
 * Numbers that the specification fixes (spec 1 §9, spec 2 §9), one home each. Durations are milliseconds.
 */
export const LIMITS = {
  /** Default request timeout, and the minimum when a proxy is in the way. */
  requestTimeoutMs: 10_000,
  proxiedRequestTimeoutMs: 20_000,
  /** Short-video marketplace socket reply. */
  socketReplyTimeoutMs: 5_000,
  loginTimeoutMs: 5_000,
  messageSendTimeoutMs: 120_000,
  imageFetchTimeoutMs: 300_000,
  /** How often a sign-in is begun before a person has to look at it; its requests are repeated by themselves. */
  loginAttempts: 3,
  tooManyRequestsWaitMs: 2_000,
  tooManyRequestsRetries: 3,
  /** Shops that took a login's cookies out of use are not signed in again for this long. */
  cookieDisableWindowMs: 300_000,
  /** A sub-account that asked for a one-time code is taken to ask again for this long. */
  otpMemoryMs: 86_400_000,
  /** Codes asked for within this time of each other belong to one sitting of one person. */
  otpBatchMs: 60_000,
  loginFinishPollMs: 1_000,
  csrfTokenLifeMs: 86_400_000,
  /** Second marketplace. */
  messagePageSize: 50,
  sessionPageSize: 20,
  syncFetchSize: 50,
  /** Short-video marketplace: conversations, and messages of one. */
  conversationHistoryPageSize: 20,
  firstSequenceId: 10_001,
  sdkVersion: '0.3.8',
} as const;

/** Numbers of our own: the specification is silent on them. */
export const OWN_LIMITS = {
  /** How long a server process owns a connection without renewing its lease. */
  leaseMs: 9_000,
  leaseRenewMs: 1_000,
  /** A message in doubt is looked for this long before a person is told that it is unconfirmed. */
  doubtWindowMs: 150_000,
  doubtLookIntervalMs: 5_000,
  /** A live connection still compares itself with the marketplace this often, in case a frame was lost silently. */
  reconcileIntervalMs: 20_000,
  reconnectBaseMs: 500,
  reconnectCapMs: 15_000,
  /** Between logins by themselves that the marketplace answers and refuses for the moment, after the first few. */
  loginRestMs: 60_000,
  /** A picture of a conversation that is passed on to a screen. */
  shownPictureBytes: 20 * 1024 * 1024,
  ingestBatchSize: 1_000,
  livePageSize: 500,
  /** A client further behind than this reloads instead of replaying. */
  liveReplayLimit: 5_000,
  /** How long a person has to answer a marketplace's demand before a sign-in is given up. */
  challengeLifeMs: 600_000,
  /** Sign-ins of one account that are under way at a time. */
  signInsAtOnce: 4,
  /** A sign-in that is under way belongs to its process for this long without a word. */
  signInClaimMs: 30_000,
  /** A session ends this long after its last use. */
  sessionLifeMs: 30 * 86_400_000,
  /** A session that is used is prolonged at most this often, so that calls which read seldom write. */
  sessionProlongMs: 86_400_000,
} as const;

/** Numbers that a screen keeps to as well: apart, so that a browser fetches no others. */
export const SCREEN_LIMITS = {
  /** A picture of a chat (spec 1 §5). */
  chatImageBytes: 2 * 1024 * 1024,
  /** A timestamp is shown at most this often in a message panel (spec 1 §9). */
  timestampDisplayMs: 300_000,
  /** Of a message (our choice). */
  messageTextLength: 2_000,
  /** Pictures that wait in a composer to be sent together (our choice). */
  picturesAtOnce: 9,
} as const;
