import type { MessageView } from '@pasar/api';
import { lacks, MARKETPLACE_NAMES, offers } from '@pasar/domain';
import { useEffect, useState } from 'react';
import { useDesk, useDeskState } from '../../../base/desk.tsx';
import { useLocale, useTranslation } from '../../../base/texts/i18n.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { Menu, type MenuItem } from '../../../ui/menu.tsx';
import { savePicture } from '../pictures/save-picture.ts';
import { answerTo } from '../place/answering.ts';
import { requestFocus } from '../place/selection.ts';
import { contentText } from '../texts/content-text.ts';
import { contentWords } from '../texts/texts.ts';
import { RecallDialog } from './recall-dialog.tsx';

export interface MessageMenuProps {
  readonly message: MessageView;
  readonly at: { readonly x: number; readonly y: number };
  readonly onClose: () => void;
}

type Step = 'menu' | 'recall' | 'delete' | 'done';

/**
 * What a person can do with a message: quote, copy, save, mark, recall, delete. The last two ask first. What the
 * marketplace lacks is disabled.
 */
export function MessageMenu({ message, at, onClose }: MessageMenuProps) {
  const { t } = useTranslation('messages');
  const { t: chat } = useTranslation('chat');
  const desk = useDesk();
  const [step, setStep] = useState<Step>('menu');
  const words = contentWords(message.content, chat);
  const items = useItems(message, words, setStep);
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

type MessageAbility = 'quote' | 'mark' | 'recall' | 'delete';

function useItems(message: MessageView, words: string, ask: (step: 'recall' | 'delete') => void): readonly MenuItem[] {
  const { t } = useTranslation('messages');
  const { t: chat } = useTranslation('chat');
  const locale = useLocale();
  const desk = useDesk();
  const marketplace = useDeskState(({ shown, shops }) => {
    const shopId = shown.get(message.conversationId)?.shopId;
    return shopId && shops.get(shopId)?.marketplace;
  });
  const items: MenuItem[] = [];
  type Action = Omit<Extract<MenuItem, { kind: 'action' }>, 'kind' | 'offBy'>;
  const add = (action: Action) => items.push({ kind: 'action', ...action });
  const addFor = (ability: MessageAbility, action: Action) => {
    if (marketplace === undefined) return;
    if (offers(marketplace, ability)) add(action);
    else if (lacks(marketplace, ability)) items.push({ kind: 'action', ...action, offBy: 'lacks' });
  };
  addFor('quote', {
    key: 'reply',
    icon: 'reply',
    label: t('message.reply'),
    onChoose: () => {
      answerTo(message, words);
      requestFocus(message.conversationId);
    },
  });
  const isText = message.content.type === 'text';
  add({
    key: 'copy',
    icon: 'copy',
    label: isText ? t('message.copy') : t('message.copyText'),
    onChoose: () => void navigator.clipboard.writeText(isText ? words : contentText(message.content, chat, locale)),
  });
  if (message.content.type === 'image') {
    const onChoose = () => void savePicture(message.messageId);
    add({ key: 'save', icon: 'down', label: t('message.savePicture'), onChoose });
  }
  for (const { mark, icon, on, off } of MARK_ITEMS) {
    const isMarked = message.marks.includes(mark);
    const onChoose = () => desk.messages.mark(message, mark, !isMarked);
    addFor('mark', { key: mark, icon, label: t(isMarked ? off : on), onChoose });
  }
  if (message.author === 'seller') {
    addFor('recall', { key: 'recall', icon: 'recall', label: t('message.recall'), onChoose: () => ask('recall') });
  }
  addFor('delete', {
    key: 'delete',
    icon: 'bin',
    label: t('message.delete'),
    isDanger: true,
    onChoose: () => ask('delete'),
  });
  const isAllThere = items.every((item) => item.kind !== 'action' || item.offBy === undefined);
  if (isAllThere || marketplace === undefined) return items;
  const label = t('message.notHere', { marketplace: MARKETPLACE_NAMES[marketplace] });
  return [...items, { kind: 'note', key: 'lacks', label }];
}

const MARK_ITEMS = [
  { mark: 'favorite', icon: 'star', on: 'message.favorite', off: 'message.unfavorite' },
  { mark: 'pin', icon: 'pin', on: 'message.pin', off: 'message.unpin' },
  { mark: 'unread', icon: 'unread', on: 'message.unread', off: 'message.ununread' },
] as const;
