import { asPlatformShopId } from '@pasar/domain';

/** The shop of every sample. */
export const SHOP = asPlatformShopId('4700000000000000123');
