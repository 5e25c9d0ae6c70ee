import type { Page } from '@pasar/connector-kit';
import { asBuyerId, type OrderDetail } from '@pasar/domain';
import { toWireInteger } from '../../inbound/wire-json.ts';
import {
  getForderList,
  getOrderListByOrderIds,
  getOrderMeta,
  getSimpleOrderIds,
  type OrderCounts,
  type OrderHint,
  type OrderIds,
  type OrderSourcePage,
  type OrderTabPage,
  searchOrderHint,
  searchOrderListIndex,
} from './order-list.ts';
import {
  getOneOrder,
  getPackage,
  getPackageList,
  type OneOrder,
  type OrderNote,
  type OrderPackage,
  type OrderRating,
  rateOrder,
  updateNote,
} from './orders.ts';
import { getOf, ORDER, SCOPE, type SellerFixture, SHOP, sendOf, v3 } from './scene.fixture.ts';

const PAGED = '"page_number":1,"page_size":40,"total":41';

export const simpleIdsFixture: SellerFixture<OrderSourcePage, OrderIds> = {
  call: getSimpleOrderIds,
  params: { source: 'completed', page: 1 },
  scope: SCOPE,
  request: getOf('/api/v3/order/get_simple_order_ids/', { source: 'completed', page_number: '1', page_size: '40' }),
  answer: v3(`{"orders":[{"order_id":${ORDER},"shop_id":${SHOP}}],${PAGED}}`),
  result: { orderIds: [ORDER], next: '2' },
};
export const forderFixture: SellerFixture<OrderSourcePage, OrderIds> = {
  call: getForderList,
  params: { source: 'toship', page: 1 },
  scope: SCOPE,
  request: getOf('/api/v3/order/get_forder_list/', { source: 'toship', page_number: '1', page_size: '40' }),
  answer: v3(`{"forders":[{"order_id":${ORDER},"shop_id":${SHOP}}],${PAGED}}`),
  result: { orderIds: [ORDER], next: '2' },
};
export const indexFixture: SellerFixture<OrderTabPage, OrderIds> = {
  call: searchOrderListIndex,
  params: { tab: 300, page: 3 },
  scope: SCOPE,
  request: sendOf('POST', '/api/v3/order/search_order_list_index', {
    order_list_tab: 300,
    entity_type: 1,
    pagination: { from_page_number: 2, page_number: 3, page_size: 40 },
    filter: { fulfillment_type: 0, is_drop_off: 0, prescription_filter: 0, fulfillment_source: 0, action_filter: 0 },
    sort: { sort_type: 3, ascending: false },
  }),
  answer: v3(`{"index_list":[{"order_id":${ORDER},"shop_id":${SHOP},"region_id":"SG"}],
    "pagination":{"total":81,"page_number":3,"page_size":40,"next_page_sentinel":"0","previous_page_sentinel":"0"}}`),
  result: { orderIds: [ORDER], next: null },
};
export const hintFixture: SellerFixture<OrderHint, readonly string[]> = {
  call: searchOrderHint,
  params: { keyword: '2611213TQ70', category: 'orderNumber' },
  scope: SCOPE,
  request: getOf('/api/v3/order/search_order_hint', { keyword: '2611213TQ70', category: '1' }),
  answer: v3(`{"orders":[{"order_id":${ORDER},"status":1}]}`),
  result: [ORDER],
};
export const metaFixture: SellerFixture<null, OrderCounts> = {
  call: getOrderMeta,
  params: null,
  scope: SCOPE,
  request: sendOf('POST', '/api/v3/order/get_order_meta_multi_shop', {
    shop_list: [{ shop_id: toWireInteger(SHOP), region_id: 'SG' }],
  }),
  answer: v3(`{"list":[{"shop_id":${SHOP},"all":9,"unpaid":1,"toship":2,"shipping":3,"completed":2,"cancelled":1}]}`),
  result: { all: 9, unpaid: 1, toShip: 2, shipping: 3, completed: 2, cancelled: 1 },
};

