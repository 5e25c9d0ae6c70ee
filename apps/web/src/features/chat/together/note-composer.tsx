import type { NoteView } from '@pasar/api';
import type { ConversationId } from '@pasar/domain';
import { SCREEN_LIMITS } from '@pasar/domain';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { useDeskState } from '../../../base/desk.tsx';
import { useLookUp } from '../../../base/look-up.ts';
import { failureText } from '../../../base/texts/failure-text.ts';
import { useTranslation } from '../../../base/texts/i18n.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { endNote, unsavedNotes } from '../place/noting.ts';
import { requestFocus } from '../place/selection.ts';
import { changeNote, writeNote } from './commands.ts';
import { ASSIGNEES } from './look-ups.ts';
import { type Mentionable, mentionable, mentionedIn, typedMention } from './mentioned.ts';
import styles from './note-composer.module.css';

export interface NoteComposerProps {
  readonly id: ConversationId;
  /** The own note that is changed; null for a new one. */
  readonly editing: NoteView | null;
}

const SHOWN_NAMES = 6;

/**
 * Writes a note that only colleagues see. It takes the place of the composer, in another colour and with another
 * button, so that nobody takes the one for the other.
 */
export function NoteComposer({ id, editing }: NoteComposerProps) {
  const { t } = useTranslation('together');
  const { t: chat } = useTranslation('chat');
  const { t: common } = useTranslation('common');
  const listId = useId();
  const box = useRef<HTMLTextAreaElement>(null);
  const [text, setText] = useState(editing?.text ?? unsavedNotes.get(id) ?? '');
  const [problem, setProblem] = useState<string | null>(null);
  const [isSaving, setIsSaving] = useState(false);
  // The same for every try.
  const [noteId] = useState(() => crypto.randomUUID());
  const members = useColleagues(id);
  const menu = useMentionMenu(text, members, box);
  useEffect(() => {
    const area = box.current;
    area?.focus();
    area?.setSelectionRange(area.value.length, area.value.length);
  }, []);
  const write = (value: string, cursor: number) => {
    setText(value);
    menu.look(value, cursor);
    if (editing !== null) return;
    if (value === '') unsavedNotes.delete(id);
    else unsavedNotes.set(id, value);
  };
  const leave = () => {
    endNote();
    requestFocus(id);
  };
  const save = async () => {
    const written = { text: text.trim(), mentions: mentionedIn(text, members).slice(0, SCREEN_LIMITS.noteMentions) };
    if (written.text === '' || isSaving) return;
    setIsSaving(true);
    const result = await (editing === null ? writeNote(id, noteId, written) : changeNote(editing.noteId, written));
    setIsSaving(false);
    if (!result.ok) return setProblem(failureText(result.failure, common));
    if (editing === null) unsavedNotes.delete(id);
    leave();
  };
  const insert = (one: Mentionable) => {
    const next = menu.insert(one);
    write(next.text, next.cursor);
    setTimeout(() => box.current?.setSelectionRange(next.cursor, next.cursor));
    box.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const isEnter = event.key === 'Enter' && !event.shiftKey && !event.ctrlKey && !event.altKey;
    if (menu.active !== null && step !== undefined) menu.move(step);
    else if (menu.active !== null && (isEnter || event.key === 'Tab')) insert(menu.active);
    else if (menu.active !== null && event.key === 'Escape') menu.close();
    else if (isEnter) void save();
    else if (event.key === 'Escape') leave();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <section className={styles.note} aria-label={t('note.label')}>
      {menu.found.length > 0 && (
        <div role="listbox" id={listId} aria-label={t('assign.members')} className={styles.names} tabIndex={-1}>
          {menu.found.map((one) => (
            // biome-ignore lint/a11y/useFocusableInteractive: the text box holds the focus and names its active option.
            // biome-ignore lint/a11y/useKeyWithClickEvents: the text box takes the keys.
            <div
              key={one.memberId}
              role="option"
              id={`${listId}-${one.memberId}`}
              aria-selected={one === menu.active}
              className={styles.name}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => insert(one)}
            >
              <Avatar name={one.name} seed={one.memberId} url={null} size={20} />
              {one.name}
            </div>
          ))}
        </div>
      )}
      <p className={styles.about}>
        <Icon name="hidden" size={14} />
        {t('note.about')}
      </p>
      <textarea
        ref={box}
        className={styles.text}
        rows={3}
        value={text}
        maxLength={SCREEN_LIMITS.noteLength}
        aria-label={t('note.label')}
        aria-autocomplete="list"
        aria-controls={menu.found.length > 0 ? listId : undefined}
        aria-activedescendant={menu.active === null ? undefined : `${listId}-${menu.active.memberId}`}
        placeholder={t('note.placeholder')}
        onChange={({ currentTarget }) => write(currentTarget.value, currentTarget.selectionStart)}
        onKeyDown={onKeyDown}
        onBlur={menu.close}
      />
      {problem !== null && (
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      )}
      <div className={styles.actions}>
        <span className={styles.hint}>{t('note.hint')}</span>
        <Button kind="plain" onClick={leave}>
          {chat('cancel')}
        </Button>
        <Button kind="plain" className={styles.save ?? ''} disabled={text.trim() === ''} onClick={() => void save()}>
          <Icon name="hidden" size={15} />
          {t('note.save')}
        </Button>
      </div>
    </section>
  );
}

/** Who may be mentioned: the others who see the conversation. */
function useColleagues(id: ConversationId): readonly Mentionable[] {
  const look = useLookUp(ASSIGNEES, { conversationId: id });
  const me = useDeskState(({ member }) => member?.memberId);
  const members = look.state === 'found' || look.state === 'stale' ? look.data.members : [];
  return members.filter(({ memberId }) => memberId !== me);
}

/** The names that the word behind an @ may become. */
function useMentionMenu(text: string, members: readonly Mentionable[], box: { current: HTMLTextAreaElement | null }) {
  const [typed, setTyped] = useState<ReturnType<typeof typedMention>>(null);
  const [at, setAt] = useState(0);
  const found = typed === null ? [] : mentionable(members, typed.words).slice(0, SHOWN_NAMES);
  return {
    found,
    active: found[Math.min(at, found.length - 1)] ?? null,
    look(value: string, cursor: number) {
      setTyped(typedMention(value, cursor));
      setAt(0);
    },
    move: (step: number) => setAt((held) => (Math.min(held, found.length - 1) + step + found.length) % found.length),
    close: () => setTyped(null),
    insert({ name }: Mentionable) {
      const cursor = box.current?.selectionStart ?? text.length;
      const from = typed?.from ?? cursor;
      const head = `${text.slice(0, from)}@${name} `;
      return { text: head + text.slice(cursor), cursor: head.length };
    },
  };
}
