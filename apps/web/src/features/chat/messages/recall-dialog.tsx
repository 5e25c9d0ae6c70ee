import type { MessageView } from '@pasar/api';
import { useDesk } from '../../../base/desk.tsx';
import { useTranslation } from '../../../base/texts/i18n.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { keepRecalled } from '../place/recalled-texts.ts';
import { contentWords } from '../texts/texts.ts';

export interface RecallDialogProps {
  readonly message: MessageView;
  readonly onClose: () => void;
}

/** Asks before a message is recalled. */
export function RecallDialog({ message, onClose }: RecallDialogProps) {
  const { t } = useTranslation('messages');
  const { t: chat } = useTranslation('chat');
  const desk = useDesk();
  const recall = () => {
    keepRecalled(message);
    desk.messages.recall(message);
  };
  return (
    <ConfirmDialog
      title={t('recall.title')}
      text={t('recall.text')}
      confirm={t('recall.confirm')}
      cancel={chat('cancel')}
      onConfirm={recall}
      onClose={onClose}
    >
      {contentWords(message.content, chat)}
    </ConfirmDialog>
  );
}
