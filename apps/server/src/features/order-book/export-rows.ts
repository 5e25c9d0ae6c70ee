import type { OrderColumn } from '@pasar/api';
import { MARKETPLACE_NAMES, type Marketplace, type OrderRecord } from '@pasar/domain';
import type { ExportWords } from './export-words.ts';

/** A cell: a text, or a number with which a workbook can calculate. */
export type Cell = string | number | null;
export interface ExportedOrder {
  readonly record: OrderRecord;
  readonly shop: string;
  readonly marketplace: Marketplace;
  readonly country: string;
}
export interface CellMaking {
  readonly words: ExportWords;
  readonly time: (at: number) => string;
}

const CELLS: { readonly [Column in OrderColumn]: (order: ExportedOrder, making: CellMaking) => Cell } = {
  orderNumber: ({ record }) => record.orderNumber,
  marketplace: ({ marketplace }) => MARKETPLACE_NAMES[marketplace],
  shop: ({ shop }) => shop,
  country: ({ country }) => country,
  status: ({ record }, { words }) => words.status[record.status],
  wireStatus: ({ record }) => record.wireStatus,
  buyer: ({ record }) => record.buyerName,
  createdAt: ({ record }, { time }) => time(record.createdAt),
  changedAt: ({ record }, { time }) => time(record.changedAt),
  amount: ({ record }) => amountOf(record.total.amount),
  currency: ({ record }) => record.total.currency,
  shippingFee: ({ record }) => (record.shippingFee === null ? null : amountOf(record.shippingFee.amount)),
  paymentMethod: ({ record }) => record.paymentMethod,
  products: ({ record }) =>
    record.items.map(({ title, variant }) => (variant === null ? title : `${title} (${variant})`)).join('\n'),
  skus: ({ record }) => record.items.map(({ sellerSku }) => sellerSku ?? '').join('\n'),
  quantity: ({ record }) => record.items.reduce((sum, { quantity }) => sum + quantity, 0),
  carrier: ({ record }) => record.carrier,
  trackingNumber: ({ record }) => record.trackingNumber,
  receiver: ({ record }) => record.address?.receiver ?? null,
  phone: ({ record }) => record.address?.phone ?? null,
  address: ({ record }) => record.address?.fullAddress ?? null,
  note: ({ record }) => record.sellerNote,
  cancelReason: ({ record }) => record.cancelReason,
};

/** A decimal that a double holds exactly enough to show becomes a number; any other stays a text. */
function amountOf(text: string): Cell {
  const value = Number(text);
  return /^[0-9]{1,12}(\.[0-9]{1,4})?$/.test(text) && Number.isFinite(value) ? value : text;
}

export const cellsOf = (order: ExportedOrder, columns: readonly OrderColumn[], making: CellMaking): Cell[] =>
  columns.map((column) => CELLS[column](order, making));
