/** Modules seen at the order pages' newer list; values invented. */
import { asBuyerId, type Order, type OrderDetail } from '@pasar/domain';
import { orderDetailCall, orderListCall } from './orders.ts';
import { type AnyFixture, among, asksGet, asksPost, SCOPE, said } from './scene.fixture.ts';

const price = (amount: string) => ({ currency: 'MYR', price_val: amount, format_price: `RM${amount}`, symbol: 'RM' });
const orderRow = {
  main_order_id: '585971536482567908',
  order_status_module: [
    { main_order_status: 101, main_sub_order_status: 1, order_line_id: '585971536482633444', sku_display_status: 111 },
  ],
  price_module: { grand_total: price('44.8'), sub_total: price('39.8') },
  sku_module: [
    {
      product_id: '1729000000000000101',
      product_name: 'Baju kurung',
      product_image: { url_list: ['https://p16.example/1.webp'] },
      quantity: 2,
      sku_id: '1730000000000000501',
      sku_name: 'White, L',
      seller_sku_name: 'MY-1000-1',
      sku_unit_price: price('19.9'),
    },
  ],
  trade_order_module: { create_time: '1788918893', pay_method: 'Cash on delivery', shipping_fee: price('5') },
  buyer_info_module: { buyer_nickname: 'aminah', pigeon_uid: '7000000000000000002' },
  note_module: { seller_note: '' },
};
const order: Order = {
  orderId: '585971536482567908',
  orderNumber: '585971536482567908',
  buyerId: asBuyerId('7000000000000000002'),
  buyerName: 'aminah',
  status: 'wait_seller_send',
  wireStatus: '111',
  total: { amount: '44.8', currency: 'MYR' },
  createdAt: 1_788_918_893_000,
  items: [
    {
      productId: '1729000000000000101',
      title: 'Baju kurung',
      variant: 'White, L',
      sellerSku: 'MY-1000-1',
      imageUrl: 'https://p16.example/1.webp',
      quantity: 2,
      price: { amount: '19.9', currency: 'MYR' },
    },
  ],
  sellerNote: null,
};
const detailRow = {
  ...orderRow,
  reverse_module: [{ reverse_type: 1, reverse_status: 1 }],
  note_module: { seller_note: 'gift' },
  address_module: { name: 'Aminah', phone: '(+60)12*****89', full_address: '1 Jalan Pasar, Kuala Lumpur' },
  logistics_info_module: [
    {
      package_id: '1210315649454474980',
      provider_name: 'J&T Express',
      tracking_no: 'MY0000000001',
      track_list: [
        { update_time: '1788919000000', description: 'Packed' },
        { update_time: '1788929000000', description: 'On its way' },
      ],
    },
  ],
};
const detail: OrderDetail = {
  ...order,
  status: 'in_cancel',
  wireStatus: '111 reverse 1',
  sellerNote: 'gift',
  paymentMethod: 'Cash on delivery',
  shippingFee: { amount: '5', currency: 'MYR' },
  address: { receiver: 'Aminah', phone: '(+60)12*****89', fullAddress: '1 Jalan Pasar, Kuala Lumpur' },
  parcels: [
    {
      parcelId: '1210315649454474980',
      carrier: 'J&T Express',
      trackingNumber: 'MY0000000001',
      events: [
        { at: 1_788_929_000_000, text: 'On its way' },
        { at: 1_788_919_000_000, text: 'Packed' },
      ],
    },
  ],
  isRatable: false,
};

export const ORDER_FIXTURES: readonly AnyFixture[] = [
  among({
    call: orderListCall,
    params: { status: 'wait_seller_send', usernames: ['aminah'], mainOrderIds: [], offset: 20 },
    scope: SCOPE,
    request: asksPost('/api/v2/trade/orders/list', {
      pagination_type: 0,
      tab: 2,
      version: 2,
      list_condition: { sort_field: 3, sort_type: 0, usernames: ['aminah'] },
      count: 20,
      offset: 20,
    }),
    answer: said({ main_orders: [orderRow], total_count: '22', has_more: true }),
    result: { items: [order], unreadable: [], count: 1, hasMore: true },
  }),
  among({
    call: orderListCall,
    params: { status: null, usernames: [], mainOrderIds: ['585971536482567908'], offset: 0 },
    scope: SCOPE,
    request: asksPost('/api/v2/trade/orders/list', {
      pagination_type: 0,
      tab: 0,
      version: 2,
      list_condition: { sort_field: 3, sort_type: 0, usernames: [], main_order_ids: ['585971536482567908'] },
      count: 20,
      offset: 0,
    }),
    answer: said({ total_count: '0' }),
    result: { items: [], unreadable: [], count: 0, hasMore: false },
  }),
  among({
    call: orderDetailCall,
    params: { orderId: '585971536482567908' },
    scope: SCOPE,
    request: asksGet('/chat/api/seller/getOrderDetail', { orderId: '585971536482567908' }),
    answer: said({ orderInfo: detailRow, orderId: '585971536482567908' }),
    result: detail,
  }),
];
