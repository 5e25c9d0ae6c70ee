import type { OrderColumn } from '@pasar/api';
import { COLUMNS, type Column } from './columns.ts';

/** What a column of the table is in a file. */
const IN_FILE: Readonly<Record<Column, readonly OrderColumn[]>> = {
  shop: ['shop', 'country'],
  buyer: ['buyer'],
  items: ['products', 'skus', 'quantity'],
  amount: ['amount', 'currency'],
  status: ['status', 'wireStatus'],
  ordered: ['createdAt'],
  changed: ['changedAt'],
  shipping: ['carrier', 'trackingNumber'],
  note: ['note'],
};

/** The columns of a file that shows what the table shows. */
export const exportedColumns = (hidden: readonly Column[]): OrderColumn[] => [
  'orderNumber',
  'marketplace',
  ...COLUMNS.filter((column) => !hidden.includes(column)).flatMap((column) => IN_FILE[column]),
];
