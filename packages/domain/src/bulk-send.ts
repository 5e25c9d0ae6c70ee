import { isWorking } from './auto-reply.ts';
import type { Country } from './marketplace.ts';
import type { QuietTimes } from './response-rules.ts';

/** A task of messages to many buyers starts at once, or at a time (spec 1 §3). */
export const BULK_SEND_TYPES = ['immediate', 'timed'] as const;
export type BulkSendType = (typeof BULK_SEND_TYPES)[number];

/**
 * A task waits for its start, runs, and ends (spec 1 §4). `cancel`: a timed task missed its start. A stopped task can go on.
 */
export const BULK_SEND_STATES = ['wait', 'processing', 'stopped', 'finish', 'cancel'] as const;
export type BulkSendState = (typeof BULK_SEND_STATES)[number];

/** The task status enumeration of spec 1 §3. */
export const TASK_STATUSES = ['success', 'fail', 'processing', 'wait', 'finish', 'cancel'] as const;
export type TaskStatus = (typeof TASK_STATUSES)[number];

export interface BulkSendCounts {
  /** Everybody the task is about, with those who are left out. */
  readonly total: number;
  /** On the way: put into the ledger, and not settled. */
  readonly sent: number;
  readonly succeeded: number;
  readonly failed: number;
  readonly skipped: number;
  /** Nobody knows whether the message arrived. */
  readonly unconfirmed: number;
}

/**
 * The state in the words of the enumeration (our reading): of an ended task `success` when nothing failed and somebody got
 * the message, `fail` when nobody got it, else `finish`. A stopped task is `cancel`.
 */
export function statusOfTask(state: BulkSendState, counts: BulkSendCounts): TaskStatus {
  if (state === 'stopped') return 'cancel';
  if (state !== 'finish') return state;
  if (counts.failed + counts.unconfirmed === 0 && counts.succeeded > 0) return 'success';
  return counts.succeeded + counts.unconfirmed === 0 && counts.failed > 0 ? 'fail' : 'finish';
}

/** What has become of a recipient. `sent`: in the ledger. */
export const BULK_ITEM_STATES = ['wait', 'sent', 'success', 'fail', 'skip', 'unconfirmed'] as const;
export type BulkItemState = (typeof BULK_ITEM_STATES)[number];

/**
 * Why a recipient is left out. The database decides it, by the same statement for the preview and before each message.
 * `leftTarget`: the buyer fits the order status or the tag no longer by which the target was chosen. Of order care alone: the
 * order has had a message of the kind (`caredFor`), is no longer at its stage (`stageOver`) or not long enough (`stageNew`), or
 * its automatic message is a day late or its shop not chosen any more (`notDue`).
 */
export const BULK_SKIP_REASONS = [
  'noConversation',
  'leftTarget',
  'buyerBlocked',
  'notIdle',
  'openOrder',
  'orderCare',
  'caredFor',
  'stageOver',
  'stageNew',
  'notDue',
  'writtenTo',
  'cap',
  'outOfReach',
  'inARow',
  'tooLong',
  'nothingToSay',
] as const;
export type BulkSkipReason = (typeof BULK_SKIP_REASONS)[number];

/** Why a row of order numbers is not taken. */
export const ORDER_NUMBER_FAULTS = ['unknown', 'repeated', 'notText'] as const;
export type OrderNumberFault = (typeof ORDER_NUMBER_FAULTS)[number];

/** Why the messages of a shop wait. */
export const BULK_PAUSES = ['notLoggedIn', 'automaticStopped', 'quiet', 'hosted'] as const;
export type BulkPause = (typeof BULK_PAUSES)[number];

/** `parts` and `leadMs` are the specification's (spec 1 §5 and §9), the others are ours. */
export const BULK_SEND_LIMITS = {
  parts: 5,
  /** A timed task starts at least so long from now, and a start that was missed by more is cancelled. */
  leadMs: 5 * 60_000,
  missedMs: 5 * 60_000,
  /** The furthest start. */
  aheadMs: 90 * 86_400_000,
  name: 60,
  recipients: 20_000,
  named: 500,
  orderNumbers: 5_000,
  /** So long after its beginning a reading of a shop's fans may be used. */
  fansKeptDays: 30,
  intervalSeconds: { least: 5, most: 3_600, usual: 15 },
  days: 365,
  /** Tasks of a member that wait or run at the same time. */
  open: 20,
  pageSize: 20,
  /** Recipients of a page of the preview. */
  previewPage: 40,
  /** Recipients of a page of all tasks. */
  distributionPage: 40,
  exported: 20_000,
  /** A buyer who writes so soon after the message has answered it. */
  answerMs: 86_400_000,
  /** The shops of a task begin so long after one another, so that a member's message meets no burst of theirs. */
  beginEveryMs: 150,
  /** So often a shop whose messages wait is looked at again. */
  lookAgainMs: 30_000,
  minuteMs: 60_000,
  /** So long a message waits for its turn before it is decided again whether it is sent. */
  waitMinutes: 60,
  /** So long a program keeps a task without renewing the lease. */
  leaseMs: 60_000,
  keptDays: 180,
  /** As long as the longest span of the most messages of a buyer. */
  logDays: 90,
} as const;

