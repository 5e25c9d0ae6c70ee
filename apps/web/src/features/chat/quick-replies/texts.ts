import type { QuickReplyPart } from '@pasar/api';
import type { Variable } from './variables.ts';

export const VARIABLE_TEXTS = {
  buyer: 'variable.buyer',
  shop: 'variable.shop',
  order: 'variable.order',
  tracking: 'variable.tracking',
  product: 'variable.product',
  agent: 'variable.agent',
} as const satisfies Record<Variable, string>;

export const PART_TEXTS = {
  text: 'part.text',
  image: 'part.image',
  video: 'part.video',
  product: 'part.product',
  voucher: 'part.voucher',
} as const satisfies Record<QuickReplyPart['kind'], string>;
