import type { ConversationView } from '@pasar/api';
import { ANY_BUYER, isQuietAt, type MemberChatSetting, type ReachRule } from '@pasar/domain';
import type { DeskState } from '@pasar/sync';

/** The member's rules by which the window may tell of the buyer now, apart from what they say about tags. */
export function rulesFor(
  { shopId, isMuted, assigneeId }: Pick<ConversationView, 'shopId' | 'isMuted' | 'assigneeId'>,
  setting: MemberChatSetting,
  { arrangement, member }: Pick<DeskState, 'arrangement' | 'member'>,
  now: number,
): readonly ReachRule[] {
  if (!setting.isReached || isMuted || arrangement.hidden.includes(shopId)) return [];
  if (isQuietAt(now, setting.quietHours)) return [];
  if (setting.rules.length === 0) return [ANY_BUYER];
  const isColleagues = assigneeId !== null && assigneeId !== member?.memberId;
  return setting.rules.filter(
    ({ shopIds, isMineOnly }) => (shopIds === null || shopIds.includes(shopId)) && !(isMineOnly && isColleagues),
  );
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
