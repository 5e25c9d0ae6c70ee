/**
 * Numbers that the specification fixes (spec 1 §9, spec 2 §9), one home each. Durations are milliseconds.
 */
export const LIMITS = {
  /** Default request timeout, and the minimum when the request leaves through a proxy. */
  requestTimeoutMs: 10_000,
  proxiedRequestTimeoutMs: 20_000,
  /** Short-video marketplace socket reply. */
  socketReplyTimeoutMs: 5_000,
  loginTimeoutMs: 5_000,
  messageSendTimeoutMs: 120_000,
  imageFetchTimeoutMs: 300_000,
  /** Attempts at a sign-in before a person has to look at it. The requests within an attempt are repeated besides. */
  loginAttempts: 3,
  tooManyRequestsWaitMs: 2_000,
  tooManyRequestsRetries: 3,
  /** After a shop's cookies are taken out of use, the shop is not signed in for this long. */
  cookieDisableWindowMs: 300_000,
  /** A sub-account that asked for a one-time code is expected to ask again for this long. */
  otpMemoryMs: 86_400_000,
  /** Sign-ins that asked for a code within this time of each other are answered by one person in one go. */
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

/** Days without a message by which conversations are filtered (spec 1 §9, "Idle-buyer filters"). */
export const IDLE_DAYS = [10, 30, 60, 90] as const;

/** Numbers of our choice: the specification is silent on them. */
export const OWN_LIMITS = {
  /** How long a server process owns a connection without renewing its lease. */
  leaseMs: 9_000,
  leaseRenewMs: 1_000,
  /** A message in doubt is looked for this long before a person is told that it is unconfirmed. */
  doubtWindowMs: 150_000,
  doubtLookIntervalMs: 5_000,
  /**
   * The pauses before the next comparisons of a live connection, after an occasion to doubt that it got everything; the
   * last pause repeats. A frame may be lost without a sign.
   */
  comparePausesMs: [20_000, 60_000, 300_000],
  /** The pages behind the first one, down to the oldest unread conversation, are asked for at most this often. */
  olderPageMs: 600_000,
  /** Comparisons that a process makes of itself at one marketplace's host; those after an occasion count as well. */
  comparisonsPerHour: 3_600,
  reconnectBaseMs: 500,
  reconnectCapMs: 15_000,
  /**
   * The pause between automatic logins that the marketplace answers with a temporary refusal, after the first
   * `loginAttempts`.
   */
  loginRestMs: 60_000,
  /** Largest picture of a conversation that the server passes on to a screen. */
  shownPictureBytes: 20 * 1024 * 1024,
  /** Largest video of a conversation that the server passes on to a screen. */
  shownVideoBytes: 100 * 1024 * 1024,
  /** Most videos of an account whose bytes are stored: on their way here, or to the marketplace. */
  videosUnderWay: 60,
  /** A video that has come in part is kept this long for its browser to go on. */
  videoGivenUpMs: 86_400_000,
  /** How often, and how many times, the marketplace is asked whether a video that it has can be watched yet. */
  videoReadyPollMs: 3_000,
  videoReadyPolls: 20,
  ingestBatchSize: 1_000,
  livePageSize: 500,
  /** A client further behind than this reloads instead of replaying. */
  liveReplayLimit: 5_000,
  /** How long a person has to answer a marketplace's demand before a sign-in is given up. */
  challengeLifeMs: 600_000,
  /** Sign-ins of one account that may be under way at the same time. */
  signInsAtOnce: 4,
  /** A sign-in that is under way belongs to its process for this long after the process last renewed the claim. */
  signInClaimMs: 30_000,
  /** A session ends this long after its last use: one that the person asked to be remembered, and one of a day. */
  sessionLifeMs: 30 * 86_400_000,
  shortSessionLifeMs: 12 * 3_600_000,
} as const;

/** Limits that a screen keeps as well. They stand apart, so that the browser does not load the others. */
export const SCREEN_LIMITS = {
  /** Largest picture in a chat (spec 1 §5). */
  chatImageBytes: 2 * 1024 * 1024,
  /** A timestamp is shown at most this often in a message panel (spec 1 §9). */
  timestampDisplayMs: 300_000,
  /** Longest text of a message (our choice). */
  messageTextLength: 2_000,
  /** Most pictures and videos that may wait in a composer to be sent together (of videos spec 1 §9). */
  attachedAtOnce: 9,
  /** A video comes from the browser in parts of this size; the last one is smaller (our choice). */
  videoPartBytes: 512 * 1024,
  /** Largest cover of a video, a small JPEG that the browser draws (our choice). */
  videoCoverBytes: 128 * 1024,
  /** Spec 1 §9. */
  favoriteProducts: 20,
  /** A note that only colleagues see, and the members whom it mentions (our choice). */
  noteLength: 2_000,
  noteMentions: 20,
  /** A draft that the server keeps may be longer than a message (our choice). */
  draftLength: 10_000,
  /** Why a conversation is handed over (our choice). */
  assignmentNoteLength: 500,
  /** Most products in one list (our choice). */
  productsAtOnce: 10,
} as const;
