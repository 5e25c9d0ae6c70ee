import type { CALLS } from '@pasar/api';
import { type HandlersOf, reading, withoutTransaction } from '../handler.ts';
import { afterSalesCases } from './cases.ts';
import { afterSalesCounts } from './counts.ts';
import { returnDetail } from './return-detail.ts';

export const AFTER_SALES_HANDLERS: HandlersOf<typeof CALLS.afterSales> = {
  afterSalesCases: reading(afterSalesCases),
  afterSalesCounts: reading(afterSalesCounts),
  returnDetail: withoutTransaction(returnDetail),
};
