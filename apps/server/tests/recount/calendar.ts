/** Days and hours of a person in a time zone, found by asking the calendar about one moment after the other. */
const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

const formats = new Map<string, Intl.DateTimeFormat>();

/** The date on the wall calendar: 2026-10-25. */
export function dateAt(zone: string, at: number): string {
  const known = formats.get(zone);
  const format =
    known ?? new Intl.DateTimeFormat('en-CA', { timeZone: zone, year: 'numeric', month: '2-digit', day: '2-digit' });
  if (known === undefined) formats.set(zone, format);
  return format.format(at);
}

export const daysAfter = (date: string, days: number): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);

const starts = new Map<string, number>();

/** The first quarter of an hour that has this date. */
export function startOf(zone: string, date: string): number {
  const key = `${zone} ${date}`;
  const known = starts.get(key);
  if (known !== undefined) return known;
  let at = Date.parse(`${date}T00:00:00Z`) - 16 * HOUR_MS;
  while (dateAt(zone, at) < date) at += 15 * MINUTE_MS;
  starts.set(key, at);
  return at;
}