const ORDER_JSON = `{"order_id":${ORDER},"order_sn":"2611213TQ70","shop_id":${SHOP},"user_id":7301234567890160001,
  "status":1,"status_ext":2,"list_type":7,"logistics_status":1,"payment_method":6,"currency":"SGD",
  "total_price":"33.49","shipping_fee":"3.49","is_request_cancellation":false,"create_time":1763712000,
  "note":"gift wrap","actual_carrier":"Ninja Van","shipping_address":"1 Raffles Place, 048616","buyer_address_name":"Lin",
  "buyer_address_phone":"6590000001","order_ratable":true,
  "buyer_user":{"user_id":7301234567890160001,"user_name":"lin.w"},
  "order_items":[{"item_id":7301234567890140001,"model_id":7301234567890150001,"amount":2,"item_price":"19.90",
    "order_price":"15.00","item_model":{"model_id":7301234567890150001,"name":"Black","sku":"BAG-1-B"},
    "product":{"name":"Canvas bag","images":["sg-1122-bag"],"sku":"BAG-1"}}]}`;
const order: OrderDetail = {
  orderId: ORDER,
  orderNumber: '2611213TQ70',
  buyerId: asBuyerId('7301234567890160001'),
  buyerName: 'lin.w',
  status: 'wait_seller_send',
  wireStatus: '2',
  total: { amount: '33.49', currency: 'SGD' },
  createdAt: 1_763_712_000_000,
  items: [
    {
      productId: '7301234567890140001',
      title: 'Canvas bag',
      variant: 'Black',
      sellerSku: 'BAG-1-B',
      imageUrl: 'https://cf.shopee.sg/file/sg-1122-bag',
      quantity: 2,
      price: { amount: '15', currency: 'SGD' },
    },
  ],
  sellerNote: 'gift wrap',
  paymentMethod: 'cash on delivery',
  shippingFee: { amount: '3.49', currency: 'SGD' },
  address: { receiver: 'Lin', phone: '6590000001', fullAddress: '1 Raffles Place, 048616' },
  parcels: [],
  isRatable: true,
};
export const byIdsFixture: SellerFixture<{ readonly orderIds: readonly string[] }, Page<OrderDetail>> = {
  call: getOrderListByOrderIds,
  params: { orderIds: [ORDER] },
  scope: SCOPE,
  request: sendOf('POST', '/api/v3/order/get_order_list_by_order_ids_multi_shop', {
    orders: [{ order_id: toWireInteger(ORDER), shop_id: toWireInteger(SHOP), region_id: 'SG' }],
    from_seller_data: false,
  }),
  answer: v3(`{"orders":[${ORDER_JSON}]}`),
  result: { items: [order], next: null, unreadable: [] },
};
export const oneOrderFixture: SellerFixture<OneOrder, OrderDetail> = {
  call: getOneOrder,
  params: { orderId: ORDER },
  scope: SCOPE,
  request: getOf('/api/v3/order/get_one_order', { order_id: ORDER }),
  answer: v3(ORDER_JSON),
  result: order,
};

const PACKAGES = `{"package_list":[{"order_id":${ORDER},"package_number":"OFG91435086143634",
  "fulfilment_channel_name":"Ninja Van","consignment_no":"NVSG0001","channel_id":18025}],"total":1}`;
const parcel: OrderPackage = {
  orderId: ORDER,
  packageNumber: 'OFG91435086143634',
  carrier: 'Ninja Van',
  trackingNumber: 'NVSG0001',
  channelId: '18025',
};
export const packageFixture: SellerFixture<OneOrder, readonly OrderPackage[]> = {
  call: getPackage,
  params: { orderId: ORDER },
  scope: SCOPE,
  request: getOf('/api/v3/order/get_package', { order_id: ORDER }),
  answer: v3(PACKAGES),
  result: [parcel],
};
export const packageListFixture: SellerFixture<{ readonly orderIds: readonly string[] }, readonly OrderPackage[]> = {
  call: getPackageList,
  params: { orderIds: [ORDER, '7301234567890130002'] },
  scope: SCOPE,
  request: getOf('/api/v3/order/get_package_list', { order_ids: `${ORDER},7301234567890130002` }),
  answer: v3(PACKAGES),
  result: [parcel],
};
export const rateFixture: SellerFixture<OrderRating, null> = {
  call: rateOrder,
  params: { orderId: ORDER, stars: 5, comment: 'Paid at once' },
  scope: SCOPE,
  request: sendOf('POST', '/api/v3/order/rate_order/', {
    order_id: toWireInteger(ORDER),
    rate_comment: 'Paid at once',
    rate_star: 5,
  }),
  answer: v3('{}'),
  result: null,
};
export const noteFixture: SellerFixture<OrderNote, null> = {
  call: updateNote,
  params: { orderId: ORDER, note: 'gift wrap' },
  scope: SCOPE,
  request: sendOf('POST', '/api/v3/order/update_note/', { order_id: toWireInteger(ORDER), new_note: 'gift wrap' }),
  answer: v3('{}'),
  result: null,
};
