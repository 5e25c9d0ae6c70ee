/** The dashboard's periods as times: days begin at midnight where the shop is (spec 2 §7.2). */
import { type Country, type DashboardPeriod, zoneOf } from '@pasar/domain';

const DAY_MS = 86_400_000;
const PAST_DAYS: Readonly<Record<Exclude<DashboardPeriod, 'real_time'>, number>> = {
  yesterday: 1,
  past7days: 7,
  past30days: 30,
};

/** Milliseconds from the last local midnight to `at`, by the local clock. */
function sinceMidnight(at: number, timeZone: string): number {
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  }).formatToParts(at);
  const of = (type: Intl.DateTimeFormatPartTypes): number =>
    Number(parts.find((part) => part.type === type)?.value ?? '0');
  return ((of('hour') * 60 + of('minute')) * 60 + of('second')) * 1_000 + (at % 1_000);
}

/** The first and the last moment of a period: today's ends now, the others at the last local midnight. Milliseconds. */
export function timesOf(
  period: DashboardPeriod,
  country: Country,
  now: number,
): { readonly from: number; readonly to: number } {
  const today = now - sinceMidnight(now, zoneOf(country));
  return period === 'real_time' ? { from: today, to: now } : { from: today - PAST_DAYS[period] * DAY_MS, to: today };
}
