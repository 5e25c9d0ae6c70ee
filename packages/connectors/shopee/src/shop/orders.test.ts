/** How the composed order calls read answers that the simulator does not give, and which requests they make. */
import { BridgeError } from '@pasar/bridge';
import type { Outcome } from '@pasar/connector-kit';
import { asPlatformShopId } from '@pasar/domain';
import { describe, expect, it } from 'vitest';
import { SHOP } from '../../fixtures/seller/calls.ts';
import {
  type Asked,
  createSellerHarness,
  type Reply,
  type SellerHarnessOptions,
} from '../../fixtures/seller/client.ts';
import { byIdsFixture } from '../../fixtures/seller/orders.ts';
import { previousOf } from '../calls/seller/marketing.ts';
import { createSellerCalls } from './seller-calls.ts';

const shop = asPlatformShopId(SHOP);
const reasonOf = (outcome: Outcome<unknown>): string => (outcome.ok ? 'ok' : outcome.refusal.reason);
const v3 = (data: string): string => `{"code":0,"message":"success","data":${data}}`;

/** Answers by the end of the path; all other paths are refused. */
function openHarness(
  replies: Readonly<Record<string, (asked: Asked) => Reply>>,
  { isSubAccountUser = false, ...options }: SellerHarnessOptions & { readonly isSubAccountUser?: boolean } = {},
) {
  const replyTo = (asked: Asked): Reply => {
    const path = asked.url.pathname.replace(/\/$/, '');
    const named = Object.entries(replies).find(([end]) => path.endsWith(end));
    return named === undefined ? `{"code":1,"message":"nothing at ${path}"}` : named[1](asked);
  };
  const harness = createSellerHarness(replyTo, options);
  const countOf = (end: string): number => harness.asked.filter(({ url }) => url.pathname.includes(end)).length;
  return { ...harness, calls: createSellerCalls(harness.client, () => isSubAccountUser), countOf };
}

/** One order as the wire tells it. */
const orderText = byIdsFixture.answer.text.slice(byIdsFixture.answer.text.indexOf('[') + 1, -3);
const product = (id: number): string =>
  `{"id":${id},"name":"Bag","status":1,"price_detail":{"price_min":"1.00","selling_price_min":"1.00"}}`;
const shelf =
  (...products: string[]) =>
  () =>
    v3(`{"page_info":{"total":${products.length},"page_number":1,"page_size":24},"products":[${products.join(',')}]}`);

describe('shopStatus', () => {
  const statusOf = async (products: readonly string[], item: Reply) => {
    const { calls } = openHarness({ get_product_list: shelf(...products), 'item/get': () => item });
    const outcome = await calls.affairs.shopStatus(shop);
    return outcome.ok ? outcome.value : outcome.refusal.reason;
  };
  it('is told by the first live product', async () => {
    expect(await statusOf([product(7)], '{"error":0,"data":{"itemid":7}}')).toBe('normal');
    expect(await statusOf([product(7)], '{"error":null,"item":{"itemid":7}}')).toBe('normal');
    expect(await statusOf([product(7)], '{"error":4,"data":null}')).toBe('frozen');
  });
  it('refuses in words of its own', async () => {
    expect(await statusOf([], '')).toBe('no_products_on_shelf');
    expect(await statusOf([product(0)], '')).toBe('product_parameter_error');
    expect(await statusOf([product(7)], '{"error":0,"data":{}}')).toBe('shop_status_not_detected');
    expect(await statusOf([product(7)], '{"error":90309999}')).toBe('shop_status_not_detected');
  });
  it('says that the list failed when it did', async () => {
    expect(reasonOf(await openHarness({}).calls.affairs.shopStatus(shop))).toBe('product_list_failed');
  });
});

describe('income', () => {
  it('is not asked for in the name of a sub-account', async () => {
    const { calls, asked } = openHarness({}, { isSubAccountUser: true });
    expect(await calls.affairs.income(shop)).toMatchObject({
      refusal: { reason: 'balance_not_supported' },
      canRetry: false,
    });
    expect(asked).toEqual([]);
  });
  it('leaves out orders whose money has not come', async () => {
    const { calls } = openHarness({
      get_simple_order_ids: () =>
        v3('{"orders":[{"order_id":1},{"order_id":2}],"page_number":1,"page_size":40,"total":2}'),
      income_transaction_history_detail: ({ url }) =>
        url.searchParams.get('order_id') === '1'
          ? v3('{"order_info":{"order_id":1},"transaction_id":null,"amount":0,"release_time":null}')
          : v3('{"order_info":{"order_id":2},"transaction_id":9,"amount":150000,"release_time":10}'),
    });
    expect(await calls.affairs.listIncome(shop, { cursor: null })).toMatchObject({
      ok: true,
      value: { items: [{ entryId: '9', orderId: '2', amount: { amount: '1.5', currency: 'SGD' }, at: 10_000 }] },
    });
  });
});

