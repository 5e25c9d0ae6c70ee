import type { ConversationView } from '@pasar/api';
import type { ConversationId } from '@pasar/domain';
import { SCREEN_LIMITS } from '@pasar/domain';
import { presenceOf } from '@pasar/sync';
import { type KeyboardEvent, useId, useState } from 'react';
import { useDesk, useDeskState } from '../../../base/desk.tsx';
import { useLookUp } from '../../../base/look-up.ts';
import { useTranslation } from '../../../base/texts/i18n.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import chooser from '../../../ui/chooser.module.css';
import { Icon } from '../../../ui/icon.tsx';
import { useModal } from '../../../ui/use-modal.ts';
import styles from './assign-dialog.module.css';
import { AssignmentHistory } from './assignment-history.tsx';
import { assignTo } from './commands.ts';
import { ASSIGNEES } from './look-ups.ts';
import { PRESENCE_TEXTS } from './presence-texts.ts';

export interface AssignDialogProps {
  readonly id: ConversationId;
  readonly onClose: () => void;
}

interface Option {
  /** Null: nobody. */
  readonly memberId: string | null;
  readonly name: string;
  readonly label: string;
  readonly waiting: number;
  /** Why this colleague cannot get the conversation; null where nothing is in the way. */
  readonly lack: string | null;
}

/** Chooses who answers this buyer: the member itself first, by name, with a word to the colleague. */
export function AssignDialog({ id, onClose }: AssignDialogProps) {
  const { t } = useTranslation('together');
  const { t: common } = useTranslation('common');
  const desk = useDesk();
  const dialog = useModal();
  const listId = useId();
  const conversation = useDeskState((state) => state.shown.get(id));
  const [words, setWords] = useState('');
  const [note, setNote] = useState('');
  const [moved, setAt] = useState<number | null>(null);
  const options = useOptions(conversation, words, id);
  // Enter alone gives the conversation to another than who has it.
  const at =
    moved ??
    Math.max(
      0,
      options.findIndex(({ memberId, lack }) => memberId !== conversation?.assigneeId && lack === null),
    );
  const active = options[Math.min(at, options.length - 1)];
  if (conversation === undefined) return null;
  const choose = (option: Option) => {
    if (option.lack !== null) return;
    onClose();
    const to = option.memberId === null ? null : { memberId: option.memberId, name: option.name };
    void assignTo(desk, id, to, note, { t, common });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      setAt((Math.min(at, options.length - 1) + step + options.length) % Math.max(1, options.length));
    } else if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      event.preventDefault();
      if (active !== undefined) choose(active);
    }
  };
  const title = t('assign.title', { name: conversation.buyer.name });
  return (
    <dialog
      ref={dialog}
      className={chooser.dialog}
      aria-label={title}
      onCancel={onClose}
      // A press beside the content has the dialog itself as its target.
      onPointerDown={(event) => event.target === dialog.current && onClose()}
    >
      <div className={`${chooser.box} ${styles.box}`}>
        <h2 className={styles.title}>{title}</h2>
        <div className={chooser.head}>
          <Icon name="search" />
          <input
            className={`${chooser.input} ${styles.input}`}
            role="combobox"
            aria-label={t('assign.search')}
            aria-expanded="true"
            aria-controls={listId}
            aria-activedescendant={active === undefined ? undefined : `${listId}-${active.memberId}`}
            placeholder={t('assign.search')}
            value={words}
            data-first=""
            onChange={({ currentTarget: { value } }) => {
              setWords(value);
              setAt(null);
            }}
            onKeyDown={onKeyDown}
          />
        </div>
        <div role="listbox" id={listId} aria-label={t('assign.members')} className={styles.list} tabIndex={-1}>
          {options.map((option) => (
            <Row
              key={option.memberId}
              id={`${listId}-${option.memberId}`}
              option={option}
              isActive={option === active}
              isNow={option.memberId === conversation.assigneeId}
              onChoose={choose}
            />
          ))}
        </div>
        {options.length === 0 && words !== '' && <p className={styles.none}>{t('assign.none', { words })}</p>}
        <label className={styles.note}>
          <span>{t('assign.note')}</span>
          <input
            value={note}
            maxLength={SCREEN_LIMITS.assignmentNoteLength}
            onChange={({ currentTarget: { value } }) => setNote(value)}
            onKeyDown={onKeyDown}
          />
        </label>
        <p className={styles.hint}>{t('assign.hint')}</p>
        <AssignmentHistory id={id} />
      </div>
    </dialog>
  );
}

