/** The columns of the table after the order's number, in their order. */
export const COLUMNS = [
  'shop',
  'buyer',
  'items',
  'amount',
  'status',
  'ordered',
  'changed',
  'shipping',
  'note',
] as const;
export type Column = (typeof COLUMNS)[number];
