import type { ConversationView } from '@pasar/api';
import { isQuietAt, type MemberChatSetting } from '@pasar/domain';
import type { DeskState } from '@pasar/sync';

/** Whether the member's rules, apart from that about tags, let the window tell of the buyer now. */
export function isReachedBy(
  { shopId, isMuted, assigneeId }: Pick<ConversationView, 'shopId' | 'isMuted' | 'assigneeId'>,
  setting: MemberChatSetting,
  { arrangement, member }: Pick<DeskState, 'arrangement' | 'member'>,
  now: number,
): boolean {
  if (!setting.isReached || isMuted || arrangement.hidden.includes(shopId)) return false;
  if (setting.shopIds !== null && !setting.shopIds.includes(shopId)) return false;
  if (setting.isMineOnly && assigneeId !== null && assigneeId !== member?.memberId) return false;
  return !isQuietAt(now, setting.quietHours);
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
