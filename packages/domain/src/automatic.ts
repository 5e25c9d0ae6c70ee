/**
 * Why a message is sent without a person: it answers a buyer by rule, it belongs to a message to many buyers, or it takes
 * care of an order.
 */
export const AUTOMATIC_CAUSES = ['autoReply', 'bulkSend', 'orderCare'] as const;
export type AutomaticCause = (typeof AUTOMATIC_CAUSES)[number];

/** The causes of messages that go to many buyers by a task. The change that tells of such a task has the same name. */
export type SendCause = Extract<AutomaticCause, 'bulkSend' | 'orderCare'>;
