import type { PlaceholderKind } from '@pasar/domain';

/** Lazada template ids (spec 1 §3 lists them under the first marketplace; the public facts place them here). */
export const LAZADA_TEMPLATE_KINDS: Readonly<Record<number, PlaceholderKind | 'text'>> = {
  1: 'text',
  2: 'system',
  3: 'image',
  4: 'sticker',
  6: 'video',
  10006: 'product',
  10007: 'order',
  10008: 'voucher',
  10010: 'follow',
  10011: 'refund',
  10012: 'order',
  10013: 'order',
};
