/** A time as a field of the browser has it, by the clock of the browser: `2026-11-26T14:05`. */
export function toLocalTime(at: number): string {
  const clock = new Date(at);
  return new Date(at - clock.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/** 0 where nothing or no time was written, which the server refuses. */
export const fromLocalTime = (written: string): number => new Date(written).getTime() || 0;
