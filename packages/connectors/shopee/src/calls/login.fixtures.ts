/** A worked example of every `shopee-login` call. */
import type { Credentials } from '@pasar/connector-kit';
import { NO_PROOF } from '../auth/credentials.ts';
import { toWireInteger } from '../inbound/wire-json.ts';
import { captchaInfo, passwordLogin, sessionCheck, vcodeResend, webchatLogin } from './login.ts';
import type { ShopeeScope } from './scope.ts';
import { type AnySellerFixture, among, answerOf, getOf, SCOPE, SHOP, sendOf } from './seller/scene.fixture.ts';
import {
  getMerchantList,
  getMerchantShopList,
  getOrSetShop,
  getSession,
  shopInfo,
  subaccountLogin,
  switchMerchant,
  switchMerchantShop,
  userInfo,
} from './subaccount.ts';

const USER = '7301234567890110001';
const MERCHANT = '7301234567890123457';
/** hex sha256 of the hex md5 of 123456. */
const HASH = 'cdf4a007e2b02a0c49fc9b7ccfbb8a10c644f635e1765dcf2a7ab794ddc7edac';
const credentials: Credentials = { identifier: '0912-345-678', password: '123456', country: 'TW' };
const subCredentials: Credentials = { identifier: 'market:desk', password: '123456', country: 'CNSC' };
const CNSC: ShopeeScope = { ...SCOPE, uid: '1-5', isSubAccount: true, country: 'CNSC' };
const CNSC_BASE = '/api/cnsc/selleraccount';

const form = (path: string, fields: Readonly<Record<string, string>>) => ({
  ...getOf(path),
  method: 'POST' as const,
  body: { type: 'form' as const, fields },
});
const shopRow = (id: string) => `{"region":"SG","shop_id":${id},"user_id":${USER},"cb_option":1,"shop_name":"Shop"}`;

