import type { MessageView } from '@pasar/api';
import { offers } from '@pasar/domain';
import { type MouseEvent, useState } from 'react';
import { useDesk, useDeskState } from '../../../base/desk.tsx';
import { useTranslation } from '../../../base/texts/i18n.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Menu, type MenuItem } from '../../../ui/menu.tsx';
import { savePicture } from '../pictures/save-picture.ts';
import { answerTo } from '../place/answering.ts';
import { requestFocus } from '../place/selection.ts';
import { contentWords } from '../texts/texts.ts';
import styles from './message-bubble.module.css';

type Asking = 'nothing' | 'recall' | 'delete';
interface Point {
  readonly x: number;
  readonly y: number;
}

const MESSAGE_ABILITIES = ['quote', 'mark', 'recall', 'delete'] as const;
type MessageAbility = (typeof MESSAGE_ABILITIES)[number];

/** The actions on messages that the marketplace of a conversation's shop has; empty where it has none. */
export function useMessageAbilities({ conversationId }: MessageView): readonly MessageAbility[] {
  const marketplace = useDeskState(({ shown, shops }) => {
    const shopId = shown.get(conversationId)?.shopId;
    return shopId && shops.get(shopId)?.marketplace;
  });
  return MESSAGE_ABILITIES.filter((ability) => marketplace && offers(marketplace, ability));
}

/** The button beside a bubble and its menu: quote, copy, save, mark, recall, delete. */
export function MessageActions({
  message,
  abilities,
}: {
  readonly message: MessageView;
  readonly abilities: readonly MessageAbility[];
}) {
  const { t } = useTranslation('chat');
  const desk = useDesk();
  const isAsked = useDeskState((state) => state.askedMessages.has(message.messageId));
  const [at, setAt] = useState<Point | null>(null);
  const [asking, setAsking] = useState<Asking>('nothing');
  const words = useWords(message);
  const items = useItems(message, abilities, words, setAsking);
  const open = (event: MouseEvent<HTMLButtonElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    setAt({ x: box.left, y: box.bottom + 4 });
  };
  if (isAsked) return <span className={styles.asked}>{t('message.asked')}</span>;
  return (
    <>
      <button
        type="button"
        className={styles.actions}
        aria-label={t('message.actions')}
        aria-haspopup="menu"
        aria-expanded={at !== null}
        onClick={open}
      >
        <Icon name="more" size={16} />
      </button>
      {at !== null && <Menu label={t('message.actions')} items={items} at={at} onClose={() => setAt(null)} />}
      {asking !== 'nothing' && (
        <ConfirmDialog
          title={t(asking === 'recall' ? 'recall.title' : 'delete.title')}
          text={t(asking === 'recall' ? 'recall.text' : 'delete.text')}
          confirm={t(asking === 'recall' ? 'recall.confirm' : 'delete.confirm')}
          cancel={t('cancel')}
          {...(asking === 'delete' ? { tone: 'danger' as const } : {})}
          onConfirm={() => (asking === 'recall' ? desk.messages.recall(message) : desk.messages.remove(message))}
          onClose={() => setAsking('nothing')}
        >
          {words}
        </ConfirmDialog>
      )}
    </>
  );
}

/** A message in words: its text, or the name of its kind. */
function useWords({ content }: MessageView): string {
  const { t } = useTranslation('chat');
  return contentWords(content, t);
}

function useItems(
  message: MessageView,
  abilities: readonly MessageAbility[],
  words: string,
  ask: (asking: Asking) => void,
): readonly MenuItem[] {
  const { t } = useTranslation('chat');
  const desk = useDesk();
  const items: MenuItem[] = [];
  const add = (
    key: string,
    icon: 'reply' | 'copy' | 'down' | 'star' | 'pin' | 'unread' | 'recall',
    label: string,
    onChoose: () => void,
  ) => items.push({ kind: 'action', key, icon, label, onChoose });
  if (abilities.includes('quote')) {
    add('reply', 'reply', t('message.reply'), () => {
      answerTo(message, words);
      requestFocus(message.conversationId);
    });
  }
  if (message.content.type === 'text') {
    add('copy', 'copy', t('message.copy'), () => void navigator.clipboard.writeText(words));
  }
  if (message.content.type === 'image') {
    add('save', 'down', t('message.savePicture'), () => void savePicture(message.messageId));
  }
  if (abilities.includes('mark')) {
    for (const { mark, icon, on, off } of MARK_ITEMS) {
      const isMarked = message.marks.includes(mark);
      add(mark, icon, t(isMarked ? off : on), () => desk.messages.mark(message, mark, !isMarked));
    }
  }
  if (abilities.includes('recall') && message.author === 'seller') {
    add('recall', 'recall', t('message.recall'), () => ask('recall'));
  }
  if (abilities.includes('delete')) {
    items.push({
      kind: 'action',
      key: 'delete',
      icon: 'bin',
      label: t('message.delete'),
      isDanger: true,
      onChoose: () => ask('delete'),
    });
  }
  return items;
}

const MARK_ITEMS = [
  { mark: 'favorite', icon: 'star', on: 'message.favorite', off: 'message.unfavorite' },
  { mark: 'pin', icon: 'pin', on: 'message.pin', off: 'message.unpin' },
  { mark: 'unread', icon: 'unread', on: 'message.unread', off: 'message.ununread' },
] as const;

const MARK_ICONS = { favorite: 'star', pin: 'pin', unread: 'unread' } as const;
const MARK_TEXTS = { favorite: 'marked.favorite', pin: 'marked.pin', unread: 'marked.unread' } as const;

/** The marks that members have put on a message. */
export function Marks({ marks }: Pick<MessageView, 'marks'>) {
  const { t } = useTranslation('chat');
  if (marks.length === 0) return null;
  return (
    <span className={styles.marks}>
      {marks.map((mark) => (
        <span key={mark} data-tip={t(MARK_TEXTS[mark])}>
          <Icon name={MARK_ICONS[mark]} size={13} />
          <span className="visually-hidden">{t(MARK_TEXTS[mark])}</span>
        </span>
      ))}
    </span>
  );
}
