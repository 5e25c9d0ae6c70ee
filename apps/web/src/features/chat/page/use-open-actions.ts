import type { ConversationView, MessageView, ShopView } from '@pasar/api';
import { offers } from '@pasar/domain';
import { messagesOf } from '@pasar/sync';
import { useEffect, useMemo } from 'react';
import { useDesk, useDeskState } from '../../../base/desk.tsx';
import { useTranslation } from '../../../base/texts/i18n.ts';
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

/** The actions on the open conversation that its marketplace has. Their keys and the palette reach them, too. */
export function useOpenActions(props: OpenActionsProps): readonly OpenAction[] {
  const { t } = useTranslation('chat');
  const desk = useDesk();
  const { conversation, shop, isBuyerShown, onToggleBuyer, onClose, onRecall, isFinding, onFind } = props;
  const { conversationId, isPinned, isMuted, isFavorite } = conversation;
  const newest = useDeskState((state) =>
    messagesOf(state.windows.get(conversationId)).findLast(
      ({ author, status }) => author === 'seller' && status === 'available',
    ),
  );
  const marketplace = shop?.marketplace;
  const actions = useMemo(() => {
    const { settings } = desk;
    const made: OpenAction[] = [
      {
        key: 'pin',
        icon: 'pin',
        label: isPinned ? t('action.unpin') : t('action.pin'),
        isOn: isPinned,
        run: () => settings.setPinned(conversationId, !isPinned),
      },
    ];
    if (marketplace && offers(marketplace, 'favorite')) {
      made.push({
        key: 'favorite',
        icon: 'star',
        label: isFavorite ? t('action.unfavorite') : t('action.favorite'),
        isOn: isFavorite,
        run: () => settings.setFavorite(conversationId, !isFavorite),
      });
    }
    if (marketplace && offers(marketplace, 'mute')) {
      made.push({
        key: 'mute',
        icon: 'mute',
        label: isMuted ? t('action.unmute') : t('action.mute'),
        isOn: isMuted,
        run: () => settings.setMuted(conversationId, !isMuted),
      });
    }
    made.push(
      {
        key: 'unread',
        icon: 'unread',
        label: t('action.markUnread'),
        run: () => {
          settings.markUnread(conversationId);
          // An open conversation would be marked as read again at once.
          onClose();
        },
      },
      { key: 'find', icon: 'search', label: t('action.find'), isOn: isFinding, run: onFind },
      { key: 'buyer', icon: 'panel', label: t('action.buyer'), isOn: isBuyerShown, run: onToggleBuyer },
    );
    if (marketplace && newest !== undefined && offers(marketplace, 'recall')) {
      made.push({ key: 'recall', icon: 'recall', label: t('action.recall'), run: () => onRecall(newest) });
    }
    return made;
  }, [
    desk,
    t,
    conversationId,
    isPinned,
    isMuted,
    isFavorite,
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
