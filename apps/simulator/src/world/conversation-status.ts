/**
 * `archived` is closed for good under this id: the marketplace shows it as closed, and whoever asks to be redirected is led
 * to a new id, under which the conversation goes on with all its messages.
 */
export const CONVERSATION_STATUSES = ['activated', 'closed', 'archived'] as const;
export type ConversationStatus = (typeof CONVERSATION_STATUSES)[number];
