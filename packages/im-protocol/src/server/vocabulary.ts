/** Short names for numbers of the schema, for the server's files. */
export const CONVERSATION_TYPE = { oneToOne: 1, group: 2, live: 3, broadcast: 4 } as const;
export const ROLE = { ordinary: 0, owner: 1, manager: 2, visitor: 3 } as const;
/** ConversationOperationStatus. */
export const OPERATION = { succeed: 0, rejected: 1, partlyRejected: 2 } as const;
/** Message types from this number on are the server's own: commands, and calls. */
export const FIRST_COMMAND_TYPE = 50_001;
/** The literal that shop chat sends in place of a ticket (facts §4.8). */
export const DEPRECATED_TICKET = 'deprecated';

/** Keys of `ext` that belong to the SDK (facts §4.8). */
export const EXT = {
  clientMessageId: 's:client_message_id',
  mentionedUsers: 's:mentioned_users',
  isRecalled: 's:is_recalled',
  noUnread: 's:do_not_increase_unread',
  visible: 's:visible',
  invisible: 's:invisible',
  actionType: 's:action_type',
} as const;

/** Message types of calls (spec 3 §4.1). */
export const CALL_MESSAGE_TYPE = { command: 80_001, card: 80_002, chatStatus: 80_003, calleeList: 80_004 } as const;
