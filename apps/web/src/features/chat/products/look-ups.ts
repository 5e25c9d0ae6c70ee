import { CALLS } from '@pasar/api';
import type { LookUp } from '../../../base/look-up.ts';

/** Which shops sell a SKU changes seldom, and each answer is a question to every shop (our choice). */
export const PRODUCT_SOURCE: LookUp<typeof CALLS.products.getProductSourceDetail> = {
  call: CALLS.products.getProductSourceDetail,
  freshMs: 300_000,
  againMs: null,
  staleBy: { change: null, calls: [] },
};
