import type { ConversationView, MessageView, ShopView } from '@pasar/api';
import { MARKETPLACE_NAMES, offers, type ShownAbility } from '@pasar/domain';
import { messagesOf } from '@pasar/sync';
import { useEffect, useMemo } from 'react';
import { useIsInTeam } from '../../../base/colleagues.ts';
import { useDesk, useDeskState } from '../../../base/desk.tsx';
import { useTranslation } from '../../../base/texts/i18n.ts';
import { ask, closeConversation } from '../place/asking.ts';
import { beginNote } from '../place/noting.ts';
import { type OpenAction, openActions } from '../place/open-actions.ts';

export interface OpenActionsProps {
  readonly conversation: ConversationView;
  readonly shop: ShopView | null;
  readonly isBuyerShown: boolean;
  readonly onToggleBuyer: () => void;
  /** Closes the conversation. */
  readonly onClose: () => void;
  /** The search inside the conversation is open. */
  readonly isFinding: boolean;
  readonly onFind: () => void;
  /** Asks before the message is recalled. */
  readonly onRecall: (message: MessageView) => void;
}

/**
 * The actions on the open conversation; those that its marketplace lacks say so. Their keys reach them, too, and the
 * palette those that can be done.
 */
export function useOpenActions(props: OpenActionsProps): readonly OpenAction[] {
  const { t } = useTranslation('chat');
  const desk = useDesk();
  const { conversation, shop, isBuyerShown, onToggleBuyer, onClose, onRecall, isFinding, onFind } = props;
  const { conversationId, isPinned, isMuted, isFavorite, isSetAside, isDeleted } = conversation;
  const isInTeam = useIsInTeam();
  const isWaiting = conversation.waitingSince !== null;
  const isClosed = conversation.status === 'closed';
  const newest = useDeskState((state) =>
    messagesOf(state.windows.get(conversationId)).findLast(
      ({ author, status }) => author === 'seller' && status === 'available',
    ),
  );
  const marketplace = shop?.marketplace;
  const actions = useMemo(() => {
    const { settings } = desk;
    const whyNotAt = (ability: ShownAbility, action: string): string | null =>
      marketplace === undefined || offers(marketplace, ability)
        ? null
        : t('action.notHere', { action, marketplace: MARKETPLACE_NAMES[marketplace] });
    const favorite = isFavorite ? t('action.unfavorite') : t('action.favorite');
    const mute = isMuted ? t('action.unmute') : t('action.mute');
    const end = isClosed ? t('action.restart') : t('action.close');
    const made: OpenAction[] = [
      {
        key: 'pin',
        icon: 'pin',
        label: isPinned ? t('action.unpin') : t('action.pin'),
        isOn: isPinned,
        whyNot: null,
        run: () => settings.setPinned(conversationId, !isPinned),
      },
      {
        key: 'favorite',
        icon: 'star',
        label: favorite,
        isOn: isFavorite,
        whyNot: whyNotAt('favorite', favorite),
        run: () => settings.setFavorite(conversationId, !isFavorite),
      },
      {
        key: 'mute',
        icon: 'mute',
        label: mute,
        isOn: isMuted,
        whyNot: null,
        run: () => settings.setMuted(conversationId, !isMuted),
      },
      ...(isDeleted
        ? []
        : [
            {
              key: 'unread',
              icon: 'unread',
              label: t('action.markUnread'),
              whyNot: null,
              run: () => {
                void settings.markUnread(conversationId).then((undo) => undo && ask('unread', conversationId, undo));
                // An open conversation would be marked as read again at once.
                onClose();
              },
            } as const,
          ]),
      ...(isWaiting || isSetAside
        ? [
            {
              key: 'setAside',
              icon: 'check',
              label: isSetAside ? t('action.putBack') : t('action.setAside'),
              isOn: isSetAside,
              whyNot: null,
              run: () => settings.setAside(conversationId, !isSetAside),
            } as const,
          ]
        : []),
      {
        key: 'close',
        icon: 'logout',
        label: end,
        whyNot: whyNotAt('buyers.closeConversation', end),
        run: () =>
          void (isClosed ? settings.setClosed(conversationId, false) : closeConversation(desk, conversationId)),
      },
      ...(isInTeam
        ? [
            {
              key: 'assign',
              icon: 'person',
              label: t('action.assign'),
              whyNot: null,
              run: () => ask('assign', conversationId),
            } as const,
          ]
        : []),
      {
        key: 'note',
        icon: 'hidden',
        label: t('action.note'),
        whyNot: null,
        run: () => beginNote(conversationId),
      },
      { key: 'find', icon: 'search', label: t('action.find'), isOn: isFinding, whyNot: null, run: onFind },
      { key: 'buyer', icon: 'panel', label: t('action.buyer'), isOn: isBuyerShown, whyNot: null, run: onToggleBuyer },
    ];
    if (newest !== undefined) {
      const label = t('action.recall');
      const whyNot = whyNotAt('recall', label.replace(/…$/, ''));
      made.push({ key: 'recall', icon: 'recall', label, whyNot, run: () => onRecall(newest) });
    }
    return made;
  }, [
    desk,
    t,
    conversationId,
    isPinned,
    isMuted,
    isFavorite,
    isSetAside,
    isDeleted,
    isWaiting,
    isClosed,
    isInTeam,
    isBuyerShown,
    marketplace,
    newest,
    onToggleBuyer,
    onClose,
    onRecall,
    isFinding,
    onFind,
  ]);
  useEffect(() => {
    openActions.update(() => actions);
    return () => openActions.update((held) => (held === actions ? [] : held));
  }, [actions]);
  return actions;
}
