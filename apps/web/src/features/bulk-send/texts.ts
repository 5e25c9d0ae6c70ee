/** The texts of what the server names, by its names. */
export const KIND_TEXTS = {
  named: 'target.named',
  matching: 'target.matching',
  tag: 'target.tag',
  orders: 'target.orders',
  orderNumbers: 'target.orderNumbers',
} as const;
export const PART_TEXTS = {
  text: 'part.text',
  image: 'part.image',
  product: 'part.product',
  voucher: 'part.voucher',
} as const;
export const VARIABLE_TEXTS = {
  buyer: 'variable.buyer',
  shop: 'variable.shop',
  order: 'variable.order',
  product: 'variable.product',
  tracking: 'variable.tracking',
} as const;
