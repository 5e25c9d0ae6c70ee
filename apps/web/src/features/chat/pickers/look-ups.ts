import { CALLS } from '@pasar/api';
import type { LookUp } from '../../../base/look-up.ts';

/** Prices and stock are those of the marketplace, and are asked for again after this time (our choice). */
const GOODS_FRESH_MS = 30_000;

export const PRODUCTS: LookUp<typeof CALLS.chat.searchProducts> = {
  call: CALLS.chat.searchProducts,
  freshMs: GOODS_FRESH_MS,
  againMs: null,
  staleBy: { change: null, calls: [] },
};
export const PRODUCT: LookUp<typeof CALLS.chat.productDetail> = {
  call: CALLS.chat.productDetail,
  freshMs: GOODS_FRESH_MS,
  againMs: null,
  staleBy: { change: null, calls: [] },
};
/** What the buyer asked about. */
export const CONSULTED: LookUp<typeof CALLS.chat.searchConsultPlatformItemIds> = {
  call: CALLS.chat.searchConsultPlatformItemIds,
  freshMs: 0,
  againMs: null,
  staleBy: { change: null, calls: [] },
};
