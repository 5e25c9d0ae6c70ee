/**
 * `archived`: the conversation is closed for good under this id, and the marketplace shows it as closed. A redirect
 * gives a new id, under which the conversation continues with all its messages.
 */
export const CONVERSATION_STATUSES = ['activated', 'closed', 'archived'] as const;
export type ConversationStatus = (typeof CONVERSATION_STATUSES)[number];
