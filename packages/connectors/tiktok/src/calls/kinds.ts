import type { PlaceholderKind } from '@pasar/domain';

/** The request to rate the service, and the rating. */
export const RATING_CARD = 'invite_comment_v2';

/** TikTok Shop keeps the kind in `ext.type` (facts 3.4). */
export const TIKTOK_TYPE_KINDS: Readonly<Record<string, PlaceholderKind | 'text'>> = {
  text: 'text',
  file_image: 'image',
  video: 'video',
  emoticons: 'sticker',
  goods_card: 'product',
  product: 'product',
  order_card: 'order',
  order_reverse_card: 'refund',
  order_logistics_card: 'logistics',
  select_order: 'order',
  [RATING_CARD]: 'rating',
  user_enter_from_goods: 'product',
  user_enter_from_order: 'order',
  user_enter_from_transfer: 'system',
  system_button: 'system',
  notification: 'system',
  allocated_service: 'system',
  interactive_system_message: 'system',
};

/** A greeting of the shop's robot; the names after `message_greeting_` are not all public. */
export const isGreeting = (wireType: string): boolean =>
  wireType === 'card_greeting' || wireType.startsWith('message_greeting_');

export const kindOfType = (wireType: string): PlaceholderKind | 'text' =>
  isGreeting(wireType) ? 'system' : (TIKTOK_TYPE_KINDS[wireType] ?? 'unknown');

/** What no person wrote: remarks, and how the buyer came into the conversation. */
export const isRemark = (wireType: string): boolean =>
  TIKTOK_TYPE_KINDS[wireType] === 'system' || wireType.startsWith('user_enter_from_') || wireType === RATING_CARD;
