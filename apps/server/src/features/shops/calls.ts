import type { CALLS } from '@pasar/api';
import { type HandlersOf, inTransaction, reading, withoutTransaction } from '../handler.ts';
import { arrangeShops, hideShop } from './arrangement.ts';
import { checkStatus } from './check-status.ts';
import { saveCnscLoginLog } from './cnsc-log.ts';
import { saveUserCookie } from './cookies.ts';
import { deleteUser, deleteUserByUserIds } from './delete-user.ts';
import { getCnscHasBindShopIds, getCountryAndUserListMap, getTiktokHasBindUserIds } from './lists.ts';
import { saveUser } from './save-user.ts';
import { shopDetails } from './shop-details.ts';
import { updateShopAlias, updateShopIsCb, updateUser, updateUserByUserIdAndIsGlobalMap } from './update-user.ts';

export const SHOPS_HANDLERS: HandlersOf<typeof CALLS.shops> = {
  saveUser: withoutTransaction(saveUser),
  saveUserCookie: inTransaction(saveUserCookie),
  updateUser: inTransaction(updateUser),
  deleteUser: withoutTransaction(deleteUser),
  deleteUserByUserIds: withoutTransaction(deleteUserByUserIds),
  getCnscHasBindShopIds: reading(getCnscHasBindShopIds),
  getTiktokHasBindUserIds: reading(getTiktokHasBindUserIds),
  getCountryAndUserListMap: reading(getCountryAndUserListMap),
  updateShopAlias: inTransaction(updateShopAlias),
  updateShopIsCb: inTransaction(updateShopIsCb),
  saveCnscLoginLog: inTransaction(saveCnscLoginLog),
  updateUserByUserIdAndIsGlobalMap: inTransaction(updateUserByUserIdAndIsGlobalMap),
  checkStatus: withoutTransaction(checkStatus),
  shopDetails: reading(shopDetails),
  arrangeShops: inTransaction(arrangeShops),
  hideShop: inTransaction(hideShop),
};
