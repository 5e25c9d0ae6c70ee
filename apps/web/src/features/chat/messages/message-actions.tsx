import type { MessageView } from '@pasar/api';
import { type MouseEvent, useCallback, useState } from 'react';
import { useDeskState } from '../../../base/desk.tsx';
import { failedDialog, lazyScreen, withTexts } from '../../../base/lazy-screen.tsx';
import { useTranslation } from '../../../base/texts/i18n.ts';
import { Icon } from '../../../ui/icon.tsx';
import { useMessageAbilities } from './message-abilities.ts';
import styles from './message-bubble.module.css';
import type { MessageMenuProps } from './message-menu.tsx';
import { needMessagesTexts } from './need-texts.ts';

const MessageMenu = lazyScreen<MessageMenuProps>(
  () => withTexts(needMessagesTexts, () => import('./message-menu.tsx').then(({ MessageMenu }) => MessageMenu)),
  { failed: failedDialog(({ onClose }) => onClose()) },
);

/** The button beside a bubble that opens the menu of its message. The keys of the log reach it. */
export function MessageActions({ message }: { readonly message: MessageView }) {
  const { t } = useTranslation('chat');
  const isAsked = useDeskState((state) => state.askedMessages.has(message.messageId));
  const [at, setAt] = useState<MessageMenuProps['at'] | null>(null);
  const close = useCallback(() => setAt(null), []);
  const abilities = useMessageAbilities(message);
  const open = (event: MouseEvent<HTMLButtonElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    setAt({ x: box.left, y: box.bottom + 4 });
  };
  // Nothing where the marketplace has no action.
  if (isAsked || abilities.length === 0) return null;
  return (
    <>
      <button
        type="button"
        className={styles.actions}
        tabIndex={-1}
        aria-label={t('message.actions')}
        aria-haspopup="menu"
        aria-expanded={at !== null}
        onClick={open}
      >
        <Icon name="more" size={16} />
      </button>
      {at !== null && <MessageMenu message={message} abilities={abilities} at={at} onClose={close} />}
    </>
  );
}

const MARK_ICONS = { favorite: 'star', pin: 'pin', unread: 'unread' } as const;
const MARK_TEXTS = { favorite: 'marked.favorite', pin: 'marked.pin', unread: 'marked.unread' } as const;

/** The marks that members have put on a message, and whether the marketplace still has to recall or delete it. */
export function Marks({ message: { marks, messageId } }: { readonly message: MessageView }) {
  const { t } = useTranslation('chat');
  const isAsked = useDeskState((state) => state.askedMessages.has(messageId));
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
