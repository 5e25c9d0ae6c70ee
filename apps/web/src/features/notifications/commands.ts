import { CALLS, type NotificationView } from '@pasar/api';
import type { ShopId } from '@pasar/domain';
import { callApi } from '../../base/call-api.ts';

export const readNotification = ({ shopId, notificationId }: NotificationView) =>
  callApi(CALLS.notifications.readNotification, { shopId, notificationId });
/** Of all shops that the member sees where none is named. */
export const readAll = (shopIds: readonly ShopId[]) =>
  callApi(CALLS.notifications.readAllNotifications, shopIds.length === 0 ? {} : { shopIds: [...shopIds] });
