/** Products, vouchers and phrases. */
import { SCOPE } from '../samples/shop.fixture.ts';
import { productCards, productManagerList } from './products.ts';
import { quickReplyList } from './quick-replies.ts';
import { voucherSearch } from './vouchers.ts';
import { envelope, gatewayGet, type LazadaFixture, sealed, siteDone, siteGet } from './wire.fixture.ts';

const php = (amount: string) => ({ amount, currency: 'PHP' });

export const GOODS_FIXTURES: readonly LazadaFixture[] = [
  sealed({
    call: productCards,
    params: { page: 2 },
    scope: SCOPE,
    request: gatewayGet('mtop.global.im.web.card.product.list.get', '{"page":2,"pageSize":10,"currentTab":"all"}'),
    answer: envelope({
      pageNo: 2,
      pageSize: 10,
      totalCount: 11,
      totalPage: 2,
      result: [
        {
          itemId: '4800000000000000001',
          title: 'Pressure cooker',
          currency: 'PHP',
          imPrice: '1,290.00',
          imPromotionPrice: '990.50',
          salePrice: '990.50',
          status: 'online',
          imageUrl: 'https://img.example/1.png',
          actionUrl: 'https://www.example/products/i1.html',
        },
        { itemId: '4800000000000000002', title: 'No price' },
      ],
    }),
    result: {
      items: [
        {
          productId: '4800000000000000001',
          title: 'Pressure cooker',
          imageUrl: 'https://img.example/1.png',
          price: php('1290.00'),
          salePrice: php('990.50'),
          status: 'online',
          sellerSku: null,
          stock: null,
          actionUrl: 'https://www.example/products/i1.html',
          variants: [],
        },
      ],
      unreadable: [
        {
          platformShopId: SCOPE.platformShopId,
          reason: 'product card: imPrice: invalid_union; status: invalid_type',
          bytes: Buffer.from('{"itemId":"4800000000000000002","title":"No price"}'),
        },
      ],
      total: 11,
    },
  }),
  sealed({
    call: productManagerList,
    params: { page: 1, filter: { by: 'sellerSku', keyword: 'PH-10' } },
    scope: SCOPE,
    request: gatewayGet(
      'mtop.lazada.merchant.product.manager.simple.render.list',
      '{"jsonBody":"{\\"tab\\":\\"all\\",\\"table\\":{\\"sort\\":{}},\\"filter\\":{\\"sellerSku\\":\\"PH-10\\"},\\"pagination\\":{\\"current\\":1,\\"pageSize\\":24}}","bizParam":"{}"}',
    ),
    answer: envelope({
      data: {
        table: {
          dataSource: [
            {
              productId: '4800000000000000001',
              itemDesc: { title: 'Pressure cooker', imageUrl: 'https://img.example/1.png', pdpLink: '' },
              stock: { text: '12' },
              price: { priceStartValue: 1290, specialPrice: '990.50' },
              subDataSource: [
                {
                  skuId: '4800000000000000011',
                  itemDesc: { sellerSku: 'PH-1000-1' },
                  stock: '12',
                  price: '990.50',
                  variation: 'Red',
                  activeStatus: { active: false },
                },
              ],
            },
          ],
        },
        pagination: { total: '1' },
      },
    }),
    result: {
      items: [
        {
          productId: '4800000000000000001',
          title: 'Pressure cooker',
          imageUrl: 'https://img.example/1.png',
          price: php('1290'),
          salePrice: php('990.50'),
          status: 'offline',
          sellerSku: 'PH-1000-1',
          stock: 12,
          actionUrl: null,
          variants: [
            {
              skuId: '4800000000000000011',
              name: 'Red',
              sellerSku: 'PH-1000-1',
              price: php('990.50'),
              stock: 12,
            },
          ],
        },
      ],
      unreadable: [],
      total: 1,
    },
  }),
  sealed({
    call: voucherSearch,
    params: { page: 1 },
    scope: SCOPE,
    request: siteGet('/apps/promotion/voucher/search', {
      page: '1',
      pageSize: '10',
      status: '',
      voucherType: '',
      sellerId: '2500170530338123456',
    }),
    answer: siteDone({
      total: 2,
      current: 1,
      dataList: [
        {
          id: '91471121888001',
          voucherName: '10% off',
          voucherCode: 'PH10',
          voucherDiscountType: 'PERCENTAGE_DISCOUNT_OFF',
          offeringPercentageDiscountOff: '10',
          criteriaOverMoney: '500.00',
          periodStartTime: 1_793_000_000_000,
          periodEndTime: 1_794_000_000_000,
          status: 'ONGOING',
          issued: 100,
          used: 30,
        },
        {
          id: '91471121888002',
          voucherName: '₱50 off',
          voucherCode: '',
          voucherDiscountType: 'MONEY_VALUE_OFF',
          offeringMoneyValueOff: '50.00',
          currency: 'PHP',
          periodStartTime: 1_795_000_000_000,
          periodEndTime: 1_796_000_000_000,
          status: 'NOT_START',
        },
      ],
    }),
    result: {
      items: [
        {
          voucherId: '91471121888001',
          voucherCode: 'PH10',
          name: '10% off',
          discount: { kind: 'percent', percent: 10 },
          minimumSpend: php('500.00'),
          startsAt: 1_793_000_000_000,
          endsAt: 1_794_000_000_000,
          status: 'ongoing',
          wireStatus: 'ONGOING',
          left: 70,
        },
        {
          voucherId: '91471121888002',
          voucherCode: null,
          name: '₱50 off',
          discount: { kind: 'amount', off: php('50.00') },
          minimumSpend: null,
          startsAt: 1_795_000_000_000,
          endsAt: 1_796_000_000_000,
          status: 'upcoming',
          wireStatus: 'NOT_START',
          left: null,
        },
      ],
      unreadable: [],
      total: 2,
    },
  }),
  sealed({
    call: quickReplyList,
    params: null,
    scope: SCOPE,
    request: siteGet('/apps/im/quickreply/list'),
    answer: siteDone({
      dataSource: [{ groupId: 5, groupName: 'Greetings', replies: [{ replyId: '51', content: 'Magandang umaga!' }] }],
    }),
    result: {
      items: [{ groupId: '5', name: 'Greetings', replies: [{ replyId: '51', text: 'Magandang umaga!' }] }],
      unreadable: [],
    },
  }),
];
