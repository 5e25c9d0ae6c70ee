import type { CALLS } from '@pasar/api';
import { type HandlersOf, withoutTransaction } from '../handler.ts';
import { getProductSourceDetail } from './product-source.ts';

export const PRODUCTS_HANDLERS: HandlersOf<typeof CALLS.products> = {
  getProductSourceDetail: withoutTransaction(getProductSourceDetail),
};
