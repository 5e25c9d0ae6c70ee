import type { Country, Marketplace } from './marketplace.ts';

/**
 * How fast a marketplace wants buyers to be answered, and how it counts; `responseRuleSourceOf` says where from. An answer
 * of a robot counts at none of them.
 */
export interface ResponseRule {
  readonly withinMs: number;
  /** The share of answers in time that a shop must keep, in percent. */
  readonly wantedPercent: number;
  /** Over how many days the share is counted. */
  readonly windowDays: number;
  /** `first`: only answers after a day of silence; `all`: every answer. */
  readonly counts: 'first' | 'all';
  /** Hours of the shop's wall clock that do not count; null for none. No marketplace is known to have them. */
  readonly quiet: QuietTimes | null;
}

/** In minutes of the day, 0 to 1440. Where `to` is not after `from`, the quiet time ends on the next day. */
export interface QuietTimes {
  readonly from: number;
  readonly to: number;
  /** The days of the week on which it begins; 0 is Sunday. */
  readonly days: readonly number[];
}

const HOUR_MS = 3_600_000;

/** What an account may choose (our choice). The team figures keep waits for longer than the window. */
export const RULE_LIMITS = { minWithinMs: 600_000, maxWithinMs: 168 * HOUR_MS, maxWindowDays: 90 } as const;

/** Ours: `all` at Lazada and TikTok Shop, and twelve hours in place of Lazada's cut-off at the end of the day. */
const RULES: Readonly<Record<Marketplace, ResponseRule>> = {
  shopee: { withinMs: 12 * HOUR_MS, wantedPercent: 85, windowDays: 30, counts: 'first', quiet: null },
  lazada: { withinMs: 12 * HOUR_MS, wantedPercent: 85, windowDays: 30, counts: 'all', quiet: null },
  tiktok: { withinMs: 12 * HOUR_MS, wantedPercent: 90, windowDays: 30, counts: 'all', quiet: null },
};
/** What is different in a country. */
const RULES_OF: Readonly<Partial<Record<Marketplace, Readonly<Partial<Record<Country, Partial<ResponseRule>>>>>>> = {
  shopee: { TH: { wantedPercent: 60 } },
};

export const responseRuleOf = (marketplace: Marketplace, country: Country): ResponseRule => ({
  ...RULES[marketplace],
  ...RULES_OF[marketplace]?.[country],
});

/** An answer is due soon when so much time or less is left (our choice). */
export const DUE_SOON_MS = 2 * HOUR_MS;

export type Urgency = 'calm' | 'soon' | 'overdue';

/** How much is left of the time in which a waiting buyer must be answered; negative when the answer is overdue. */
export function dueIn(dueAt: number, now: number) {
  const leftMs = dueAt - now;
  const urgency: Urgency = leftMs <= 0 ? 'overdue' : leftMs <= DUE_SOON_MS ? 'soon' : 'calm';
  return { leftMs, urgency };
}

/** A shop's answers over the window of its rule. */
export interface ResponseShare {
  readonly inTime: number;
  readonly late: number;
}

/** In percent, rounded down, so that a share just below what is wanted does not look like it; null for no answers. */
export const sharePercent = ({ inTime, late }: ResponseShare): number | null =>
  inTime + late === 0 ? null : Math.floor((inTime * 100) / (inTime + late));

/** How many more late answers, with no other in between, take the share below what is wanted; 0: it is below already. */
export function lateAnswersLeft({ inTime, late }: ResponseShare, { wantedPercent }: ResponseRule): number {
  const isBelow = (more: number) => inTime * 100 < wantedPercent * (inTime + late + more);
  if (isBelow(0)) return 0;
  return Math.floor((inTime * 100) / wantedPercent) - inTime - late + 1;
}
