import { SCOPE, SHOP } from '../samples/shop.fixture.ts';
import { imToken, loginUserInfo, unreadCount } from './account.ts';
import { envelope, gatewayGet, type LazadaFixture, sealed } from './wire.fixture.ts';

export const ACCOUNT_FIXTURES: readonly LazadaFixture[] = [
  sealed({
    call: loginUserInfo,
    params: null,
    scope: SCOPE,
    request: gatewayGet('mtop.gsp.im.use.web.seller.getuserinfo', '{}'),
    answer: envelope({
      result: {
        userId: '2500170530338123456',
        sellerId: '2500170530338123456',
        shopId: '4700000000000000123',
        shopName: 'Umaga Market PH',
        country: 'ph',
        cb: true,
      },
    }),
    result: {
      sellerId: '2500170530338123456',
      userId: '2500170530338123456',
      platformShopId: SHOP,
      name: 'Umaga Market PH',
      country: 'PH',
      isCb: true,
    },
  }),
  sealed({
    call: imToken,
    params: null,
    scope: SCOPE,
    request: gatewayGet(
      'mtop.gsp.im.use.web.seller.gettoken',
      '{"accsAppKey":"24001122","windowId":"3f0d6c4e-2b61-4d07-9f3e-0d1f5b8a7c21"}',
    ),
    answer: envelope({ result: '5d3f0a1b2c4d5e6f' }),
    result: '5d3f0a1b2c4d5e6f',
  }),
  sealed({
    call: unreadCount,
    params: null,
    scope: SCOPE,
    request: gatewayGet('mtop.gsp.im.use.web.seller.unreadcount', '{"accountType":2}'),
    answer: envelope({ result: '17' }),
    result: 17,
  }),
];
