import type { DashboardMetric, IncomeEntry, Money } from '@pasar/domain';
import {
  type BankAccount,
  getBankAccounts,
  getIncomeMeta,
  getWalletStatus,
  type IncomeMeta,
  incomeDetail,
} from './finance.ts';
import { getAdsAccount, getPublicProfile, keyMetrics, type MetricsWish, type PublicProfile } from './marketing.ts';
import type { OneOrder } from './orders.ts';
import { answerOf, getOf, ORDER, SCOPE, type SellerFixture, sendOf, v3 } from './scene.fixture.ts';

const sgd = (amount: string): Money => ({ amount, currency: 'SGD' });

export const incomeMetaFixture: SellerFixture<null, IncomeMeta> = {
  call: getIncomeMeta,
  params: null,
  scope: SCOPE,
  request: getOf('/api/v3/finance/get_income_meta/'),
  answer: v3(
    '{"frozen":"120.50","last_week_income":"0.00","last_month_income":"7.10","available":"9007199254740993.10"}',
  ),
  result: { frozen: sgd('120.5'), released: sgd('9007199254740993.1') },
};
/** More units than a double can count. */
export const walletFixture: SellerFixture<null, Money> = {
  call: getWalletStatus,
  params: null,
  scope: SCOPE,
  request: getOf('/api/v3/finance/get_wallet_status/'),
  answer: answerOf('{"bff_meta":null,"error":0,"error_msg":"","data":{"available_balance":9007199254740993001}}'),
  result: sgd('90071992547409.93001'),
};
export const bankAccountsFixture: SellerFixture<{ readonly passwordHash: string }, readonly BankAccount[]> = {
  call: getBankAccounts,
  params: { passwordHash: 'cdf4a007e2b02a0c49fc9b7ccfbb8a10c644f635e1765dcf2a7ab794ddc7edac' },
  scope: SCOPE,
  request: sendOf('POST', '/api/v3/finance/get_bank_accounts/', {
    password_hash: 'cdf4a007e2b02a0c49fc9b7ccfbb8a10c644f635e1765dcf2a7ab794ddc7edac',
    page_size: 30,
  }),
  answer: v3(
    '{"list":[{"bank_account_id":7301234567890180001,"bank_name":"DBS","account_number":"****0001","is_default":true}]}',
  ),
  result: [{ bankAccountId: '7301234567890180001', bankName: 'DBS', accountNumber: '****0001', isDefault: true }],
};
export const incomeDetailFixture: SellerFixture<OneOrder, IncomeEntry | null> = {
  call: incomeDetail,
  params: { orderId: ORDER },
  scope: SCOPE,
  request: getOf('/api/v3/finance/income_transaction_history_detail/', { order_id: ORDER }),
  answer: v3(`{"order_info":{"order_id":${ORDER},"order_sn":"2611213TQ70"},"transaction_id":7301234567890190001,
    "amount":2874000,"release_time":1763712000}`),
  result: {
    entryId: '7301234567890190001',
    orderId: ORDER,
    amount: sgd('28.74'),
    kind: 'order_income',
    at: 1_763_712_000_000,
  },
};

export const adsAccountFixture: SellerFixture<null, Money> = {
  call: getAdsAccount,
  params: null,
  scope: SCOPE,
  request: getOf('/api/marketing/v3/pas/account/'),
  answer: answerOf('{"code":0,"msg":"OK","debug_detail":"","validation_error_list":null,"data":{"balance":"8.00"}}'),
  result: sgd('8'),
};
export const publicProfileFixture: SellerFixture<null, PublicProfile> = {
  call: getPublicProfile,
  params: null,
  scope: SCOPE,
  request: getOf('/api/marketing/v3/public/profile/'),
  answer: answerOf('{"code":0,"message":"success","data":{"username":"bags.sg","shop_name":"Bags and more"}}'),
  result: { username: 'bags.sg', shopName: 'Bags and more' },
};
export const keyMetricsFixture: SellerFixture<MetricsWish, readonly DashboardMetric[]> = {
  call: keyMetrics,
  params: { period: 'yesterday', from: 1_763_568_000_000, to: 1_763_654_400_000 },
  scope: SCOPE,
  request: getOf('/api/mydata/v3/dashboard/key-metrics/', {
    period: 'yesterday',
    start_time: '1763568000',
    end_time: '1763654400',
    fetag: 'fetag',
  }),
  answer: answerOf(`{"code":0,"msg":"success","result":{"shop_uv":{"value":12,"ratio":0.5},
    "paid_gmv":{"value":33.49,"ratio":-0.1}}}`),
  result: [
    { name: 'shop_uv', value: '12', previous: '8' },
    { name: 'paid_gmv', value: '33.49', previous: '37.21' },
  ],
};