describe('orders', () => {
  const ids = Array.from({ length: 25 }, (_, index) => String(index + 1));
  const index = () =>
    v3(`{"index_list":[${ids.map((id) => `{"order_id":${id}}`).join(',')}],"pagination":{"total":25,"page_number":1}}`);
  const chunkOf = ({ request }: Asked): readonly string[] => {
    const text = request.body.type === 'json' ? JSON.stringify(request.body.value) : '';
    return [...text.matchAll(/"order_id":([0-9]+)/g)].map(([, id]) => id ?? '');
  };
  const ordersOf = (chunk: readonly string[]): string =>
    v3(`{"orders":[${chunk.map((id) => orderText.replace(/"order_id":[0-9]+/, `"order_id":${id}`)).join(',')}]}`);
  const any = { status: null, buyer: null, keyword: null, cursor: null };

  it('are asked for in chunks of ten, and stay in the order of the list', async () => {
    const chunks: (readonly string[])[] = [];
    const { calls } = openHarness({
      search_order_list_index: index,
      get_order_list_by_order_ids_multi_shop: (asked) => {
        chunks.push(chunkOf(asked));
        return ordersOf(chunkOf(asked).toReversed());
      },
    });
    const page = await calls.orders.listOrders(shop, any);
    expect(chunks).toEqual([ids.slice(0, 10), ids.slice(10, 20), ids.slice(20)]);
    expect(page.ok && page.value.items.map(({ orderId }) => orderId)).toEqual(ids);
  });

  it('that cannot be read are set aside', async () => {
    const { calls } = openHarness({
      search_order_list_index: () => v3('{"index_list":[{"order_id":1}],"pagination":{"total":1,"page_number":1}}'),
      get_order_list_by_order_ids_multi_shop: () => {
        const [known, unknown] = [orderText, orderText.replace('"status_ext":2', '"status_ext":99')];
        return v3(`{"orders":[${known},${unknown},{"shop_id":${SHOP}}]}`);
      },
    });
    const page = await calls.orders.listOrders(shop, any);
    if (!page.ok) throw new Error(page.refusal.reason);
    // An order of an unknown status stays in the list.
    expect(page.value.items.map(({ status, wireStatus }) => [status, wireStatus])).toEqual([
      ['wait_seller_send', '2'],
      ['unknown', '99'],
    ]);
    expect(page.value.unreadable.map(({ platformShopId }) => platformShopId)).toEqual([SHOP]);
  });

  it('have their parcels looked up ten at a time, and each its way', async () => {
    const { calls, countOf } = openHarness({
      get_package_list: ({ url }) => {
        const [first] = (url.searchParams.get('order_ids') ?? '').split(',');
        return v3(
          `{"package_list":[{"order_id":${first},"package_number":"P${first}","fulfilment_channel_name":"Van"}]}`,
        );
      },
      get_logistics_tracking_history: () => v3('{"list":[]}'),
    });
    const found = await calls.orders.logistics(shop, ids.slice(0, 11));
    if (!found.ok) throw new Error(found.refusal.reason);
    expect([countOf('get_package_list'), countOf('get_logistics_tracking_history')]).toEqual([2, 11]);
    expect([...found.value.keys()]).toEqual(ids.slice(0, 11));
    const parcel = (parcelId: string) => [{ parcelId, carrier: 'Van', trackingNumber: null, events: [] }];
    expect([found.value.get('1'), found.value.get('2'), found.value.get('11')]).toEqual([
      parcel('P1'),
      [],
      parcel('P11'),
    ]);
  });
});

