import { clockOfCountry } from './due-time.ts';
import { askedQuestion, type FaqCategory } from './faq.ts';
import type { Country } from './marketplace.ts';
import type { QuietTimes } from './response-rules.ts';
import { foldText, isWholeAt } from './text-match.ts';

/**
 * What an automatic answer is: the greeting of a buyer who writes for the first time on a day, the answer to a question of the
 * FAQ, the answer to a keyword, or the usual answer when nobody has answered for some minutes.
 */
export const AUTO_REPLY_KINDS = ['welcome', 'faq', 'keyword', 'default'] as const;
export type AutoReplyKind = (typeof AUTO_REPLY_KINDS)[number];

/** Where an answer is that was given: on its way, with the buyer, or nobody knows. */
export const AUTO_REPLY_ARRIVALS = ['onTheWay', 'arrived', 'unconfirmed'] as const;
export type AutoReplyArrival = (typeof AUTO_REPLY_ARRIVALS)[number];

/** When answers are given, by the working hours of the shop's wall clock. */
export const AUTO_REPLY_TIMES = ['always', 'working', 'notWorking'] as const;
export type AutoReplyTimes = (typeof AUTO_REPLY_TIMES)[number];

/** The newest order of the buyer for whom rules are tried: none, one that has not left, or one with a tracking number. */
export const TRIED_ORDERS = ['none', 'placed', 'shipped'] as const;
export type TriedOrder = (typeof TRIED_ORDERS)[number];

/** Our choice, but for the units: the usual answer waits minutes, that to a keyword seconds (spec 1 §3). */
export const AUTO_REPLY_LIMITS = {
  delayMinutes: 1_440,
  delaySeconds: 3_600,
  keywordRules: 1_000,
  keywordsOfRule: 50,
  keyword: 60,
  parts: 5,
  /** Most videos of answers that an account keeps. */
  videos: 30,
  holidays: 100,
  /** A message that is older when it arrives is not answered, and no answer goes out so long after it was due. */
  lateMs: 3_600_000,
  /** For so long the log is kept. */
  logDays: 90,
} as const;

/** The working hours of a country's or a shop's wall clock. `hours` null: every hour is one. Holidays are `2026-01-31`. */
export interface WorkingTimes {
  readonly hours: QuietTimes | null;
  readonly holidays: readonly string[];
}

/** By which rules the buyers of a country, or of a shop, are answered. */
export interface AutoReplySwitches extends WorkingTimes {
  readonly isOn: boolean;
  readonly delayMinutes: number;
  readonly times: AutoReplyTimes;
  readonly isKeywordOn: boolean;
  readonly keywordDelaySeconds: number;
  readonly keywordTimes: AutoReplyTimes;
}

/** As long as the main account has chosen nothing. */
export const USUAL_AUTO_REPLY: AutoReplySwitches = {
  isOn: false,
  delayMinutes: 5,
  times: 'always',
  isKeywordOn: false,
  keywordDelaySeconds: 3,
  keywordTimes: 'always',
  hours: null,
  holidays: [],
};

/** The keywords of a rule as a person writes them: separated by the enumeration comma; other commas and semicolons too. */
export const keywordsOf = (written: string): readonly string[] => [
  ...new Map(
    written
      .split(/[、,，;；]/u)
      .map((word) => word.trim())
      .filter((word) => word !== '')
      .map((word) => [foldText(word), word] as const),
  ).values(),
];
export const writtenKeywords = (keywords: readonly string[]): string => keywords.join('、');

export interface KeywordRule {
  readonly keywordId: string;
  readonly keywords: readonly string[];
  /** Only as a whole word; where words have no spaces between them, the same as contained. */
  readonly isWhole: boolean;
}

/** A keyword as it is looked for. `place`: that of its rule. */
interface SoughtKeyword {
  readonly word: string;
  readonly written: string;
  readonly rule: KeywordRule;
  readonly place: number;
}
/** Keywords that begin alike. `ended`: those that are whole here, the earliest rule first. */
interface Beginning {
  readonly next: Map<string, Beginning>;
  readonly ended: SoughtKeyword[];
}

/**
 * Finds the rule whose keyword a text contains. Of several the longest keyword decides, and of equally long ones the
 * earlier rule. The text is read letter by letter through the beginnings of all keywords, so that a thousand of them cost
 * no more than a few.
 */
