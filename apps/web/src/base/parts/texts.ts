import type { QuickReplyPart } from '@pasar/api';

/** What a text may leave open, by its name; written as `{buyer}`. The set and the names are ours. */
export const VARIABLE_TEXTS = {
  buyer: 'variable.buyer',
  shop: 'variable.shop',
  order: 'variable.order',
  tracking: 'variable.tracking',
  product: 'variable.product',
  amount: 'variable.amount',
  agent: 'variable.agent',
} as const;
export type Variable = keyof typeof VARIABLE_TEXTS;
export const holeOf = (variable: Variable): string => `{${variable}}`;

export const PART_TEXTS = {
  text: 'part.text',
  image: 'part.image',
  video: 'part.video',
  product: 'part.product',
  voucher: 'part.voucher',
} as const satisfies Record<QuickReplyPart['kind'], string>;