export const LOGIN_FIXTURES: readonly AnySellerFixture[] = [
  among({
    call: passwordLogin,
    params: {
      credentials,
      proof: { captcha: { captchaId: 'a'.repeat(32), text: 'K7PX' }, code: '135790' },
    },
    scope: { ...SCOPE, country: 'TW' },
    request: form('/api/v2/login/', {
      phone: '886912345678',
      password_hash: HASH,
      remember: 'true',
      captcha: 'K7PX',
      captcha_key: 'a'.repeat(32),
      vcode: '135790',
    }),
    answer: answerOf(`{"errcode":0,"id":${USER},"username":"shop.tw","shopid":${SHOP},"sub_account_token":null}`),
    result: { userId: USER, isMerchant: false },
  }),
  among({
    call: sessionCheck,
    params: null,
    scope: SCOPE,
    request: getOf('/api/v2/login/'),
    answer: answerOf(`{"errcode":0,"id":${USER},"username":"shop.tw"}`),
    result: true,
  }),
  among({
    call: captchaInfo,
    params: null,
    scope: SCOPE,
    request: getOf('/api/v2/captcha/info/'),
    answer: answerOf(
      '{"errcode":0,"captcha_key":"k","captcha_type":"slide","captcha":"AQI=","background":"data:image/jpeg;base64,Aw=="}',
    ),
    result: {
      captchaId: 'k',
      captchaType: 'slide' as const,
      image: { type: 'image/png' as const, bytes: new Uint8Array([1, 2]) },
      background: { type: 'image/jpeg' as const, bytes: new Uint8Array([3]) },
    },
  }),
  among({
    call: vcodeResend,
    params: { credentials, channel: 'email' as const },
    scope: SCOPE,
    request: form('/api/v2/vcode/resend/', {
      phone: '886912345678',
      password_hash: HASH,
      remember: 'true',
      channel: 'email',
    }),
    answer: answerOf('{"errcode":0,"resend_after":60}'),
    result: { resendAfterMs: 60_000 },
  }),
  among({
    call: webchatLogin,
    params: null,
    scope: SCOPE,
    request: sendOf('POST', '/webchat/api/coreapi/v1.2/mini/login', {}),
    answer: answerOf(
      `{"token":"x.y.z","version":"9.1.17","user":{"id":${USER},"uid":"0-${USER}","name":"Shop","type":"seller"},` +
        `"shop":{"id":${SHOP},"user_id":${USER},"country":"SG","name":"Shop"}}`,
    ),
    result: {
      state: 'finished' as const,
      token: 'x.y.z',
      version: '9.1.17',
      uid: `0-${USER}`,
      shop: { shopId: SHOP, userId: USER, region: 'SG', name: 'Shop' },
    },
  }),
  among({
    call: subaccountLogin,
    params: { credentials: subCredentials, proof: NO_PROOF },
    scope: CNSC,
    request: form(`${CNSC_BASE}/login/`, { username: 'market:desk', password_hash: HASH, remember: 'true' }),
    answer: answerOf(`{"errcode":0,"id":${USER},"username":"market:desk","shopid":0}`),
    result: { userId: USER, isMerchant: false },
  }),
  among({
    call: getSession,
    params: null,
    scope: CNSC,
    request: getOf(`${CNSC_BASE}/get_session/`),
    answer: answerOf(
      `{"code":0,"sub_account_info":{"account_id":${USER},"current_merchant_id":${MERCHANT},"current_shop_id":${SHOP}}}`,
    ),
    result: { accountId: USER, currentMerchantId: MERCHANT, currentShopId: SHOP },
  }),
  among({
    call: getMerchantList,
    params: null,
    scope: CNSC,
    request: getOf(`${CNSC_BASE}/get_merchant_list/`),
    answer: answerOf(`{"code":0,"merchants":[{"merchant_id":${MERCHANT},"merchant_name":"m","region":"CN"}]}`),
    result: {
      items: [{ merchantId: MERCHANT, name: 'm' }],
      next: null,
      unreadable: [],
    },
  }),
  among({
    call: switchMerchant,
    params: { merchantId: MERCHANT },
    scope: CNSC,
    request: sendOf('POST', `${CNSC_BASE}/switch_merchant/`, { merchant_id: toWireInteger(MERCHANT) }),
    answer: answerOf('{"code":0,"message":"success"}'),
    result: null,
  }),
  among({
    call: getMerchantShopList,
    params: { page: 2 },
    scope: CNSC,
    request: getOf(`${CNSC_BASE}/get_merchant_shop_list/`, { page_index: '2', page_size: '200' }),
    answer: answerOf(
      `{"code":0,"account_type":"main_merchant","shops":[${Array.from({ length: 200 }, () => shopRow(SHOP)).join(',')}]}`,
    ),
    result: {
      items: Array.from({ length: 200 }, () => ({
        shopId: SHOP,
        userId: USER,
        merchantId: null,
        region: 'SG',
        name: 'Shop',
        isCb: true,
      })),
      next: 'more',
      unreadable: [],
    },
  }),
  among({
    call: switchMerchantShop,
    params: { shopId: SHOP, region: 'SG' },
    scope: CNSC,
    request: sendOf(
      'POST',
      `${CNSC_BASE}/switch_merchant_shop/`,
      { shop_id: toWireInteger(SHOP) },
      { cnsc_shop_id: SHOP, cbsc_shop_region: 'SG' },
    ),
    answer: answerOf('{"code":0,"message":"success"}'),
    result: null,
  }),
  among({
    call: getOrSetShop,
    params: { shopId: SHOP, merchantId: MERCHANT },
    scope: CNSC,
    request: sendOf('POST', `${CNSC_BASE}/get_or_set_shop/`, {
      shop_id: toWireInteger(SHOP),
      merchant_id: toWireInteger(MERCHANT),
    }),
    answer: answerOf(`{"code":0,"data":{"shop_id":${SHOP},"merchant_id":${MERCHANT},"shop_region":"SG"}}`),
    result: { shopId: SHOP, merchantId: MERCHANT },
  }),
  among({
    call: userInfo,
    params: null,
    scope: SCOPE,
    request: getOf('/api/selleraccount/user_info/'),
    answer: answerOf(`{"code":0,"data":{"user_id":${USER},"username":"m:s","account_type":"main_merchant"}}`),
    result: { userId: USER, username: 'm:s', isMerchant: true },
  }),
  among({
    call: shopInfo,
    params: null,
    scope: SCOPE,
    request: getOf('/api/selleraccount/shop_info/'),
    answer: answerOf(`{"data":{"shop_id":${SHOP},"shop_region":"SG"}}`),
    result: { shopId: SHOP, region: 'SG' },
  }),
];
