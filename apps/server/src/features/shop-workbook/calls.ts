import type { CALLS } from '@pasar/api';
import { type HandlersOf, reading, withoutTransaction } from '../handler.ts';
import { applyShops, judgeShops, shopsTemplate } from './workbook.ts';

export const SHOP_WORKBOOK_HANDLERS: HandlersOf<typeof CALLS.shopWorkbook> = {
  shopsTemplate: reading(shopsTemplate),
  judgeShops: withoutTransaction(judgeShops),
  applyShops: withoutTransaction(applyShops),
};
