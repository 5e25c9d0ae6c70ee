import type { BuyerTagView } from '@pasar/api';
import type { BulkChange, BulkSetting } from '@pasar/domain';
import { useOtherColleagues } from '../../../../base/colleagues.ts';
import { useDeskState } from '../../../../base/desk.tsx';
import { useTranslation } from '../../../../base/texts/i18n.ts';

const TEXTS = {
  pin: ['action.pin', 'action.unpin'],
  mute: ['action.mute', 'action.unmute'],
  favorite: ['action.favorite', 'action.unfavorite'],
  setAside: ['action.setAside', 'action.putBack'],
  delete: ['action.delete', 'action.reopen'],
  read: ['action.markRead', 'action.markRead'],
  unread: ['action.markUnread', 'action.markUnread'],
} as const;

/** What an action does, in the words of the menu of a single conversation. */
export function useSettingText(tags: readonly BuyerTagView[]): (setting: BulkChange) => string {
  const { t: chat } = useTranslation('chat');
  const { t } = useTranslation('bulk');
  const own = useDeskState(({ member }) => member?.memberId);
  const colleagues = useOtherColleagues();
  return (setting) => {
    if (setting.kind === 'assign') {
      if (setting.memberId === null) return t('do.unassign');
      if (setting.memberId === own) return t('do.assignMe');
      const name = colleagues.find(({ memberId }) => memberId === setting.memberId)?.name ?? t('member.gone');
      return t('do.assign', { name });
    }
    if (setting.kind === 'assignBack') return t('do.assignBack');
    if (setting.kind !== 'tag') return chat(TEXTS[setting.kind]['isOn' in setting && !setting.isOn ? 1 : 0]);
    const name = tags.find((tag) => tag.buyerTagId === setting.buyerTagId)?.buyerTagName ?? t('tag.gone');
    return t(setting.isOn ? 'do.tag' : 'do.untag', { name });
  };
}

/** Without tags: each tag has an entry of its own. */
export const PLAIN_SETTINGS: readonly BulkSetting[] = [
  { kind: 'read' },
  { kind: 'unread' },
  { kind: 'setAside', isOn: true },
  { kind: 'setAside', isOn: false },
  { kind: 'pin', isOn: true },
  { kind: 'pin', isOn: false },
  { kind: 'favorite', isOn: true },
  { kind: 'favorite', isOn: false },
  { kind: 'mute', isOn: true },
  { kind: 'mute', isOn: false },
  { kind: 'delete', isOn: true },
  { kind: 'delete', isOn: false },
];
