import { ORDER_CARE_LIMITS } from '@pasar/domain';

const MINUTES = { minutes: 1, hours: 60, days: 1_440 } as const;
export const UNITS = ['minutes', 'hours', 'days'] as const;
export type Unit = (typeof UNITS)[number];

/** How long after the beginning of a stage a message goes out, as it is typed. `count`: NaN while the field is empty. */
export interface Delay {
  readonly count: number;
  readonly unit: Unit;
}

/** In the largest unit that says it in whole numbers. */
export function delayOf(minutes: number): Delay {
  const unit = UNITS.toReversed().find((one) => minutes % MINUTES[one] === 0) ?? 'minutes';
  return { count: minutes / MINUTES[unit], unit };
}

/** Null where it is no delay that may be chosen. */
export function minutesOf({ count, unit }: Delay): number | null {
  const minutes = count * MINUTES[unit];
  return Number.isInteger(minutes) && minutes >= 1 && minutes <= ORDER_CARE_LIMITS.afterMinutes ? minutes : null;
}
