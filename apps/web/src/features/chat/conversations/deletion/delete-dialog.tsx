import { type ConversationId, MARKETPLACE_NAMES, offers } from '@pasar/domain';
import { useDesk, useDeskState } from '../../../../base/desk.tsx';
import { useTranslation } from '../../../../base/texts/i18n.ts';
import { ConfirmDialog } from '../../../../ui/confirm-dialog.tsx';

export interface DeleteDialogProps {
  readonly id: ConversationId;
  readonly onClose: () => void;
}

/** Asks before a conversation is deleted, and says what its marketplace is told. */
export function DeleteDialog({ id, onClose }: DeleteDialogProps) {
  const { t } = useTranslation('queue');
  const { t: chat } = useTranslation('chat');
  const desk = useDesk();
  const conversation = useDeskState((state) => state.shown.get(id));
  const marketplace = useDeskState((state) => conversation && state.shops.get(conversation.shopId)?.marketplace);
  if (conversation === undefined || marketplace === undefined) return null;
  const isTold = offers(marketplace, 'deleteConversation');
  return (
    <ConfirmDialog
      title={t('deletion.title')}
      text={t(isTold ? 'deletion.text' : 'deletion.textHere', { marketplace: MARKETPLACE_NAMES[marketplace] })}
      confirm={t('deletion.confirm')}
      cancel={chat('cancel')}
      onConfirm={() => desk.settings.setDeleted(id, true)}
      onClose={onClose}
    >
      {conversation.buyer.name}
    </ConfirmDialog>
  );
}
