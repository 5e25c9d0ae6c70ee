import { BridgeError } from '@pasar/bridge';
import { asPlatformShopId, LIMITS, refusal } from '@pasar/domain';
import { describe, expect, it } from 'vitest';
import { SHOP } from '../../fixtures/seller/calls.ts';
import { createSellerHarness, type Reply, type SellerHarnessOptions } from '../../fixtures/seller/client.ts';
import { getMallShop } from '../calls/seller/mall.ts';
import { rateOrder } from '../calls/seller/orders.ts';
import { getShop, getShopSettings } from '../calls/seller/settings.ts';

const SETTINGS = '{"code":0,"data":{"holiday_mode_on":false}}';
const GONE = '{"code":2,"message":"token not found","data":null}';

/** Gives the replies in turn, and the last one again and again. */
const openHarness = (replies: readonly Reply[], options: SellerHarnessOptions = {}) =>
  createSellerHarness((_asked, index) => replies[Math.min(index, replies.length - 1)] ?? '{}', options);
const shop = asPlatformShopId(SHOP);

describe('SellerClient', () => {
  it('puts SPC_CDS and its version on every call, and names no shop for a shop account', async () => {
    const { client, asked } = openHarness([SETTINGS]);
    expect(await client.call(getShopSettings, shop, null)).toEqual({ ok: true, value: { isOnVacation: false } });
    expect(asked[0]?.url.origin).toBe('https://seller.example');
    expect([...(asked[0]?.url.searchParams ?? [])]).toEqual([
      ['SPC_CDS', 'cds-1'],
      ['SPC_CDS_VER', '2'],
    ]);
    expect(asked[0]?.request.timeoutMs).toBe(LIMITS.requestTimeoutMs);
  });

  it('names the shop and its region for a sub-account', async () => {
    const { client, asked } = openHarness([SETTINGS], { isSubAccount: true });
    await client.call(getShopSettings, shop, null);
    expect(asked[0]?.url.searchParams.get('cnsc_shop_id')).toBe(SHOP);
    expect(asked[0]?.url.searchParams.get('cbsc_shop_region')).toBe('sg');
  });

  it('asks the shop front of the country, and what the shop is with the shorter limit', async () => {
    const { client, asked } = openHarness(['{}']);
    await client.call(getMallShop, shop, { shopId: SHOP });
    await client.call(getShop, shop, null);
    expect(asked.map(({ url, request }) => [url.origin, request.timeoutMs])).toEqual([
      ['https://sg.mall.example', LIMITS.requestTimeoutMs],
      ['https://seller.example', LIMITS.loginTimeoutMs],
    ]);
  });

  it('renews a session that is gone, once, and says nothing of it', async () => {
    for (const gone of [GONE, [403, '{"errcode":2,"message":"token not found"}'] as const]) {
      const { client, notices, renewals } = openHarness([gone, SETTINGS]);
      expect(await client.call(getShopSettings, shop, null)).toMatchObject({ ok: true });
      expect(renewals).toEqual(['access 1']);
      expect(notices).toEqual([]);
    }
  });

  it('tells that the login expired when the renewed session is gone as well', async () => {
    const { client, asked, notices } = openHarness([GONE]);
    const outcome = await client.call(getShopSettings, shop, null);
    expect(outcome).toMatchObject({ ok: false, refusal: { reason: 'shop_login_expired' }, canRetry: false });
    expect(asked).toHaveLength(2);
    expect(notices).toEqual([{ notice: 'shop_login_expire' }]);
  });

  it('tells it when the login is refused, but not when it only could not be reached', async () => {
    const refused = { ok: false, refusal: refusal('captcha_needed'), canRetry: false } as const;
    const lost = openHarness([GONE], { renewed: refused });
    expect(await lost.client.call(getShopSettings, shop, null)).toEqual(refused);
    expect(lost.notices).toEqual([{ notice: 'shop_login_expire' }]);
    const away = openHarness([GONE], { renewed: { ...refused, canRetry: true } });
    expect(await away.client.call(getShopSettings, shop, null)).toMatchObject({ canRetry: true });
    expect(away.notices).toEqual([]);
  });

  it('does not rate a buyer twice when it is in doubt, and does when nothing can have left', async () => {
    const input = { orderId: '7301234567890130001', stars: 5, comment: '' };
    const doubt = openHarness([new BridgeError('reset', 'cut', true), '{"code":0,"data":{}}']);
    expect(await doubt.client.call(rateOrder, shop, input)).toMatchObject({ ok: false });
    expect(doubt.asked).toHaveLength(1);
    const unsent = openHarness([new BridgeError('refused', 'nobody there', false), '{"code":0,"data":{}}']);
    expect(await unsent.client.call(rateOrder, shop, input)).toMatchObject({ ok: true });
    expect(unsent.asked).toHaveLength(2);
  });
});
