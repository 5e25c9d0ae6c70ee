import { type Country, leavesTime, type QuietTimes, SEND_CONFIG_LIMITS, type SendMessageConfig } from '@pasar/domain';

export type ConfigField = 'messages' | 'days' | 'orderCareDays' | 'quiet';
/** `country`: the site whose own quiet hours are wrong; null for the common ones and the other fields. */
export interface ConfigFault {
  readonly field: ConfigField;
  readonly country: Country | null;
}

/** What the person has to correct first; null for nothing. The server judges by the same limits. */
export function faultOf({ cap, orderCareDays, quiet, ownQuiet }: SendMessageConfig): ConfigFault | null {
  const { messages, days } = SEND_CONFIG_LIMITS;
  const isWrong = (value: number, most: number) => !Number.isInteger(value) || value < 1 || value > most;
  const fault = (field: ConfigField, country: Country | null = null) => ({ field, country });
  if (cap !== null && isWrong(cap.messages, messages)) return fault('messages');
  if (cap !== null && isWrong(cap.days, days)) return fault('days');
  if (isEndless(quiet)) return fault('quiet');
  const own = ownQuiet.find((one) => isEndless(one.quiet));
  if (own !== undefined) return fault('quiet', own.country);
  return orderCareDays !== null && isWrong(orderCareDays, days) ? fault('orderCareDays') : null;
}

const isEndless = (quiet: QuietTimes | null): boolean =>
  quiet !== null && (quiet.days.length === 0 || !leavesTime(quiet));
