/** The control API for the owners of accounts: demands, codes, captchas, and a shop's trade. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import {
  captchaSchema,
  codesSchema,
  demandsOfAccountSchema,
  eventSchema,
  loginsSchema,
  refusalSchema,
} from '../src/control/schemas.ts';
import { shopTradeSchema } from '../src/control/trade-schemas.ts';
import { type Composed, startComposed } from './start-composed.ts';

let composed: Composed;
let origin: string;
beforeAll(async () => {
  composed = await startComposed();
  origin = composed.simulator.controlOrigin;
});
afterAll(() => composed.close());

async function ask<T>(method: string, path: string, body: unknown, schema: z.ZodType<T>): Promise<T> {
  const response = await send(method, path, body);
  const answer: unknown = await response.json();
  expect(response.status, JSON.stringify(answer)).toBe(200);
  return schema.parse(answer);
}
const send = (method: string, path: string, body: unknown): Promise<Response> =>
  fetch(`${origin}${path}`, {
    method,
    ...(body === null ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  });
async function refusal(method: string, path: string, body: unknown = null): Promise<string> {
  const response = await send(method, path, body);
  return `${response.status} ${refusalSchema.parse(await response.json()).code}`;
}
const account = { marketplace: 'shopee', identifier: 'kopi.corner' } as const;
const query = new URLSearchParams(account).toString();

describe('demands', () => {
  test('are set and shown, and the marketplace gets the same demands', async () => {
    const path = `/sim/demands?${query}`;
    expect(await ask('GET', path, null, demandsOfAccountSchema)).toEqual({
      ...account,
      demands: [],
      remaining: null,
      refusal: null,
    });
    const wanted = { ...account, demands: ['captcha', 'otp'], remaining: 2, refusal: null };
    expect(await ask('PUT', '/sim/demands', wanted, demandsOfAccountSchema)).toEqual(wanted);
    composed.given.demands.loggedIn('shopee', 'kopi.corner');
    expect(await ask('GET', path, null, demandsOfAccountSchema)).toEqual({ ...wanted, remaining: 1 });
    await ask('PUT', '/sim/demands', { ...account, refusal: 'error_banned' }, demandsOfAccountSchema);
    expect(composed.given.demands.of('shopee', 'kopi.corner')).toEqual({
      demands: [],
      remaining: null,
      refusal: 'error_banned',
    });
  });

  test('that are invalid are refused', async () => {
    expect(await refusal('PUT', '/sim/demands', { ...account, demands: ['tea'] })).toBe('400 badRequest');
    expect(await refusal('PUT', '/sim/demands', { ...account, remaining: -1 })).toBe('400 badRequest');
    expect(await refusal('PUT', '/sim/demands', { ...account, identifier: 'nobody' })).toBe('404 unknownLogin');
    expect(await refusal('GET', '/sim/demands?marketplace=lazada&identifier=kopi.corner')).toBe('404 unknownLogin');
  });

  test('of the bulk import exist from the start, for 20 of 200', async () => {
    const { logins } = await ask('GET', '/sim/logins?seller=import', null, loginsSchema);
    const refusing = logins.filter(({ marketplace, identifier }) => {
      const { demands, refusal: word } = composed.given.demands.of(marketplace, identifier);
      return demands.length > 0 || word !== null;
    });
    expect(refusing).toHaveLength(20);
  });
});

test('codes are in the inbox of their account, newest first, and sent on the stream', async () => {
  const stream = await fetch(`${origin}/sim/events`, { signal: AbortSignal.timeout(10_000) });
  const { demands } = composed.given;
  const one = demands.sendCode('shopee', 'kopi.corner', 'sms');
  const other = demands.sendCode('lazada', 'sg@kopicorner.example', 'email');
  expect(await ask('GET', `/sim/codes?${query}`, null, codesSchema)).toEqual({ codes: [one] });
  const all = await ask('GET', '/sim/codes', null, codesSchema);
  expect(all.codes.map(({ codeId }) => codeId).toSorted()).toEqual([one?.codeId, other?.codeId].toSorted());
  let text = '';
  const decoder = new TextDecoder();
  for await (const bytes of stream.body ?? []) {
    text += decoder.decode(bytes, { stream: true });
    if (text.split('\ndata: ').length > 2 && text.endsWith('\n\n')) break;
  }
  const told = text.split('\n').flatMap((line) => (line.startsWith('data: ') ? [JSON.parse(line.slice(6))] : []));
  expect(told.map((event) => eventSchema.parse(event))).toEqual([
    { kind: 'code', ...one },
    { kind: 'code', ...other },
  ]);
});

test('the solution of an open captcha is told, and of no other captcha', async () => {
  const { captchaId, solution } = composed.given.demands.openCaptcha('shopee', 'text');
  const path = `/sim/captchas/${captchaId}`;
  expect(await ask('GET', path, null, captchaSchema)).toEqual({ captchaId, captchaType: 'text', solution });
  expect(composed.given.demands.checkCaptcha(captchaId, solution)).toBe(true);
  expect(await refusal('GET', path)).toBe('404 unknownCaptcha');
});

describe('trade', () => {
  const shopOf = (marketplace: string): string => {
    const shop = composed.given.world.shops.find((candidate) => candidate.marketplace === marketplace);
    if (shop === undefined) throw new Error(`no ${marketplace} shop`);
    return shop.shopId;
  };

  test.each(['shopee', 'lazada', 'tiktok'] as const)('of a %s shop is shown in full', async (marketplace) => {
    const shopId = shopOf(marketplace);
    const shown = await ask('GET', `/sim/trade?${new URLSearchParams({ marketplace, shopId })}`, null, shopTradeSchema);
    expect(shown).toEqual(composed.given.trade.of(marketplace, shopId));
  });

  test('is changed like the seller would do', async () => {
    const address = { marketplace: 'shopee', shopId: shopOf('shopee') } as const;
    const { orders } = composed.given.trade.of('shopee', address.shopId);
    const change = { change: 'sellerNote', orderId: orders[0]?.orderId, note: 'fragile' };
    await ask('POST', '/sim/trade', { ...address, change }, z.object({ changed: z.literal(true) }));
    expect(composed.given.trade.of('shopee', address.shopId).orders[0]?.sellerNote).toBe('fragile');
  });

  test('moves on: a buyer orders, the order takes steps, and time passes', async () => {
    const address = { marketplace: 'lazada', shopId: shopOf('lazada') } as const;
    const now = () => composed.given.trade.of('lazada', address.shopId);
    const buyerId = now().orders[0]?.buyerId;
    const basket = { buyerId, lines: [] };
    const { orderId } = await ask('POST', '/sim/orders', { ...address, basket }, z.object({ orderId: z.string() }));
    const changed = z.object({ changed: z.literal(true) });
    await ask('POST', '/sim/orders/step', { ...address, orderId, step: 'pay' }, changed);
    expect(now().orders[0]).toMatchObject({ orderId, buyerId, status: 'toShip' });
    expect(await refusal('POST', '/sim/orders/step', { ...address, orderId, step: 'pay' })).toBe('404 unknownTarget');
    expect(await refusal('POST', '/sim/orders', { ...address, basket: { ...basket, buyerId: '7' } })).toBe(
      '404 unknownTarget',
    );
    const before = now().clock;
    await ask('POST', '/sim/time', { forMs: 3_600_000 }, changed);
    expect(now().clock).toBe(before + 3_600_000);
    expect(await refusal('POST', '/sim/time', { forMs: -1 })).toBe('400 badRequest');
  });

  test('tells a status of an order that nobody knows, until the order moves on or its own is told again', async () => {
    const changed = z.object({ changed: z.literal(true) });
    for (const [marketplace, status] of [
      ['shopee', '987'],
      ['lazada', 'teleported'],
      ['tiktok', '987'],
    ] as const) {
      const address = { marketplace, shopId: shopOf(marketplace) };
      const orderNow = () =>
        composed.given.trade.of(marketplace, address.shopId).orders.find((order) => order.orderId === orderId);
      const waiting = composed.given.trade
        .of(marketplace, address.shopId)
        .orders.find((one) => one.status === 'toShip');
      const orderId = waiting?.orderId;
      const tell = (word: unknown) => ({ ...address, orderId, status: word });
      await ask('POST', '/sim/orders/status', tell(status), changed);
      expect(orderNow()).toMatchObject({ status: 'toShip', toldStatus: status });
      expect(orderNow()?.updatedAt).toBeGreaterThan(waiting?.updatedAt ?? Number.POSITIVE_INFINITY);
      // Nothing happens to it while its status is beyond explanation.
      await ask('POST', '/sim/time', { forMs: 5 * 86_400_000 }, changed);
      expect(orderNow()).toMatchObject({ status: 'toShip', toldStatus: status });
      await ask('POST', '/sim/orders/status', tell(null), changed);
      expect(orderNow()).toMatchObject({ status: 'toShip', toldStatus: null });
      await ask('POST', '/sim/orders/status', tell(status), changed);
      await ask('POST', '/sim/orders/step', { ...address, orderId, step: 'ship' }, changed);
      expect(orderNow()).toMatchObject({ status: 'shipping', toldStatus: null });
      expect(await refusal('POST', '/sim/orders/status', { ...tell(status), orderId: '7' })).toBe('404 unknownTarget');
      expect(await refusal('POST', '/sim/orders/status', tell(''))).toBe('400 badRequest');
      const isWordRefused = marketplace !== 'lazada';
      if (isWordRefused) expect(await refusal('POST', '/sim/orders/status', tell('lost'))).toBe('400 badRequest');
    }
  });

  test('refuses unknown shops, targets and changes', async () => {
    const address = { marketplace: 'shopee', shopId: shopOf('shopee') };
    const vacation = { change: 'vacation', isOn: true };
    const note = { change: 'sellerNote', orderId: '7', note: '' };
    expect(await refusal('GET', '/sim/trade?marketplace=shopee&shopId=7')).toBe('404 unknownShop');
    expect(await refusal('POST', '/sim/trade', { ...address, shopId: '7', change: vacation })).toBe('404 unknownShop');
    expect(await refusal('POST', '/sim/trade', { ...address, change: note })).toBe('404 unknownTarget');
    expect(await refusal('POST', '/sim/trade', { ...address, change: { change: 'party' } })).toBe('400 badRequest');
    expect(composed.given.trade.of('shopee', address.shopId).isOnVacation).toBe(false);
  });
});
