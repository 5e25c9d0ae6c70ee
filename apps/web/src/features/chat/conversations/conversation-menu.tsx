import { type ConversationId, MARKETPLACE_NAMES, offers } from '@pasar/domain';
import { messagesOf } from '@pasar/sync';
import { useIsInTeam } from '../../../base/colleagues.ts';
import { useDesk, useDeskState } from '../../../base/desk.tsx';
import { useLocale, useTranslation } from '../../../base/texts/i18n.ts';
import { listText } from '../../../base/texts/list-text.ts';
import { Menu, type MenuItem } from '../../../ui/menu.tsx';
import type { Corner } from '../../../ui/use-corner.ts';
import { ask, closeConversation } from '../place/asking.ts';
import { assignTo } from '../together/commands.ts';

export interface MenuPlace {
  readonly id: ConversationId;
  readonly at: Corner;
}

export interface ConversationMenuProps {
  readonly place: MenuPlace;
  readonly chosen: ConversationId | null;
  readonly onClose: () => void;
  readonly onLeave: () => void;
}

/** The actions on a conversation that do not need it open; what its marketplace lacks is disabled. */
export function ConversationMenu(props: ConversationMenuProps) {
  const { t } = useTranslation('chat');
  const locale = useLocale();
  const desk = useDesk();
  const { id, at } = props.place;
  const { t: together } = useTranslation('together');
  const { t: common } = useTranslation('common');
  const isInTeam = useIsInTeam();
  const me = useDeskState(({ member }) => member);
  const conversation = useDeskState((state) => state.shown.get(id));
  const marketplace = useDeskState((state) => conversation && state.shops.get(conversation.shopId)?.marketplace);
  const newest = useDeskState((state) => messagesOf(state.windows.get(id)).at(-1)?.position ?? null);
  if (conversation === undefined) return null;
  const { isPinned, isMuted, isFavorite, isSetAside, isDeleted, waitingSince, unreadCount } = conversation;
  const isClosed = conversation.status === 'closed';
  const items: MenuItem[] = [
    {
      kind: 'action',
      key: 'pin',
      icon: 'pin',
      label: isPinned ? t('action.unpin') : t('action.pin'),
      onChoose: () => desk.settings.setPinned(id, !isPinned),
    },
  ];
  if (waitingSince !== null || isSetAside) {
    items.push({
      kind: 'action',
      key: 'setAside',
      icon: 'check',
      label: isSetAside ? t('action.putBack') : t('action.setAside'),
      onChoose: () => desk.settings.setAside(id, !isSetAside),
    });
  }
  if (isInTeam && me !== null) {
    const isMine = conversation.assigneeId === me.memberId;
    items.push({
      kind: 'action',
      key: 'take',
      icon: isMine ? 'minus' : 'plus',
      label: together(isMine ? 'assign.giveUp' : 'assign.take'),
      onChoose: () => void assignTo(desk, id, isMine ? null : me, '', { t: together, common }),
    });
    items.push({
      kind: 'action',
      key: 'assign',
      icon: 'person',
      label: t('action.assign'),
      onChoose: () => ask('assign', id),
    });
  }
  if (unreadCount === 0 && !isDeleted) {
    items.push({
      kind: 'action',
      key: 'unread',
      icon: 'unread',
      label: t('action.markUnread'),
      onChoose: () => {
        void desk.settings.markUnread(id).then((undo) => undo && ask('unread', id, undo));
        if (props.chosen === id) props.onLeave();
      },
    });
  } else if (unreadCount > 0 && newest !== null) {
    // Marking as read needs the newest message. Pointing at the row has asked for it.
    items.push({
      kind: 'action',
      key: 'read',
      icon: 'read',
      label: t('action.markRead'),
      onChoose: () => desk.settings.markRead(id, newest),
    });
  }
  items.push({
    kind: 'action',
    key: 'tags',
    icon: 'tag',
    label: t('action.tags'),
    onChoose: () => ask('tags', id),
  });
  items.push({
    kind: 'action',
    key: 'mute',
    icon: 'mute',
    label: isMuted ? t('action.unmute') : t('action.mute'),
    onChoose: () => desk.settings.setMuted(id, !isMuted),
  });
  if (marketplace !== undefined) {
    const settings = [
      {
        ability: 'favorite',
        icon: 'star',
        label: isFavorite ? t('action.unfavorite') : t('action.favorite'),
        onChoose: () => desk.settings.setFavorite(id, !isFavorite),
      },
      {
        ability: 'buyers.closeConversation',
        icon: 'logout',
        label: isClosed ? t('action.restart') : t('action.close'),
        onChoose: () => void (isClosed ? desk.settings.setClosed(id, false) : closeConversation(desk, id)),
      },
    ] as const;
    for (const { ability, ...action } of settings) {
      const off = offers(marketplace, ability) ? {} : { offBy: 'lacks' };
      items.push({ kind: 'action', key: ability, ...action, ...off });
    }
    items.push({
      kind: 'action',
      key: 'delete',
      icon: 'bin',
      label: isDeleted ? t('action.reopen') : t('action.delete'),
      ...(waitingSince === null ? {} : { offBy: 'waits' }),
      onChoose: () => (isDeleted ? desk.settings.setDeleted(id, false) : ask('delete', id)),
    });
    const lacked = settings.filter(({ ability }) => !offers(marketplace, ability)).map(({ label }) => label);
    if (lacked.length > 0) {
      const facts = { action: listText(lacked, locale), marketplace: MARKETPLACE_NAMES[marketplace] };
      items.push({ kind: 'note', key: 'lacks', label: t('action.notHere', facts) });
    }
    if (waitingSince !== null) items.push({ kind: 'note', key: 'waits', label: t('action.deleteWaits') });
  }
  return <Menu label={conversation.buyer.name} items={items} at={at} onClose={props.onClose} />;
}
