/** Orders and parcels. */
import { asBuyerId } from '@pasar/domain';
import { SCOPE } from '../samples/shop.fixture.ts';
import { logisticsDetail, packageList } from './logistics.ts';
import { orderCards, orderData } from './orders.ts';
import { envelope, gatewayGet, type LazadaFixture, sealed, siteDone, siteGet } from './wire.fixture.ts';

const php = (amount: string) => ({ amount, currency: 'PHP' });
const BUYER = asBuyerId('1500024991005123456');

export const ORDER_FIXTURES: readonly LazadaFixture[] = [
  sealed({
    call: orderCards,
    params: { page: 1, status: 'wait_seller_send', customer: BUYER, orderNumber: '9005' },
    scope: SCOPE,
    request: gatewayGet(
      'mtop.global.im.web.card.order.list.get',
      '{"page":1,"pageNo":1,"pageSize":10,"customer":"1500024991005123456","tab":"pending","orderNumber":"9005"}',
    ),
    answer: envelope({
      pageNo: 1,
      pageSize: 10,
      totalCount: '1',
      totalPage: 1,
      result: [
        {
          id: '900548022891005',
          buyerId: '1500024991005123456',
          buyerName: 'Fina C.',
          sellerId: '2500170530338123456',
          gmtCreatedTime: 1_793_250_000_123,
          status: 'topack',
          orderAmount: { amount: '1981.00', currencyCode: 'PHP' },
          orderItemList: [
            {
              productId: '4800000000000000001',
              productName: 'Pressure cooker',
              productPrice: '990.50',
              sellerSKU: 'PH-1000-1',
              skuInfo: 'Red',
              imageUrl: 'https://img.example/1.png',
              productCount: 2,
            },
          ],
        },
      ],
    }),
    result: {
      items: [
        {
          orderId: '900548022891005',
          orderNumber: '900548022891005',
          buyerId: BUYER,
          buyerName: 'Fina C.',
          status: 'wait_seller_send',
          wireStatus: 'topack',
          total: php('1981.00'),
          createdAt: 1_793_250_000_123,
          items: [
            {
              productId: '4800000000000000001',
              title: 'Pressure cooker',
              variant: 'Red',
              sellerSku: 'PH-1000-1',
              imageUrl: 'https://img.example/1.png',
              quantity: 2,
              price: php('990.50'),
            },
          ],
          sellerNote: null,
        },
      ],
      unreadable: [],
      total: 1,
    },
  }),
  sealed({
    call: orderData,
    params: { page: 3, status: null, orderNumber: null },
    scope: SCOPE,
    request: siteGet('/apps/order/list', {
      sellerId: '2500170530338123456',
      tab: 'all',
      page: '3',
      pageSize: '10',
    }),
    answer: siteDone({
      dataSource: [
        {
          orderNumber: '900548022891005',
          buyerName: 'Fina C.',
          creationTime: '1793250000123',
          paymentMethod: 'COD',
          totalRetailPrice: '1030.50',
          shippingFee: '40.00',
          tabStatus: 'delivered',
          shippingAddress: { receiver: 'Fina Cruz', detailAddress: '12 Mabini St, Manila', phone: '639170000000' },
          skus: [
            {
              productName: 'Pressure cooker',
              shopSku: '4800000000000000001_PH-4800000000000000011',
              sellerSku: 'PH-1000-1',
              skuInfo: '',
              image: 'https://img.example/1.png',
              quantity: '1',
              unitPrice: '990.50',
            },
          ],
        },
      ],
      pageInfo: { total: 21, pageSize: 10 },
    }),
    result: {
      items: [
        {
          orderId: '900548022891005',
          orderNumber: '900548022891005',
          buyerId: null,
          buyerName: 'Fina C.',
          status: 'finished',
          wireStatus: 'delivered',
          total: php('1030.50'),
          createdAt: 1_793_250_000_123,
          items: [
            {
              productId: '4800000000000000001',
              title: 'Pressure cooker',
              variant: null,
              sellerSku: 'PH-1000-1',
              imageUrl: 'https://img.example/1.png',
              quantity: 1,
              price: php('990.50'),
            },
          ],
          sellerNote: null,
          paymentMethod: 'COD',
          shippingFee: php('40.00'),
          address: { receiver: 'Fina Cruz', phone: '639170000000', fullAddress: '12 Mabini St, Manila' },
        },
      ],
      unreadable: [],
      total: 21,
    },
  }),
  sealed({
    call: packageList,
    params: { orderId: '900548022891005' },
    scope: SCOPE,
    request: siteGet('/apps/order/package/list', { orderId: '900548022891005' }),
    answer: siteDone({
      dataSource: [
        { packageId: 'FP1', ofcOrderId: '4500000000000000001', shipmentProviderName: 'LEX PH', trackingNumber: null },
      ],
    }),
    result: {
      items: [{ parcelId: 'FP1', fulfilmentOrderId: '4500000000000000001', carrier: 'LEX PH', trackingNumber: null }],
      unreadable: [],
    },
  }),
  sealed({
    call: logisticsDetail,
    params: { fulfilmentOrderId: '4500000000000000001', parcelId: 'FP1' },
    scope: SCOPE,
    request: siteGet('/apps/order/logistics/detail', { ofcOrderId: '4500000000000000001', packageId: 'FP1' }),
    answer: siteDone({
      logisticDetailInfoList: [
        { eventTime: 1_793_250_000_000, title: 'Packed', description: 'Packed by the seller' },
        { eventTime: 1_793_260_000_000, title: 'Picked up' },
      ],
    }),
    result: [
      { at: 1_793_260_000_000, text: 'Picked up' },
      { at: 1_793_250_000_000, text: 'Packed by the seller' },
    ],
  }),
];
