import type { CALLS, CallOutput } from '@pasar/api';
import type { AfterSalesKind } from '@pasar/domain';
import type { ReminderSetting } from './reminder-setting.ts';

export type Unseen = CallOutput<typeof CALLS.readings.unseen>;

/** What the member was last reminded of. */
export interface Reminded {
  readonly at: number;
  readonly count: number;
}

/** How many cases of the chosen kinds the member has not seen. */
export const countOf = (unseen: Pick<Unseen, AfterSalesKind>, { kinds }: Pick<ReminderSetting, 'kinds'>): number =>
  kinds.reduce((sum, kind) => sum + unseen[kind], 0);

/**
 * Whether the member is reminded now: of more cases than the last time at once, of the same cases when the time is over,
 * and of none never.
 */
export function isDue(
  count: number,
  last: Reminded | null,
  { everyMinutes }: Pick<ReminderSetting, 'everyMinutes'>,
  now: number,
): boolean {
  if (count === 0) return false;
  if (last === null || count > last.count) return true;
  return everyMinutes !== null && now - last.at >= everyMinutes * 60_000;
}
