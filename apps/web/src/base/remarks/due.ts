import { dayOf } from '../texts/time-format.ts';

/** The end of a day as a field for dates holds it; null for none. A remark is due until the day is over. */
export function dueOf(day: string): number | null {
  const [year, month, date] = day.split('-').map(Number);
  if (year === undefined || month === undefined || date === undefined) return null;
  const at = new Date(year, month - 1, date + 1).getTime() - 1;
  return Number.isNaN(at) || at < 0 ? null : at;
}

/** The same day for the field; empty for none. */
export const dayOfDue = (dueAt: number | null): string => (dueAt === null ? '' : dayOf(dueAt));

/** The beginning of a day, so many days after today. */
export function startOfDay(now: number, days = 0): number {
  const date = new Date(now);
  return new Date(date.getFullYear(), date.getMonth(), date.getDate() + days).getTime();
}