/** The member first, then nobody where somebody has the conversation, then the colleagues by name. */
function useOptions(conversation: ConversationView | undefined, words: string, id: ConversationId): readonly Option[] {
  const { t } = useTranslation('together');
  const look = useLookUp(ASSIGNEES, { conversationId: id });
  const me = useDeskState(({ member }) => member?.memberId ?? null);
  const { members, limit } = look.state === 'found' || look.state === 'stale' ? look.data : { members: [], limit: 0 };
  // As text, because the selector must give the same for the same state.
  const onlineIds = useDeskState((state) =>
    members
      .filter(({ memberId }) => presenceOf(state, memberId) !== 'off')
      .map(({ memberId }) => memberId)
      .join(' '),
  );
  const isClosed = conversation?.status === 'closed';
  const isLoad = conversation !== undefined && conversation.waitingSince !== null;
  const lackOf = ({ memberId, waiting }: (typeof members)[number]): string | null => {
    if (isClosed) return t('assign.closed');
    if (!onlineIds.split(' ').includes(memberId)) return t('assign.offline');
    return isLoad && waiting >= limit ? t('assign.limit', { count: limit }) : null;
  };
  const own = members.filter(({ memberId }) => memberId === me);
  const nobody = { memberId: null, name: '', label: t('assign.nobody'), waiting: 0, lack: null };
  const all: readonly Option[] = [
    ...own.map((one) => ({ ...one, label: t('assign.me', { name: one.name }), lack: null })),
    ...((conversation?.assigneeId ?? null) === null ? [] : [nobody]),
    ...members.filter(({ memberId }) => memberId !== me).map((one) => ({ ...one, label: one.name, lack: lackOf(one) })),
  ];
  return all.filter(({ label }) => label.toLowerCase().includes(words.trim().toLowerCase()));
}

function Row(props: {
  readonly id: string;
  readonly option: Option;
  readonly isActive: boolean;
  /** The conversation is this member's now. */
  readonly isNow: boolean;
  readonly onChoose: (option: Option) => void;
}) {
  const { t } = useTranslation('together');
  const { option, isNow } = props;
  const presence = useDeskState((state) => (option.memberId === null ? null : presenceOf(state, option.memberId)));
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the text box holds the focus and names its active option.
    // biome-ignore lint/a11y/useKeyWithClickEvents: the text box takes the keys.
    <div
      role="option"
      id={props.id}
      aria-selected={props.isActive}
      aria-disabled={option.lack !== null}
      className={`${chooser.option} ${styles.option}`}
      onClick={() => props.onChoose(option)}
    >
      {option.memberId === null ? (
        <Icon name="person" size={22} />
      ) : (
        <Avatar name={option.name} seed={option.memberId} url={null} size={22} />
      )}
      <span className={`${chooser.label} ${styles.label}`}>{option.label}</span>
      {presence !== null && option.lack === null && (
        <span className={styles.presence} data-presence={presence}>
          {t(PRESENCE_TEXTS[presence])}
        </span>
      )}
      {option.waiting > 0 && <span className={styles.detail}>{t('assign.waiting', { count: option.waiting })}</span>}
      {option.lack !== null && <span className={styles.full}>{option.lack}</span>}
      {isNow && <span className={styles.detail}>{t('assign.now')}</span>}
    </div>
  );
}
