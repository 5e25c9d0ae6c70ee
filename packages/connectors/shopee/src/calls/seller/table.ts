import type { MarketplaceCall } from '@pasar/connector-kit';
import type { ShopeeScope } from '../../wire/scope.ts';
import { getBankAccounts, getIncomeMeta, getWalletStatus, incomeDetail } from './finance.ts';
import { checkPackagePrint, createPrintJobs, getPrintWaybillType, trackingHistory } from './logistics.ts';
import { MALL_CALLS } from './mall.ts';
import { getAdsAccount, getPublicProfile, keyMetrics } from './marketing.ts';
import {
  countNotifications,
  groupNotifications,
  listNotificationPage,
  markAllNotificationsRead,
  markNotificationRead,
} from './notifications.ts';
import {
  getForderList,
  getOrderListByOrderIds,
  getOrderMeta,
  getSimpleOrderIds,
  searchOrderHint,
  searchOrderListIndex,
} from './order-list.ts';
import { getOneOrder, getPackage, getPackageList, rateOrder, respondCancelRequest, updateNote } from './orders.ts';
import { listProducts, searchProductList } from './products.ts';
import { listReturnCases, returnDetail, returnTracking } from './returns.ts';
import {
  addAddress,
  getAddresses,
  getShop,
  getShopInfo,
  getShopSettings,
  searchReviews,
  setShopSettings,
  updateAddress,
} from './settings.ts';

/** Publicly known calls of the seller centre that the catalogue does not name. */
export const SHOPEE_CALLS_BEYOND: readonly MarketplaceCall<ShopeeScope, never, unknown>[] = [respondCancelRequest];

/** Every `shopee-seller` row of the catalogue, once. */
export const SHOPEE_SELLER_CALLS: readonly MarketplaceCall<ShopeeScope, never, unknown>[] = [
  searchProductList,
  listProducts,
  getSimpleOrderIds,
  searchOrderListIndex,
  searchOrderHint,
  getOneOrder,
  getOrderMeta,
  getOrderListByOrderIds,
  getPackageList,
  getPackage,
  getForderList,
  rateOrder,
  updateNote,
  checkPackagePrint,
  createPrintJobs,
  getPrintWaybillType,
  trackingHistory,
  listReturnCases,
  returnDetail,
  returnTracking,
  getIncomeMeta,
  getWalletStatus,
  getBankAccounts,
  incomeDetail,
  getAddresses,
  addAddress,
  updateAddress,
  setShopSettings,
  getShopSettings,
  getShop,
  getShopInfo,
  searchReviews,
  countNotifications,
  listNotificationPage,
  groupNotifications,
  markNotificationRead,
  markAllNotificationsRead,
  getAdsAccount,
  getPublicProfile,
  keyMetrics,
  ...MALL_CALLS,
];
