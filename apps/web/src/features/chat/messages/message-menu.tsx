import type { MessageView } from '@pasar/api';
import { useEffect, useState } from 'react';
import { useDesk } from '../../../base/desk.tsx';
import { useLocale, useTranslation } from '../../../base/texts/i18n.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { Menu, type MenuItem } from '../../../ui/menu.tsx';
import { savePicture } from '../pictures/save-picture.ts';
import { answerTo } from '../place/answering.ts';
import { requestFocus } from '../place/selection.ts';
import { contentText } from '../texts/content-text.ts';
import { contentWords } from '../texts/texts.ts';
import type { MessageAbility } from './message-abilities.ts';
import { RecallDialog } from './recall-dialog.tsx';

export interface MessageMenuProps {
  readonly message: MessageView;
  readonly abilities: readonly MessageAbility[];
  readonly at: { readonly x: number; readonly y: number };
  readonly onClose: () => void;
}

type Step = 'menu' | 'recall' | 'delete' | 'done';

/** What a person can do with a message: quote, copy, save, mark, recall, delete. The last two ask first. */
export function MessageMenu({ message, abilities, at, onClose }: MessageMenuProps) {
  const { t } = useTranslation('messages');
  const { t: chat } = useTranslation('chat');
  const desk = useDesk();
  const [step, setStep] = useState<Step>('menu');
  const words = contentWords(message.content, chat);
  const items = useItems(message, abilities, words, setStep);
  const end = () => setStep('done');
  // The menu closes before its choice runs, and the choice may open a dialog. So the log is told only after both.
  useEffect(() => {
    if (step === 'done') onClose();
  }, [step, onClose]);
  switch (step) {
    case 'menu':
      return <Menu label={chat('message.actions')} items={items} at={at} onClose={end} />;
    case 'recall':
      return <RecallDialog message={message} onClose={end} />;
    case 'delete':
      return (
        <ConfirmDialog
          title={t('delete.title')}
          text={t('delete.text')}
          confirm={t('delete.confirm')}
          cancel={chat('cancel')}
          tone="danger"
          onConfirm={() => desk.messages.remove(message)}
          onClose={end}
        >
          {words}
        </ConfirmDialog>
      );
    case 'done':
      return null;
  }
}

function useItems(
  message: MessageView,
  abilities: readonly MessageAbility[],
  words: string,
  ask: (step: 'recall' | 'delete') => void,
): readonly MenuItem[] {
  const { t } = useTranslation('messages');
  const { t: chat } = useTranslation('chat');
  const locale = useLocale();
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
  } else {
    const text = contentText(message.content, chat, locale);
    add('copy', 'copy', t('message.copyText'), () => void navigator.clipboard.writeText(text));
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
