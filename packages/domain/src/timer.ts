import type { PermissionKey } from './permission.ts';

/** What a task of the queue does for an account, in the words of the page that shows the queue (ours). */
export const TIMER_KINDS = ['autoReply', 'bulkSend', 'orderCare', 'bulkAction', 'buyerTags', 'upkeep'] as const;
export type TimerKind = (typeof TIMER_KINDS)[number];

/**
 * Which key opens the tasks of a kind (decision 13); null: only the main account sees them. An action on many conversations is
 * seen by the member who began it, as in the list of conversations, and by the main account.
 */
export const TIMER_KEYS: Readonly<Record<TimerKind, PermissionKey | null>> = {
  autoReply: 'chat',
  bulkSend: 'batchReply',
  orderCare: 'orderCare',
  bulkAction: 'chat',
  buyerTags: null,
  upkeep: null,
};

/** A failed task is not tried again by itself; one that waits may have been tried before. */
export const TIMER_STATES = ['failed', 'running', 'waiting'] as const;
export type TimerState = (typeof TIMER_STATES)[number];
/**
 * Why a task of the queue cannot be stopped: upkeep comes again by the clock; the look for due orders ends with the settings
 * of order care; a look at changes that were lost must come to its end.
 */
export const TIMER_LASTING = ['upkeep', 'orderCareSettings', 'lostChanges'] as const;
export type TimerLasting = (typeof TIMER_LASTING)[number];
/** Tasks of a page (our choice). */
export const TIMER_PAGE = 50;
