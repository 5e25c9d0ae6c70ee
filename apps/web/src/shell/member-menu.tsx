import { presenceOf } from '@pasar/sync';
import { useNavigate } from 'react-router';
import { useIsInTeam } from '../base/colleagues.ts';
import { useDeskState } from '../base/desk.tsx';
import { useMay } from '../base/may.tsx';
import { openChatSettings } from '../base/open-chat-settings.ts';
import { useTranslation } from '../base/texts/i18n.ts';
import { useUiConfig } from '../base/ui-config.ts';
import { choosePresence } from '../features/chat/together/commands.ts';
import { PRESENCE_TEXTS } from '../features/chat/together/presence-texts.ts';
import { Menu, type MenuItem } from '../ui/menu.tsx';
import type { Corner } from '../ui/use-corner.ts';

export interface MemberActions {
  readonly onShortcuts: () => void;
  readonly onLogOut: () => void;
}

export interface MemberMenuProps extends MemberActions {
  readonly label: string;
  readonly at: Corner;
  readonly onClose: () => void;
}

/** Who is logged in, the own login, the keys, the way out, and the facts of the account and of this version. */
export function MemberMenu({ label, at, onClose, onShortcuts, onLogOut }: MemberMenuProps) {
  const { t } = useTranslation('shell');
  const { t: common } = useTranslation('common');
  const navigate = useNavigate();
  const mayChat = useMay(['chat']);
  const member = useDeskState((state) => state.member);
  const { t: together } = useTranslation('together');
  const presence = useDeskState((state) => presenceOf(state, state.member?.memberId ?? ''));
  const isInTeam = useIsInTeam();
  const held = useDeskState(({ shops }) => shops.size);
  const { version, shopQuota, customerGroup } = useUiConfig();
  const chat: MenuItem = {
    kind: 'action',
    key: 'chat',
    label: t('settings.chat'),
    icon: 'chat',
    onChoose: openChatSettings,
  };
  const autoReply: MenuItem = {
    kind: 'action',
    key: 'auto-reply',
    label: t('settings.auto-reply'),
    icon: 'reply',
    onChoose: () => void navigate('/settings/auto-reply'),
  };
  const items: MenuItem[] = [
    {
      kind: 'action',
      key: 'login',
      label: t('settings.login'),
      icon: 'person',
      onChoose: () => void navigate('/settings/login'),
    },
    ...(mayChat ? [chat, autoReply] : []),
    { kind: 'action', key: 'keys', label: common('shortcuts.title'), icon: 'keyboard', onChoose: onShortcuts },
    { kind: 'action', key: 'out', label: common('logOut'), icon: 'logout', onChoose: onLogOut },
  ];
  if (isInTeam) {
    const choices = [
      ['auto', 'here'],
      ['away', 'away'],
      ['off', 'off'],
    ] as const;
    items.unshift(
      ...choices.map(
        ([choice, shown]): MenuItem => ({
          kind: 'action',
          key: choice,
          label: together(PRESENCE_TEXTS[shown]),
          isChosen: presence === shown,
          onChoose: () => void choosePresence(choice, { t: together, common }),
        }),
      ),
    );
  }
  if (shopQuota !== null && member?.isMain) {
    items.push({ kind: 'note', key: 'quota', label: t('shopQuota', { held, most: shopQuota }) });
  }
  if (customerGroup !== null) {
    items.push({ kind: 'note', key: 'group', label: t('customerGroup', { group: customerGroup }) });
  }
  items.push({ kind: 'note', key: 'version', label: t('version', { version }) });
  if (member !== null) {
    const role = t(member.isMain ? 'member.main' : 'member.sub');
    items.unshift({ kind: 'heading', key: 'member', label: member.name, detail: role });
  }
  return <Menu label={label} items={items} at={at} onClose={onClose} />;
}
