import type { ConversationView } from '@pasar/api';
import { contentKind, type MessageContent, type PlaceholderKind } from '@pasar/domain';
import type { Translate } from '../../../base/texts/i18n.ts';
import { age } from '../../../base/texts/time-format.ts';

type T = Translate<'chat'>;

export const PLACEHOLDER_TEXTS = {
  image: 'kind.image',
  video: 'kind.video',
  sticker: 'kind.sticker',
  product: 'kind.product',
  order: 'kind.order',
  voucher: 'kind.voucher',
  follow: 'kind.follow',
  refund: 'kind.refund',
  logistics: 'kind.logistics',
  offer: 'kind.offer',
  rating: 'kind.rating',
  system: 'kind.system',
  unknown: 'kind.unknown',
} as const satisfies Record<PlaceholderKind, string>;

/** A message in one line: its text, or the name of its kind. */
export function contentWords(content: MessageContent, t: T): string {
  if ('text' in content) return content.text;
  return `[${t(PLACEHOLDER_TEXTS[contentKind(content)])}]`;
}

const AGE_TEXTS = { minutes: 'age.minutes', hours: 'age.hours', days: 'age.days' } as const;

/** 5 min, 3 h, 2 d. */
export function ageText(since: number, now: number, t: T): string {
  const { unit, count } = age(since, now);
  return t(AGE_TEXTS[unit], { count });
}

/** The newest message in one line of the conversation list, marked when the shop sent it. */
export function previewText(conversation: ConversationView, t: T): string {
  const last = conversation.lastMessage;
  if (last === null) return t('preview.none');
  if (last.status !== 'available') return t(last.status === 'deleted' ? 'gone.deleted' : 'gone.recalled');
  const text = last.text ?? (last.placeholder === null ? '' : `[${t(PLACEHOLDER_TEXTS[last.placeholder])}]`);
  switch (last.author) {
    case 'seller':
      return t('preview.mine', { text });
    case 'robot':
      return t('preview.robot', { text });
    case 'buyer':
    case 'system':
      return text;
  }
}