export function keywordMatcherOf(
  rules: readonly KeywordRule[],
): (text: string) => { rule: string; keyword: string } | null {
  const root = beginningsOf(rules);
  return (text) => {
    const folded = foldText(text);
    let best: SoughtKeyword | null = null;
    for (let at = 0; at < folded.length; at += 1) {
      let here = root.next.get(folded.charAt(at));
      for (let to = at + 1; here !== undefined; to += 1) {
        const found = here.ended.find(({ word, rule }) => !rule.isWhole || isWholeAt(folded, word, at));
        if (found !== undefined && (best === null || isBetter(found, best))) best = found;
        here = here.next.get(folded.charAt(to));
      }
    }
    return best === null ? null : { rule: best.rule.keywordId, keyword: best.written };
  };
}

function beginningsOf(rules: readonly KeywordRule[]): Beginning {
  const root: Beginning = { next: new Map(), ended: [] };
  for (const [place, rule] of rules.entries()) {
    for (const written of rule.keywords) {
      const word = foldText(written);
      let here = root;
      for (const letter of word.split('')) {
        const next: Beginning = here.next.get(letter) ?? { next: new Map(), ended: [] };
        here.next.set(letter, next);
        here = next;
      }
      if (here !== root) here.ended.push({ word, written, rule, place });
    }
  }
  return root;
}

const isBetter = (one: SoughtKeyword, other: SoughtKeyword): boolean =>
  one.word.length > other.word.length || (one.word.length === other.word.length && one.place < other.place);

/** Whether a moment is in the working times of a country's wall clock. */
export function isWorking(at: number, { hours, holidays }: WorkingTimes, country: Country): boolean {
  const wall = new Date(clockOfCountry(country)(at));
  if (holidays.includes(wall.toISOString().slice(0, 10))) return false;
  if (hours === null) return true;
  const minutes = wall.getUTCHours() * 60 + wall.getUTCMinutes();
  const today = hours.days.includes(wall.getUTCDay());
  if (hours.to > hours.from) return today && minutes >= hours.from && minutes < hours.to;
  // Hours that go over midnight belong to the day on which they begin.
  const yesterday = hours.days.includes((wall.getUTCDay() + 6) % 7);
  return (today && minutes >= hours.from) || (yesterday && minutes < hours.to);
}

/** The day of a country's wall clock, as `2026-01-31`. */
export const dayOf = (at: number, country: Country): string =>
  new Date(clockOfCountry(country)(at)).toISOString().slice(0, 10);

/** What decides whether and when a buyer's message is answered automatically. */
export interface AnswerRules {
  readonly switches: AutoReplySwitches;
  readonly findKeyword: ReturnType<typeof keywordMatcherOf>;
  readonly isWelcomeOn: boolean;
  readonly faq: readonly FaqCategory[];
  /** When the list of questions last changed; null: never, as far as is known. */
  readonly questionsChangedAt: number | null;
}

/** An answer that waits for its time. `keywordId`: the rule; `faqPlace`: the question. */
export interface PlannedAnswer {
  readonly kind: AutoReplyKind;
  readonly dueAt: number;
  readonly keywordId: string | null;
  readonly keyword: string | null;
  readonly faqPlace: number | null;
}

const DAY_MS = 86_400_000;

/**
 * The answer to a buyer's message; null for none. A question of the FAQ goes first, then a keyword, the greeting of the day,
 * the usual answer. Outside of the times of keywords a message gets one of the others. A number asks a question only while the
 * list is still the one that the buyer got. Of the greeting and of the usual answer a conversation waits for at most one.
 */
