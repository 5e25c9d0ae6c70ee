import type { QuietHours } from './alerts.ts';

/** The key that sends an answer; the other of the two begins a new line. */
export const SENDING_KEYS = ['enter', 'ctrlEnter'] as const;
export type SendingKey = (typeof SENDING_KEYS)[number];

/** The sounds by which a window tells of a waiting buyer (our choice). */
export const REACH_TONES = ['rising', 'falling', 'triple'] as const;
export type ReachTone = (typeof REACH_TONES)[number];

/** Hours in which a buyer gets at most one automatic answer (spec 1 §9 has "choices in hours, or none"; ours: which). */
export const ANSWER_HOURS = [1, 2, 4, 8, 12, 24, 48, 72] as const;
/** Minutes after which a window tells once more of a buyer who still waits (our choice). */
export const TOLD_AGAIN_MINUTES = [5, 10, 15, 30, 60] as const;

/** Minutes by which windows warn before an answer is due (our choice). */
export const WARN_MINUTES = [10, 30, 60, 120] as const;

export const CHAT_SETTING_LIMITS = {
  /** Spec 1 §9: categories of the FAQ, and questions of each. */
  faqCategories: 3,
  faqQuestions: 3,
  /**
   * Conversations that one member answers at the same time (spec 1 §9): those that are the member's, and in which a buyer
   * waits. The usual limit; ours: the highest.
   */
  promise: 30,
  mostPromise: 999,
  /** Lengths of texts, and most tags by which a member is told of buyers (our choice). */
  welcome: 1_000,
  category: 60,
  question: 200,
  answer: 1_000,
  tags: 20,
  /** Rules of a member by which windows tell of buyers (our choice). */
  rules: 10,
} as const;

/** Of which buyers a member is told, when, and by which sound. */
export interface ReachRule {
  /** Only buyers of these shops; null: of all shops. */
  readonly shopIds: string[] | null;
  /** Only buyers who have one of these tags; null: all buyers. */
  readonly tagIds: string[] | null;
  /** Only buyers who are assigned to the member, or to nobody. */
  readonly isMineOnly: boolean;
  /** Null: the member's usual sound. */
  readonly tone: ReachTone | null;
  /** Hours in which the rule is quiet, instead of the member's; null: the member's. */
  readonly quietHours: QuietHours | 'never' | null;
}
/** Every buyer, as usual. */
export const ANY_BUYER: ReachRule = { shopIds: null, tagIds: null, isMineOnly: false, tone: null, quietHours: null };

/** How a member writes, and by what the member is told of buyers who wait. */
export interface MemberChatSetting {
  readonly sendingKey: SendingKey;
  /** Whether messages show the time, at most every `SCREEN_LIMITS.timestampDisplayMs`. */
  readonly hasTimeMarks: boolean;
  /** The one switch over sounds, notifications, and the counts in the title and at the icon. */
  readonly isReached: boolean;
  readonly hasSound: boolean;
  readonly hasNotifications: boolean;
  readonly tone: ReachTone;
  /** The first rule that fits a buyer decides. Without any rule the member is told of every buyer. */
  readonly rules: ReachRule[];
  readonly quietHours: QuietHours | null;
  /** Null: a window tells of a waiting buyer once. */
  readonly againMinutes: (typeof TOLD_AGAIN_MINUTES)[number] | null;
  /** How long before an answer is due the member is warned; null: not at all. */
  readonly warnMinutes: (typeof WARN_MINUTES)[number] | null;
}

/** As long as the member has chosen nothing. */
export const USUAL_MEMBER_CHAT_SETTING: MemberChatSetting = {
  sendingKey: 'enter',
  hasTimeMarks: true,
  isReached: true,
  hasSound: true,
  hasNotifications: true,
  tone: 'rising',
  rules: [],
  quietHours: null,
  againMinutes: null,
  warnMinutes: 30,
};