/** The longest addition to a pause, as a share of it (our choice). */
const JITTER = 0.5;

/** From 0 to 1, always the same for an id. The last digits of our ids are random. */
const shareOf = (id: string): number => Number.parseInt(id.slice(-8), 16) / 2 ** 32;

/** The pause after the message to a recipient: the interval and up to half of it more, so that no clockwork shows. */
export const pauseAfterMs = (intervalSeconds: number, itemId: string): number =>
  Math.round(intervalSeconds * 1_000 * (1 + JITTER * shareOf(itemId)));

/** How long a task will take: its shops send at the same time, each with its own pause, so the one that takes longest decides. */
export const bulkDurationMs = (
  shops: readonly { readonly recipients: number; readonly pauseSeconds: number }[],
): number =>
  Math.max(0, ...shops.map(({ recipients, pauseSeconds }) => (recipients - 1) * pauseSeconds)) *
  1_000 *
  (1 + JITTER / 2);

/** Whether a start is far enough ahead, and not too far. */
export const isStartAllowed = (sendAt: number, now: number): boolean =>
  sendAt - now >= BULK_SEND_LIMITS.leadMs && sendAt - now <= BULK_SEND_LIMITS.aheadMs;

export const isStartMissed = (sendAt: number, now: number): boolean => now - sendAt > BULK_SEND_LIMITS.missedMs;

/** What an account has chosen for everything that many buyers get. Ours: the specification shows no field of it. */
export interface SendMessageConfig {
  /** At most so many automatic messages of any kind to a buyer in so many days; null: no limit. */
  readonly cap: { readonly messages: number; readonly days: number } | null;
  /** A buyer whom order care has written to is left out for so many days; null: never. */
  readonly orderCareDays: number | null;
  /** Hours of the shop's wall clock in which nobody is written to; null: none. */
  readonly quiet: QuietTimes | null;
  /** The sites that keep other hours than these. */
  readonly ownQuiet: readonly OwnQuiet[];
}
/** The quiet hours of one site; null: it has none. */
export interface OwnQuiet {
  readonly country: Country;
  readonly quiet: QuietTimes | null;
}
/** The quiet hours that hold for the shops of a site; null: none. */
export const quietOf = (
  { quiet, ownQuiet }: Pick<SendMessageConfig, 'quiet' | 'ownQuiet'>,
  country: Country,
): QuietTimes | null => {
  const own = ownQuiet.find((one) => one.country === country);
  return own === undefined ? quiet : own.quiet;
};
export const USUAL_SEND_MESSAGE_CONFIG = {
  cap: { messages: 5, days: 7 },
  orderCareDays: 3,
  quiet: null,
  ownQuiet: [],
} as const satisfies SendMessageConfig;
/** The most that can be chosen (ours). */
export const SEND_CONFIG_LIMITS = { messages: 100, days: 90 } as const;

/**
 * Until when a message may wait for its turn: until the minute in which the quiet hours begin, and for an hour at most. It is
 * decided again after that.
 */
export function waitsUntil(now: number, quiet: QuietTimes | null, country: Country): number {
  const { minuteMs, waitMinutes } = BULK_SEND_LIMITS;
  const minutes = Array.from(
    { length: waitMinutes },
    (_, index) => (Math.floor(now / minuteMs) + index + 1) * minuteMs,
  );
  return (minutes.find((at) => isQuiet(at, quiet, country)) ?? now + waitMinutes * minuteMs) - 1;
}

export const isQuiet = (at: number, quiet: QuietTimes | null, country: Country): boolean =>
  quiet !== null && isWorking(at, { hours: quiet, holidays: [] }, country);
