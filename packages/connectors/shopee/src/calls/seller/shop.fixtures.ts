import type { Page } from '@pasar/connector-kit';
import {
  asPlatformShopId,
  type Follower,
  type ShopAddress,
  type ShopNotification,
  type ShopRating,
  type ShopStatus,
} from '@pasar/domain';
import { toWireInteger } from '../../inbound/wire-json.ts';
import {
  type FollowPage,
  type FollowShop,
  followShop,
  getFollowees,
  getFollowers,
  getMallItem,
  getMallShop,
  type MallItem,
  type MallShop,
  unfollowShop,
} from './mall.ts';
import {
  countNotifications,
  groupNotifications,
  listNotificationPage,
  markAllNotificationsRead,
  markNotificationRead,
  type NotificationGroup,
} from './notifications.ts';
import { answerOf, getOf, SCOPE, type SellerFixture, SHOP, sendOf, v3, v4 } from './scene.fixture.ts';
import {
  addAddress,
  getAddresses,
  getShop,
  getShopInfo,
  getShopSettings,
  type NewAddress,
  type RatingPage,
  type SellerShopInfo,
  type SellerShopState,
  searchRatings,
  setShopSettings,
  updateAddress,
} from './settings.ts';

export const getShopFixture: SellerFixture<null, SellerShopInfo> = {
  call: getShop,
  params: null,
  scope: SCOPE,
  request: getOf('/api/v3/general/get_shop/'),
  answer: v3(`{"shop_id":${SHOP},"user_id":7301234567890110001,"name":"Bags and more","region":"SG","cb_option":0}`),
  result: { platformShopId: asPlatformShopId(SHOP), name: 'Bags and more', region: 'SG' },
};
export const shopInfoFixture: SellerFixture<null, SellerShopState> = {
  call: getShopInfo,
  params: null,
  scope: SCOPE,
  request: getOf('/api/v3/general/get_shop_info/'),
  answer: v3(`{"shop_id":${SHOP},"name":"Bags and more","holiday_mode_on":true}`),
  result: { platformShopId: asPlatformShopId(SHOP), name: 'Bags and more', isOnVacation: true },
};
export const setSettingsFixture: SellerFixture<{ readonly isOnVacation: boolean }, null> = {
  call: setShopSettings,
  params: { isOnVacation: true },
  scope: SCOPE,
  request: sendOf('POST', '/api/sellermisc/sc_conf/set_shop_settings/', { enable_vacation_mode: true }),
  answer: answerOf('{"code":0}'),
  result: null,
};
export const getSettingsFixture: SellerFixture<null, { readonly isOnVacation: boolean }> = {
  call: getShopSettings,
  params: null,
  scope: SCOPE,
  request: getOf('/api/sellermisc/sc_conf/get_shop_settings/'),
  answer: answerOf('{"code":0,"data":{"holiday_mode_on":false}}'),
  result: { isOnVacation: false },
};

const address: ShopAddress = {
  addressId: '7301234567890200001',
  receiver: 'Lin',
  phone: '6590000001',
  district: 'Central',
  town: '',
  fullAddress: '1 Raffles Place, 048616',
};
const { addressId: _id, ...newAddress } = address;
const WRITTEN = {
  name: 'Lin',
  phone: '6590000001',
  district: 'Central',
  town: '',
  full_address: '1 Raffles Place, 048616',
  geo_info: '',
};
const ADDRESS_ID = '{"address_id":7301234567890200001}';
export const addressesFixture: SellerFixture<null, readonly ShopAddress[]> = {
  call: getAddresses,
  params: null,
  scope: SCOPE,
  request: getOf('/api/v3/settings/get_address'),
  answer: v3(`{"list":[{"address_id":7301234567890200001,"name":"Lin","phone":"6590000001","district":"Central",
    "full_address":"1 Raffles Place, 048616"}]}`),
  result: [address],
};
export const addAddressFixture: SellerFixture<NewAddress, string> = {
  call: addAddress,
  params: newAddress,
  scope: SCOPE,
  request: sendOf('POST', '/api/v3/settings/add_address', WRITTEN),
  answer: v3(ADDRESS_ID),
  result: '7301234567890200001',
};
export const updateAddressFixture: SellerFixture<ShopAddress, string> = {
  call: updateAddress,
  params: address,
  scope: SCOPE,
  request: sendOf('POST', '/api/v3/settings/update_address', {
    address_id: toWireInteger('7301234567890200001'),
    ...WRITTEN,
  }),
  answer: v3(ADDRESS_ID),
  result: '7301234567890200001',
};
export const ratingsFixture: SellerFixture<RatingPage, Page<ShopRating>> = {
  call: searchRatings,
  params: { page: 2, after: '7301234567890210009' },
  scope: SCOPE,
  request: getOf('/api/v3/settings/search_shop_rating_comments_new/', {
    rating_star: '5,4,3,2,1',
    page_number: '2',
    page_size: '20',
    cursor: '7301234567890210009',
    from_page_number: '1',
  }),
  answer: v3(`{"page_info":{"total":21,"page_number":null,"page_size":null},"list":[
    {"comment_id":7301234567890210001,"rating_star":4,"comment":"Good","images":[],"ctime":1763712000,
     "user_id":7301234567890160001,"user_name":"lin.w","order_sn":"2611213TQ70","product_id":7301234567890140001,
     "reply":{"comment":"Thank you"}}]}`),
  result: {
    items: [
      {
        ratingId: '7301234567890210001',
        buyerName: 'lin.w',
        stars: 4,
        comment: 'Good',
        reply: 'Thank you',
        productId: '7301234567890140001',
        createdAt: 1_763_712_000_000,
      },
    ],
    next: null,
    unreadable: [],
  },
};

