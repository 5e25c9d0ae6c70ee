/** All calls about a shop's trade, of its seller centre and its public page (spec 2 §7.2). */
import type { OpenRoute } from './context.ts';
import { SELLER_FINANCE_ROUTES } from './seller-finance.ts';
import { SELLER_LOGISTICS_ROUTES } from './seller-logistics.ts';
import { SELLER_MALL_ROUTES } from './seller-mall.ts';
import { SELLER_MARKETING_ROUTES } from './seller-marketing.ts';
import { SELLER_NOTIFICATION_ROUTES } from './seller-notifications.ts';
import { SELLER_ORDER_ROUTES } from './seller-orders.ts';
import { SELLER_PRODUCT_ROUTES } from './seller-products.ts';
import { SELLER_RETURN_ROUTES } from './seller-returns.ts';
import { SELLER_SETTINGS_ROUTES } from './seller-settings.ts';

export const SELLER_TRADE_ROUTES: readonly OpenRoute[] = [
  ...SELLER_PRODUCT_ROUTES,
  ...SELLER_ORDER_ROUTES,
  ...SELLER_LOGISTICS_ROUTES,
  ...SELLER_RETURN_ROUTES,
  ...SELLER_FINANCE_ROUTES,
  ...SELLER_SETTINGS_ROUTES,
  ...SELLER_NOTIFICATION_ROUTES,
  ...SELLER_MARKETING_ROUTES,
  ...SELLER_MALL_ROUTES,
];
