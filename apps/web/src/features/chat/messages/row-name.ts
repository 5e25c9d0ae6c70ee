import type { AutomaticCause } from '@pasar/domain';
import type { Translate } from '../../../base/texts/i18n.ts';
import { clockTime } from '../../../base/texts/time-format.ts';
import { contentWords } from '../texts/texts.ts';
import type { MessageRow } from './message-rows.ts';

const AUTHOR_TEXTS = {
  buyer: 'author.buyer',
  seller: 'author.seller',
  robot: 'author.robot',
  system: 'author.system',
} as const;

/** Why Pasar sent a message without a person. A robot of the marketplace has the text of an automatic answer. */
const CAUSE_TEXTS = {
  autoReply: 'author.robot',
  bulkSend: 'author.bulkSend',
  orderCare: 'author.orderCare',
} as const satisfies Record<AutomaticCause, string>;

/** Who wrote the words of a row, by name. */
export const authorText = (row: MessageRow, t: Translate<'chat'>): string =>
  t(row.cause === null ? AUTHOR_TEXTS[authorOf(row)] : CAUSE_TEXTS[row.cause]);

/** Whose words a row shows. A notice is the marketplace's, whatever author the marketplace names. */
export const authorOf = ({ author, content }: MessageRow): MessageRow['author'] =>
  content.type === 'notice' ? 'system' : author;

/** The row in one line, for a screen reader: who, what, and when. */
export function rowName(row: MessageRow, t: Translate<'chat'>): string {
  const { message, note } = row;
  if (note !== null) return [t('author.note', { name: note.author }), note.text, clockTime(row.at)].join(' ');
  const words =
    message === null || message.status === 'available' ? contentWords(row.content, t) : goneText(message, t);
  return [authorText(row, t), words, clockTime(row.at)].join(' ');
}

/** What stands in the place of a recalled or deleted message. */
export function goneText({ status, author }: NonNullable<MessageRow['message']>, t: Translate<'chat'>): string {
  if (status === 'deleted') return t('gone.deleted');
  return t(author === 'buyer' ? 'gone.byBuyer' : 'gone.byShop');
}
