import type { BuyerNoteView } from '@pasar/api';
import { BUYER_NOTE_LIMITS, type ConversationId } from '@pasar/domain';
import { createStore } from '@pasar/sync';
import { type KeyboardEvent, useId, useRef, useState, useSyncExternalStore } from 'react';
import { useLookUp } from '../../../../base/look-up.ts';
import { LookedUpPart } from '../../../../base/looked-up.tsx';
import { useJumpedTo, useShowsAll } from '../../../../base/sought-row.ts';
import { failureText } from '../../../../base/texts/failure-text.ts';
import { useLocale, useTranslation } from '../../../../base/texts/i18n.ts';
import { fullTime, listTime } from '../../../../base/texts/time-format.ts';
import { Button } from '../../../../ui/button.tsx';
import { ConfirmDialog } from '../../../../ui/confirm-dialog.tsx';
import { IconButton } from '../../../../ui/icon-button.tsx';
import { toast } from '../../../../ui/toasts.tsx';
import { useNow } from '../../../../ui/use-now.ts';
import { changeNote, deleteNote, writeNote } from '../commands.ts';
import styles from './buyer-details.module.css';
import { NOTES } from './look-ups.ts';
import { Section } from './section.tsx';

/** Notes that are shown before a person asks for all (our choice). */
const FEW = 3;
/** What is written and not saved, by conversation: it outlives a look at another conversation, not a reload. */
const unsaved = createStore<ReadonlyMap<ConversationId, string>>(new Map());

/** The notes of the account about this buyer. */
export function BuyerNotes({ conversationId }: { readonly conversationId: ConversationId }) {
  const { t } = useTranslation('buyer');
  const look = useLookUp(NOTES, { conversationId });
  const known = look.state === 'found' || look.state === 'stale' ? look.data.notes : [];
  const ids = known.map(({ noteId }) => noteId);
  const [showsAll, showAll] = useShowsAll(ids, FEW);
  return (
    <Section title={t('section.notes')}>
      <NewNote conversationId={conversationId} />
      <LookedUpPart
        look={look}
        draw={({ notes }) =>
          notes.length === 0 ? (
            <p className={styles.none}>{t('notes.none')}</p>
          ) : (
            <>
              <ul className={styles.notes}>
                {(showsAll ? notes : notes.slice(0, FEW)).map((note) => (
                  <Note key={note.noteId} note={note} />
                ))}
              </ul>
              {!showsAll && notes.length > FEW && (
                <Button kind="link" onClick={showAll}>
                  {t('notes.all', { count: notes.length })}
                </Button>
              )}
            </>
          )
        }
      />
    </Section>
  );
}

function NewNote({ conversationId }: { readonly conversationId: ConversationId }) {
  const { t } = useTranslation('buyer');
  const text = useSyncExternalStore(unsaved.subscribe, () => unsaved.get().get(conversationId) ?? '');
  const setText = (words: string) => unsaved.update((held) => new Map(held).set(conversationId, words));
  return (
    <NoteForm
      label={t('notes.write')}
      save={t('notes.save')}
      text={text}
      onText={setText}
      onSave={async () => {
        const result = await writeNote(conversationId, text.trim());
        if (result.ok) setText('');
        return result;
      }}
    />
  );
}

interface NoteFormProps {
  readonly label: string;
  readonly save: string;
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly onSave: () => ReturnType<typeof writeNote>;
  readonly onCancel?: () => void;
}

/** Ctrl+Enter saves too. A note that could not be saved stays in its field. */
function NoteForm({ label, save, text, onText, onSave, onCancel }: NoteFormProps) {
  const { t } = useTranslation('buyer');
  const { t: common } = useTranslation('common');
  const [isBusy, setIsBusy] = useState(false);
  const count = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const { length } = text.trim();
  const isSavable = length > 0 && length <= BUYER_NOTE_LIMITS.length && !isBusy;
  const submit = async () => {
    if (!isSavable) return;
    // The button goes with the saved text, and the keyboard would be nowhere.
    field.current?.focus();
    setIsBusy(true);
    const result = await onSave();
    setIsBusy(false);
    if (!result.ok) toast('bad', t('notes.notSaved', { why: failureText(result.failure, common) }));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    void submit();
  };
  return (
    <div className={styles.form}>
      <textarea
        ref={field}
        className={styles.field}
        rows={2}
        value={text}
        aria-label={label}
        aria-describedby={count}
        placeholder={t('notes.placeholder')}
        dir="auto"
        onChange={(event) => onText(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      {(length > 0 || onCancel !== undefined) && (
        <div className={styles.formEnd}>
          <span id={count} className={length > BUYER_NOTE_LIMITS.length ? styles.over : styles.left}>
            {t('notes.left', { count: length, max: BUYER_NOTE_LIMITS.length })}
          </span>
          {onCancel !== undefined && (
            <Button kind="plain" onClick={onCancel}>
              {t('notes.cancel')}
            </Button>
          )}
          <Button kind="primary" disabled={!isSavable} onClick={() => void submit()}>
            {save}
          </Button>
        </div>
      )}
    </div>
  );
}

function Note({ note }: { readonly note: BuyerNoteView }) {
  const { t } = useTranslation('buyer');
  const { t: common } = useTranslation('common');
  const locale = useLocale();
  const now = useNow();
  const [draft, setDraft] = useState<string | null>(null);
  const [isAsking, setIsAsking] = useState(false);
  const { noteId, text, author, mayChange, writtenAt, changedAt } = note;
  const { row, isMarked } = useJumpedTo<HTMLLIElement>(noteId);
  const remove = async () => {
    const result = await deleteNote(noteId);
    if (!result.ok) toast('bad', t('notes.notDeleted', { why: failureText(result.failure, common) }));
  };
  if (draft !== null) {
    return (
      <li className={styles.note}>
        <NoteForm
          label={t('notes.edit')}
          save={t('notes.saveChange')}
          text={draft}
          onText={setDraft}
          onCancel={() => setDraft(null)}
          onSave={async () => {
            const result = await changeNote(noteId, draft.trim());
            if (result.ok) setDraft(null);
            return result;
          }}
        />
      </li>
    );
  }
  return (
    <li ref={row} className={styles.note} data-sought={isMarked ? '' : undefined}>
      <p className={styles.noteText} dir="auto">
        {text}
      </p>
      <div className={styles.noteEnd}>
        <span className={styles.noteBy}>
          <span data-tip={fullTime(writtenAt)}>
            {t('notes.by', { author, time: listTime(writtenAt, now, locale) })}
          </span>
          {changedAt !== null && (
            <span data-tip={fullTime(changedAt)}>
              {' '}
              ({t('notes.changed', { time: listTime(changedAt, now, locale) })})
            </span>
          )}
        </span>
        {mayChange && (
          <>
            <IconButton icon="pencil" label={t('notes.edit')} onClick={() => setDraft(text)} />
            <IconButton icon="bin" label={t('notes.delete')} onClick={() => setIsAsking(true)} />
          </>
        )}
      </div>
      {isAsking && (
        <ConfirmDialog
          title={t('notes.deleteTitle')}
          text={t('notes.deleteText')}
          confirm={t('notes.deleteConfirm')}
          tone="danger"
          cancel={t('notes.keep')}
          onConfirm={() => void remove()}
          onClose={() => setIsAsking(false)}
        >
          {text}
        </ConfirmDialog>
      )}
    </li>
  );
}
