/** `Response.status_code` (spec 3 §8 and facts §3). Open: an unlisted code is a refusal like any other. */
export const STATUS = {
  OK: 0,
  INVALID_TOKEN: 1,
  INVALID_TICKET: 2,
  CONVERSATION_NOT_FOUND: 3,
  INVALID_REQUEST: 4,
  INVALID_CMD: 5,
  SERVER_ERR: 6,
  DEVICE_NOT_BIND: 7,
  MESSAGE_ILLEGAL: 8,
  USER_ILLEGAL: 9,
  USER_NOT_FRIENDS: 10,
  USER_FORBIDDEN: 11,
  USER_SILENCE: 12,
  USER_NOT_IN_GROUP: 13,
  USER_BANNED_TO_POST: 14,
  MESSAGE_TARGET_CONVERSATION_NOT_EXIST: 15,
  DEGRADATION_ERROR: 16,
  RECALL_TIMEOUT: 17,
  TOUCH_LIMIT: 18,
  CALLBACK_DENY: 19,
  EXPIRED_TOKEN: 100,
  RESOURCE_EXHAUSTED: 429,
  INTERNAL_ERROR: 500,
  CONV_NOT_FOUND: 100_017,
} as const;

/** `SendMessageResponseBody.status` (spec 3 §4.2 and facts §3). */
export const SEND_STATUS = {
  SEND_SUCCEED: 0,
  USER_NOT_IN_CONVERSATION: 1,
  CHECK_CONV_NOT_PASS: 2,
  CHECK_MSG_NOT_PASS: 3,
  CHECK_MSG_NOT_PASS_BUT_SELF_VISIBLE: 4,
  USER_HAS_BEEN_BLOCKED: 5,
} as const;

/** `ModifyMessagePropertyResponseBody.status` (spec 3 §8). */
export const PROPERTY_STATUS = {
  SUCCESS: 0,
  REPEAT_REQUEST: 1,
  INVALID_LENGTH: 2,
  INVALID_REQUEST: 3,
  CALLBACK_ERROR: 4,
  INTERNAL_ERROR: 500,
} as const;

/** `status_code` of the voice and video call replies (spec 3 §8). */
export const VOIP_STATUS = {
  SUCCESS: 0,
  PARAMS_ERROR: 4,
  STATUS_ERROR: 18,
  CANCEL_ERROR: 19,
  OTHER_RESPONSE_ERROR: 20,
  CALLBACK_ERROR: 21,
} as const;

/** `status` of the replies that create or change conversations and participants (facts §3). */
export const OPERATION_STATUS = {
  SUCCEED: 0,
  REJECTED: 1,
  PARTLY_REJECTED: 2,
  APPLY_REJECTED: 3,
  APPLY_SUCCEED: 4,
  CALLBACK_REJECTED: 5,
  TOUCH_LIMITS: 6,
} as const;

/**
 * The values of `MessageBody.message_type` that this package reads (spec 3 §4.1 and facts §3); every other number is
 * legal.
 */
export const MESSAGE_TYPE = {
  shopChat: 1000,
  command: 50_001,
  updateMessageExt: 50_002,
  updateMinIndex: 50_003,
  userAction: 50_004,
  conversationDestroy: 50_005,
  modeChange: 50_010,
  blockCommand: 50_011,
  markCommand: 50_012,
  readCommand: 50_013,
  batchUnmarkCommand: 50_016,
  recall: 50_021,
  notifyCommand: 60_001,
  messageProperty: 70_001,
  updateMessageProperty: 70_002,
} as const;

/** `command_type` in the JSON content of message type 50001 (facts §3). */
export const COMMAND_TYPE = {
  markRead: 1,
  deleteMessage: 2,
  deleteConversation: 3,
  settingUpdate: 4,
  coreUpdate: 6,
  participantUpdate: 7,
  firstMessage: 8,
  triggerPull: 100,
} as const;
