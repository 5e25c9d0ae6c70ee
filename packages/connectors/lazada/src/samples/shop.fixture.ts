import { asPlatformShopId } from '@pasar/domain';
import type { LazadaScope } from '../calls/definition.ts';

/** The shop of every sample. */
export const SHOP = asPlatformShopId('4700000000000000123');

/** A login of that shop. */
export const SCOPE: LazadaScope = {
  country: 'PH',
  sellerId: '2500170530338123456',
  platformShopId: SHOP,
  windowId: '3f0d6c4e-2b61-4d07-9f3e-0d1f5b8a7c21',
  appKey: '24001122',
};
