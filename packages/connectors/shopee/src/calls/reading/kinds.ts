import type { PlaceholderKind } from '@pasar/domain';

/** Shopee message types are words (facts 1.5). */
export const SHOPEE_TYPE_KINDS: Readonly<Record<string, PlaceholderKind | 'text'>> = {
  text: 'text',
  image: 'image',
  video: 'video',
  sticker: 'sticker',
  product: 'product',
  item: 'product',
  item_list: 'product',
  order: 'order',
  voucher: 'voucher',
  // Ours: the word for a buyer's offer.
  offer: 'offer',
  notification: 'system',
  system: 'system',
};
