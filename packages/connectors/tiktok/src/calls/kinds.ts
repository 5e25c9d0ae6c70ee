import type { PlaceholderKind } from '@pasar/domain';

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
  order_logistics_card: 'order',
  notification: 'system',
  allocated_service: 'system',
  interactive_system_message: 'system',
};
