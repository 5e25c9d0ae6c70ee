import type { NoteView } from '@pasar/api';
import { useState } from 'react';
import { useDeskState } from '../../../base/desk.tsx';
import { failedDialog, lazyScreen, withTexts } from '../../../base/lazy-screen.tsx';
import { useTranslation } from '../../../base/texts/i18n.ts';
import { clockTime, fullTime } from '../../../base/texts/time-format.ts';
import { Icon } from '../../../ui/icon.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { beginNote } from '../place/noting.ts';
import type { DeleteNoteDialogProps } from '../together/delete-note-dialog.tsx';
import { needTogetherTexts } from '../together/need-texts.ts';
import { DayMark } from './message-bubble.tsx';
import type { MessageRow } from './message-rows.ts';
import styles from './note-row.module.css';

const DeleteNoteDialog = lazyScreen<DeleteNoteDialogProps>(
  () =>
    withTexts(needTogetherTexts, () =>
      import('../together/delete-note-dialog.tsx').then(({ DeleteNoteDialog }) => DeleteNoteDialog),
    ),
  { failed: failedDialog(({ onClose }) => onClose()) },
);

/** A note that only colleagues see, in the flow of the conversation and in no bubble, so that it is no message. */
export function NoteRow({ row, note }: { readonly row: MessageRow; readonly note: NoteView }) {
  const { t } = useTranslation('chat');
  const [isDeleting, setIsDeleting] = useState(false);
  const isOwn = useDeskState(({ member }) => member?.memberId === note.authorId);
  return (
    <>
      {row.isDayShown && <DayMark at={row.at} />}
      <div className={styles.note} data-note="">
        <div className={styles.head}>
          <Icon name="hidden" size={14} />
          <span className={styles.by}>{t('author.note', { name: note.author })}</span>
          <time dateTime={new Date(row.at).toISOString()} data-tip={fullTime(row.at)}>
            {clockTime(row.at)}
          </time>
          {note.changedAt !== null && <span data-tip={fullTime(note.changedAt)}>{t('note.changed')}</span>}
          {isOwn && (
            <span className={styles.actions}>
              <IconButton icon="pencil" label={t('note.edit')} onClick={() => beginNote(row.conversationId, note)} />
              <IconButton icon="bin" label={t('note.delete')} onClick={() => setIsDeleting(true)} />
            </span>
          )}
        </div>
        <p className={styles.text}>{note.text}</p>
      </div>
      {isDeleting && <DeleteNoteDialog note={note} onClose={() => setIsDeleting(false)} />}
    </>
  );
}
