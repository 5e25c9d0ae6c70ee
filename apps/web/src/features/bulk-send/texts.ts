/** The texts of what the server names, by its names. */
export const KIND_TEXTS = {
  named: 'target.named',
  matching: 'target.matching',
  tag: 'target.tag',
  orders: 'target.orders',
  orderNumbers: 'target.orderNumbers',
  fans: 'target.fans',
} as const;
