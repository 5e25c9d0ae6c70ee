import type { MessageView } from '@pasar/api';
import type { ConversationId } from '@pasar/domain';
import { type MouseEvent, useCallback, useRef, useState } from 'react';
import { failedDialog, lazyScreen, withTexts } from '../../../base/lazy-screen.tsx';
import type { Translate } from '../../../base/texts/i18n.ts';
import { Icon } from '../../../ui/icon.tsx';
import styles from './message-bubble.module.css';
import type { MessageMenuProps } from './message-menu.tsx';
import type { MessageRow } from './message-rows.ts';
import { needMessagesTexts } from './need-texts.ts';

const MessageMenu = lazyScreen<MessageMenuProps>(
  () => withTexts(needMessagesTexts, () => import('./message-menu.tsx').then(({ MessageMenu }) => MessageMenu)),
  { failed: failedDialog(({ onClose }) => onClose()) },
);

/** Opens the menu of the message in the row with this key. */
export type OpenMessageMenu = (key: string, at: MessageMenuProps['at']) => void;

interface Opened {
  readonly id: ConversationId;
  readonly key: string;
  readonly at: MessageMenuProps['at'];
  /** Tells one opening from the next, also of the same row. */
  readonly number: number;
}

/** The one menu of the log: of which row it is, and the menu itself. It closes when its message goes. */
export function useMessageMenu(id: ConversationId, rows: readonly MessageRow[]) {
  const [opened, setOpened] = useState<Opened | null>(null);
  const openings = useRef(0);
  const open: OpenMessageMenu = useCallback(
    (key, at) => {
      openings.current += 1;
      setOpened({ id, key, at, number: openings.current });
    },
    [id],
  );
  // A menu tells of its end a moment later, and another may have been opened by then.
  const close = useCallback(() => setOpened((held) => (held === opened ? null : held)), [opened]);
  const row = opened?.id === id ? rows.find(({ key }) => key === opened.key) : undefined;
  const message = row?.message ?? null;
  if (opened === null || message === null) return { openKey: null, open, menu: null };
  const menu = <MessageMenu key={opened.number} message={message} at={opened.at} onClose={close} />;
  return { openKey: opened.key, open, menu };
}

interface MessageActionsProps {
  readonly rowKey: string;
  readonly isOpen: boolean;
  readonly onOpen: OpenMessageMenu;
  readonly t: Translate<'chat'>;
}

/** The button beside a bubble that opens the menu of its message. The keys of the log reach it. */
export function MessageActions({ rowKey, isOpen, onOpen, t }: MessageActionsProps) {
  const open = (event: MouseEvent<HTMLButtonElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    onOpen(rowKey, { x: box.left, y: box.bottom + 4 });
  };
  return (
    <button
      type="button"
      className={styles.actions}
      tabIndex={-1}
      aria-label={t('message.actions')}
      aria-haspopup="menu"
      aria-expanded={isOpen}
      onClick={open}
    >
      <Icon name="more" size={16} />
    </button>
  );
}

const MARK_ICONS = { favorite: 'star', pin: 'pin', unread: 'unread' } as const;
const MARK_TEXTS = { favorite: 'marked.favorite', pin: 'marked.pin', unread: 'marked.unread' } as const;

interface MarksProps {
  readonly message: MessageView;
  readonly isAsked: boolean;
  readonly t: Translate<'chat'>;
}

/** The marks that members have put on a message, and whether the marketplace still has to recall or delete it. */
export function Marks({ message: { marks }, isAsked, t }: MarksProps) {
  return (
    <>
      {marks.length > 0 && (
        <span className={styles.marks}>
          {marks.map((mark) => (
            <span key={mark} data-tip={t(MARK_TEXTS[mark])}>
              <Icon name={MARK_ICONS[mark]} size={13} />
              <span className="visually-hidden">{t(MARK_TEXTS[mark])}</span>
            </span>
          ))}
        </span>
      )}
      {isAsked && <span className={styles.asked}>{t('message.asked')}</span>}
    </>
  );
}
