import type { MarketplaceCall } from '@pasar/connector-kit';
import type { ShopeeScope } from '../wire/scope.ts';
import { CHAT_CALLS } from './chat/index.ts';
import { LOGIN_CALLS } from './login.ts';
import { SHOPEE_SELLER_CALLS } from './seller/table.ts';
import { SUBACCOUNT_CALLS } from './subaccount.ts';

/** Exactly one definition for each row of this marketplace's three surfaces. */
export const SHOPEE_CALLS: readonly MarketplaceCall<ShopeeScope, never, unknown>[] = [
  ...LOGIN_CALLS,
  ...SUBACCOUNT_CALLS,
  ...CHAT_CALLS,
  ...SHOPEE_SELLER_CALLS,
];