describe('a wish to cancel', () => {
  const answer = async (respond: Reply, order: string) => {
    const { calls, countOf } = openHarness({ respond_cancel_request: () => respond, get_one_order: () => v3(order) });
    const outcome = await calls.orders.answerCancellation(shop, { orderId: '1', isAccepted: false });
    expect(countOf('respond_cancel_request')).toBe(1);
    return outcome.ok ? 'ok' : [outcome.refusal.reason, outcome.refusal.detail, countOf('get_one_order')];
  };
  const asking = orderText.replace('"is_request_cancellation":false', '"is_request_cancellation":true');

  it('is answered, and the order is read only when the marketplace refuses the answer', async () => {
    const refused = '{"code":7,"message":"not now"}';
    expect(await answer(v3('{}'), asking)).toBe('ok');
    expect(await answer(refused, orderText)).toEqual(['cancellation_over', 'not now', 1]);
    expect(await answer(refused, asking)).toEqual(['marketplace_error', 'not now', 1]);
    expect(await answer(refused, '{}')).toEqual(['marketplace_error', 'not now', 1]);
  });
  it('is not answered twice when the first answer may have arrived', async () => {
    const outcome = await answer(new BridgeError('reset', 'cut', true), orderText);
    expect(outcome).toEqual(['marketplace_unreachable', expect.anything(), 0]);
  });
});

describe('dashboard', () => {
  it.each([
    ['12', 0.5, '8'],
    ['33.49', -0.25, '44.65'],
    ['7', null, null],
    ['0', -1, null],
    ['a', 0.5, null],
  ] as const)('%s after a change of %s was %s', (value, ratio, previous) => {
    expect(previousOf(value, ratio)).toBe(previous);
  });

  it('passes over what is no figure, sets aside a figure that cannot be read, and tells others exactly', async () => {
    const { calls, asked } = openHarness({
      'key-metrics': () =>
        '{"code":0,"result":{"update_time":10,"shop_pv":{"value":null},"points":[{"value":1}],"paid_gmv":{"value":0.1},"shop_uv":{"value":"7"}}}',
    });
    expect(await calls.affairs.dashboard(shop, 'past7days')).toEqual({
      ok: true,
      value: {
        items: [
          { name: 'paid_gmv', value: '0.1', previous: null },
          { name: 'shop_uv', value: '7', previous: null },
        ],
        unreadable: [
          {
            platformShopId: null,
            reason: expect.any(String),
            bytes: new TextEncoder().encode('["shop_pv",{"value":null}]'),
          },
        ],
      },
    });
    const { searchParams } = asked[0]?.url ?? new URL('https://nowhere.example');
    expect(searchParams.get('period')).toBe('past7days');
    expect(Number(searchParams.get('end_time')) - Number(searchParams.get('start_time'))).toBe(7 * 86_400);
  });
  it('that is refused says so', async () => {
    expect(reasonOf(await openHarness({}).calls.affairs.dashboard(shop, 'yesterday'))).toBe('dashboard_failed');
  });
});

describe('lists', () => {
  it('of followers are empty for a shop that hides them', async () => {
    const { calls } = openHarness({ get_follower_list: () => '{"error":0,"data":{"accounts":null,"nomore":false}}' });
    expect(await calls.affairs.listFollowers(shop, { cursor: '20' })).toMatchObject({
      value: { items: [], next: null },
    });
  });
  it('of ratings go on after the last one', async () => {
    const row = (id: number) => `{"comment_id":${id},"rating_star":5,"ctime":1,"user_name":"lin"}`;
    const rows = Array.from({ length: 20 }, (_, at) => row(100 - at)).join(',');
    const { calls, asked } = openHarness({
      search_shop_rating_comments_new: () => v3(`{"page_info":{"total":40},"list":[${rows}]}`),
    });
    expect(await calls.affairs.listReviews(shop, { cursor: null })).toMatchObject({ value: { next: '2:81' } });
    await calls.affairs.listReviews(shop, { cursor: '2:81' });
    const { searchParams } = asked[1]?.url ?? new URL('https://nowhere.example');
    expect([searchParams.get('page_number'), searchParams.get('cursor')]).toEqual(['2', '81']);
  });
});

describe('setVacation', () => {
  it('says that it is too soon, and shows other words as they are', async () => {
    const refused = (message: string) =>
      openHarness({ set_shop_settings: () => `{"code":1,"message":"${message}"}` }).calls;
    const vacation = { isOn: true, startsAt: null, endsAt: null };
    expect(reasonOf(await refused('Errors within expectations').affairs.setVacation(shop, vacation))).toBe(
      'vacation_too_soon',
    );
    expect(await refused('shop is under review').affairs.setVacation(shop, vacation)).toMatchObject({
      refusal: { reason: 'marketplace_error', detail: 'shop is under review' },
    });
  });
});
