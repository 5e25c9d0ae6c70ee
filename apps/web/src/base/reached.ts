import type { ConversationView } from '@pasar/api';
import { ANY_BUYER, isRuleQuietAt, type MemberChatSetting, type ReachRule } from '@pasar/domain';
import type { DeskState } from '@pasar/sync';

/**
 * The member's rules that may decide about the buyer, the first that fits first: those before and with the first one without
 * tags. None where all of them are quiet now.
 */
export function rulesFor(
  { shopId, isMuted, assigneeId }: Pick<ConversationView, 'shopId' | 'isMuted' | 'assigneeId'>,
  setting: MemberChatSetting,
  { arrangement, member }: Pick<DeskState, 'arrangement' | 'member'>,
  now: number,
): readonly ReachRule[] {
  if (!setting.isReached || isMuted || arrangement.hidden.includes(shopId)) return [];
  const isColleagues = assigneeId !== null && assigneeId !== member?.memberId;
  const fitting = (setting.rules.length === 0 ? [ANY_BUYER] : setting.rules).filter(
    ({ shopIds, isMineOnly }) => (shopIds === null || shopIds.includes(shopId)) && !(isMineOnly && isColleagues),
  );
  const sure = fitting.findIndex(({ tagIds }) => tagIds === null);
  const deciding = sure === -1 ? fitting : fitting.slice(0, sure + 1);
  return deciding.every((rule) => isRuleQuietAt(now, rule, setting)) ? [] : deciding;
}

/** The rule that decides about a buyer with these tags: the first of `rulesFor` that fits. Null where it is quiet now. */
export function ruleOfTags(
  rules: readonly ReachRule[],
  tagIds: readonly string[],
  setting: MemberChatSetting,
  now: number,
): ReachRule | null {
  const first = rules.find((rule) => rule.tagIds === null || rule.tagIds.some((tagId) => tagIds.includes(tagId)));
  return first === undefined || isRuleQuietAt(now, first, setting) ? null : first;
}

/** Only where the member allowed it and does not look at the window. */
export const mayNotify = (): boolean =>
  'Notification' in window && Notification.permission === 'granted' && !document.hasFocus();

/** A second one with the tag replaces the first. */
export function notify(title: string, body: string, tag: string, onOpen: () => void): void {
  const shown = new Notification(title, { body, tag, silent: true });
  shown.onclick = () => {
    window.focus();
    shown.close();
    onOpen();
  };
}
