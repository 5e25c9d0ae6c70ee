import { leavesTime, SEND_CONFIG_LIMITS, type SendMessageConfig } from '@pasar/domain';

export type ConfigField = 'messages' | 'days' | 'orderCareDays' | 'quiet';

/** What the person has to correct first; null for nothing. The server judges by the same limits. */
export function faultOf({ cap, orderCareDays, quiet }: SendMessageConfig): ConfigField | null {
  const { messages, days } = SEND_CONFIG_LIMITS;
  const isWrong = (value: number, most: number) => !Number.isInteger(value) || value < 1 || value > most;
  if (cap !== null && isWrong(cap.messages, messages)) return 'messages';
  if (cap !== null && isWrong(cap.days, days)) return 'days';
  if (quiet !== null && (quiet.days.length === 0 || !leavesTime(quiet))) return 'quiet';
  return orderCareDays !== null && isWrong(orderCareDays, days) ? 'orderCareDays' : null;
}