const NOTE = '7301234567890220001';
export const countFixture: SellerFixture<null, { readonly unread: number }> = {
  call: countNotifications,
  params: null,
  scope: SCOPE,
  request: getOf('/api/v3/notification/count'),
  answer: v3('{"unread_count":3}'),
  result: { unread: 3 },
};
export const notificationsFixture: SellerFixture<{ readonly page: number }, Page<ShopNotification>> = {
  call: listNotificationPage,
  params: { page: 1 },
  scope: SCOPE,
  request: getOf('/api/v3/notification/list', { page_number: '1', page_size: '50' }),
  answer: v3(`{"page_info":{"total":1,"page_number":1,"page_size":50},"list":[
    {"action_id":${NOTE},"group_name":"orders","title":"To ship","content":"Ship 2611213TQ70","status":2,"create_time":1763712000}]}`),
  result: {
    items: [{ notificationId: NOTE, title: 'To ship', text: 'Ship 2611213TQ70', isRead: true, at: 1_763_712_000_000 }],
    next: null,
    unreadable: [],
  },
};
export const groupFixture: SellerFixture<null, readonly NotificationGroup[]> = {
  call: groupNotifications,
  params: null,
  scope: SCOPE,
  request: getOf('/api/v3/notification/group'),
  answer: v3('{"list":[{"group_name":"orders","unread_count":2}]}'),
  result: [{ name: 'orders', unread: 2 }],
};
export const readFixture: SellerFixture<{ readonly notificationId: string }, null> = {
  call: markNotificationRead,
  params: { notificationId: NOTE },
  scope: SCOPE,
  request: sendOf('PUT', '/api/v3/notification/status', { action_id: toWireInteger(NOTE), status: 2 }),
  answer: v3('{}'),
  result: null,
};
export const readAllFixture: SellerFixture<null, null> = {
  call: markAllNotificationsRead,
  params: null,
  scope: SCOPE,
  request: sendOf('PUT', '/api/v3/notification/mark_all_as_read', {}),
  answer: v3('{}'),
  result: null,
};

const OTHER = '7301234567890120009';
export const mallShopFixture: SellerFixture<{ readonly shopId: string }, MallShop> = {
  call: getMallShop,
  params: { shopId: OTHER },
  scope: SCOPE,
  request: getOf('/api/v4/product/get_shop_info', { shopid: OTHER }),
  answer: v4(`{"shopid":${OTHER},"name":"Neighbour","follower_count":7,"item_count":31,"rating_star":4.82}`),
  result: { name: 'Neighbour', followerCount: 7, productCount: 31, rating: 4.82 },
};
const follower: Follower = {
  userId: '7301234567890160001',
  username: 'lin.w',
  platformShopId: asPlatformShopId(OTHER),
};
const FOLLOWS = v4(`{"accounts":[{"userid":7301234567890160001,"username":"lin.w","shopid":${OTHER}}],"nomore":false}`);
const FOLLOW_QUERY = { limit: '20', offset: '20', shopid: SHOP };
export const followersFixture: SellerFixture<FollowPage, Page<Follower>> = {
  call: getFollowers,
  params: { shopId: SHOP, offset: 20 },
  scope: SCOPE,
  request: getOf('/api/v4/pages/get_follower_list', FOLLOW_QUERY),
  answer: FOLLOWS,
  result: { items: [follower], next: '1', unreadable: [] },
};
export const followeesFixture: SellerFixture<FollowPage, Page<Follower>> = {
  call: getFollowees,
  params: { shopId: SHOP, offset: 20 },
  scope: SCOPE,
  request: getOf('/api/v4/pages/get_followee_list', FOLLOW_QUERY),
  answer: FOLLOWS,
  result: { items: [follower], next: '1', unreadable: [] },
};
export const followFixture: SellerFixture<FollowShop, null> = {
  call: followShop,
  params: { shopId: OTHER },
  scope: SCOPE,
  request: sendOf('POST', '/api/v4/shop/follow', { shopid: toWireInteger(OTHER) }),
  answer: v4('{}'),
  result: null,
};
export const unfollowFixture: SellerFixture<FollowShop, null> = {
  call: unfollowShop,
  params: { shopId: OTHER },
  scope: SCOPE,
  request: sendOf('POST', '/api/v4/shop/unfollow', { shopid: toWireInteger(OTHER) }),
  answer: v4('{}'),
  result: null,
};
export const mallItemFixture: SellerFixture<MallItem, ShopStatus> = {
  call: getMallItem,
  params: { itemId: '7301234567890140001', shopId: SHOP },
  scope: SCOPE,
  request: getOf('/api/v4/item/get', { itemid: '7301234567890140001', shopid: SHOP }),
  answer: v4('{"itemid":7301234567890140001,"name":"Canvas bag"}'),
  result: 'normal',
};
