/** What an account is told of. */
export const ALERT_KINDS = ['loggedOut', 'answersFail', 'proxyDead', 'lowReview', 'answersLate'] as const;
export type AlertKind = (typeof ALERT_KINDS)[number];

/** How long something has to hurt before it is told, in milliseconds (ten minutes by wish, the others our choice). */
export const ALERT_AFTER_MS: Readonly<Record<AlertKind, number>> = {
  loggedOut: 600_000,
  answersFail: 0,
  proxyDead: 300_000,
  lowReview: 0,
  answersLate: 0,
};
/** So many answers of a shop that failed within this time are an alert (our choice). */
export const FAILING_ANSWERS = { count: 3, withinMs: 600_000 } as const;

/** A low review without an answer is an alert while it is younger than this (our choice): old ones are no news. */
export const LOW_REVIEW_WITHIN_MS = 7 * 86_400_000;

/** An answer that became overdue within this time is an alert (our choice): whoever has waited longer is no news. */
export const LATE_WITHIN_MS = 86_400_000;

/**
 * An alert that has not ended. It is told once when it begins and once when it is over, never in quiet hours:
 *
 *     (none) -> open -> told -> ending -> over      quiet hours hold it in `open` and in `ending`
 *               open -> over (nobody was told)      ending -> told (it hurts again before the end was told)
 */
export type AlertState = 'open' | 'told' | 'ending';
export interface AlertStep {
  readonly next: AlertState | 'over' | null;
  readonly tell: 'began' | 'over' | null;
}

/** One look at an alert. `since`: since when it hurts, null when it does not; `afterMs`: how long it has to. */
export function stepAlert(
  before: AlertState | null,
  since: number | null,
  { now, afterMs, isQuiet }: { readonly now: number; readonly afterMs: number; readonly isQuiet: boolean },
): AlertStep {
  const hurts = since !== null;
  switch (before) {
    case null:
      if (since === null || now - since < afterMs) return { next: null, tell: null };
      return isQuiet ? { next: 'open', tell: null } : { next: 'told', tell: 'began' };
    case 'open':
      if (!hurts) return { next: 'over', tell: null };
      return isQuiet ? { next: 'open', tell: null } : { next: 'told', tell: 'began' };
    case 'told':
      if (hurts) return { next: 'told', tell: null };
      return isQuiet ? { next: 'ending', tell: null } : { next: 'over', tell: 'over' };
    case 'ending':
      if (hurts) return { next: 'told', tell: null };
      return isQuiet ? { next: 'ending', tell: null } : { next: 'over', tell: 'over' };
  }
}

/** Hours of each day in which nothing is sent, as minutes of the day in an IANA time zone. */
export interface QuietHours {
  readonly from: number;
  readonly to: number;
  readonly timeZone: string;
}

/** From 22:00 to 07:00 goes over midnight. The same time twice is no time. */
export function isQuietAt(now: number, quiet: QuietHours | null): boolean {
  if (quiet === null) return false;
  const { from, to, timeZone } = quiet;
  const minute = minuteOfDay(now, timeZone);
  return from <= to ? minute >= from && minute < to : minute >= from || minute < to;
}

function minuteOfDay(now: number, timeZone: string): number {
  const parts = new Intl.DateTimeFormat('en', { timeZone, hour: 'numeric', minute: 'numeric', hourCycle: 'h23' });
  const numberOf = (type: string) => Number(parts.formatToParts(now).find((part) => part.type === type)?.value ?? 0);
  return numberOf('hour') * 60 + numberOf('minute');
}

export function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

/** Numbers of our choice. */
export const ALERT_LIMITS = { addresses: 10, shown: 100 } as const;
