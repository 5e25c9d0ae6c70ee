import type { NoteView } from '@pasar/api';
import { failureText } from '../../../base/texts/failure-text.ts';
import { useTranslation } from '../../../base/texts/i18n.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { toast } from '../../../ui/toasts.tsx';
import { deleteNote } from './commands.ts';

export interface DeleteNoteDialogProps {
  readonly note: NoteView;
  readonly onClose: () => void;
}

/** Asks before a note is deleted for all colleagues. */
export function DeleteNoteDialog({ note, onClose }: DeleteNoteDialogProps) {
  const { t } = useTranslation('together');
  const { t: chat } = useTranslation('chat');
  const { t: common } = useTranslation('common');
  const remove = async () => {
    const result = await deleteNote(note.noteId);
    if (!result.ok && result.failure.kind !== 'expired') toast('bad', failureText(result.failure, common));
  };
  return (
    <ConfirmDialog
      title={t('note.deleteTitle')}
      text={t('note.deleteText')}
      confirm={chat('note.delete')}
      cancel={chat('cancel')}
      tone="danger"
      onConfirm={() => void remove()}
      onClose={onClose}
    >
      {note.text}
    </ConfirmDialog>
  );
}