export function planAnswer(
  message: { readonly text: string; readonly sentAt: number },
  { switches, findKeyword, isWelcomeOn, faq, questionsChangedAt }: AnswerRules,
  held: {
    readonly now: number;
    readonly country: Country;
    readonly greetedAt: number | null;
    readonly waiting: ReadonlySet<AutoReplyKind>;
  },
): PlannedAnswer | null {
  const { text, sentAt } = message;
  const plan = (kind: AutoReplyKind, afterMs: number, more: Partial<PlannedAnswer> = {}): PlannedAnswer => ({
    kind,
    dueAt: sentAt + afterMs,
    keywordId: null,
    keyword: null,
    faqPlace: null,
    ...more,
  });
  if (held.now - sentAt > AUTO_REPLY_LIMITS.lateMs) return null;
  const { greetedAt } = held;
  const isListKnown = greetedAt !== null && sentAt - greetedAt < DAY_MS;
  const isListCurrent = isListKnown && greetedAt >= (questionsChangedAt ?? 0);
  const faqPlace = isWelcomeOn && isListKnown ? askedQuestion(text, faq, isListCurrent) : null;
  if (faqPlace !== null) return plan('faq', 0, { faqPlace });
  const keywordAt = { now: sentAt + switches.keywordDelaySeconds * 1_000, switches, country: held.country };
  const areKeywordsOn = switches.isKeywordOn && timesAllow(switches.keywordTimes, keywordAt);
  const found = areKeywordsOn ? findKeyword(text) : null;
  if (found !== null) {
    return plan('keyword', switches.keywordDelaySeconds * 1_000, { keywordId: found.rule, keyword: found.keyword });
  }
  const isGreeted =
    held.waiting.has('welcome') ||
    (held.greetedAt !== null && dayOf(held.greetedAt, held.country) === dayOf(sentAt, held.country));
  if (isWelcomeOn && !isGreeted) return plan('welcome', 0);
  if (switches.isOn && !held.waiting.has('default')) return plan('default', switches.delayMinutes * 60_000);
  return null;
}

/** Why a message is not answered automatically. */
export const AUTO_REPLY_REASONS = [
  'switchedOff',
  'answered',
  'answeredBefore',
  'tooOften',
  'greeted',
  'outsideTimes',
  'stopped',
  'late',
  'nothingToSay',
  'tooLong',
  'taken',
  'withdrawn',
  'refused',
] as const;
export type AutoReplyReason = (typeof AUTO_REPLY_REASONS)[number];

/** What is known when an answer is due. Times are milliseconds. */
export interface DueAnswer {
  readonly kind: AutoReplyKind;
  readonly dueAt: number;
  readonly now: number;
  readonly country: Country;
  /** Null: the rule was removed. */
  readonly switches: AutoReplySwitches;
  /** Whether the greeting, the FAQ or the rule of the keyword is still there and on. */
  readonly isThere: boolean;
  /** Whether nothing automatic may be sent, in the shop or the account. */
  readonly isStopped: boolean;
  /** Whether the buyer still waits for an answer to the message. */
  readonly isWaiting: boolean;
  /** When the message was written to which the answer belongs. */
  readonly writtenAt: number;
  /** When the buyer was last answered automatically, by whatever rule. */
  readonly lastAnswerAt: number | null;
  /** When the buyer last got an answer that counts for the limit: to a keyword, or the usual one. */
  readonly lastCountedAt: number | null;
  readonly lastGreetedAt: number | null;
  /** Null: no limit. */
  readonly answerHours: number | null;
}

const HOUR_MS = 3_600_000;

/** Why an answer that is due is not given; null: it is given. */
export function whyNoAnswer(facts: DueAnswer): AutoReplyReason | null {
  const { kind, now, country, switches } = facts;
  if (!facts.isWaiting) return 'answered';
  if (!facts.isThere) return 'switchedOff';
  if (facts.isStopped) return 'stopped';
  if (now - facts.dueAt > AUTO_REPLY_LIMITS.lateMs) return 'late';
  switch (kind) {
    case 'welcome':
      return facts.lastGreetedAt !== null && dayOf(facts.lastGreetedAt, country) === dayOf(now, country)
        ? 'greeted'
        : null;
    case 'faq':
      return null;
    case 'keyword':
      return timesAllow(switches.keywordTimes, facts) ? (isTooOften(facts) ? 'tooOften' : null) : 'outsideTimes';
    case 'default':
      if (facts.lastAnswerAt !== null && facts.lastAnswerAt >= facts.writtenAt) return 'answeredBefore';
      return timesAllow(switches.times, facts) ? (isTooOften(facts) ? 'tooOften' : null) : 'outsideTimes';
  }
}

const timesAllow = (
  times: AutoReplyTimes,
  { now, switches, country }: Pick<DueAnswer, 'now' | 'switches' | 'country'>,
): boolean => times === 'always' || isWorking(now, switches, country) === (times === 'working');

const isTooOften = ({ answerHours, lastCountedAt, now }: DueAnswer): boolean =>
  answerHours !== null && lastCountedAt !== null && now - lastCountedAt < answerHours * HOUR_MS;
