import { isQuietAt } from './alerts.ts';
import type { MemberChatSetting, ReachRule } from './chat-settings.ts';

/** Whether windows are quiet about the buyers of a rule: by the rule's own quiet hours, or else by the member's. */
export function isRuleQuietAt(
  now: number,
  rule: Pick<ReachRule, 'quietHours'>,
  member: Pick<MemberChatSetting, 'quietHours'>,
): boolean {
  const hours = rule.quietHours ?? member.quietHours;
  return hours !== 'never' && isQuietAt(now, hours);
}
