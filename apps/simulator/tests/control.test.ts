import { request } from 'node:http';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import {
  conversationSchema,
  endpointsSchema,
  eventSchema,
  faultsSchema,
  ledgerSchema,
  loginsSchema,
  refusalSchema,
  stateSchema,
} from '../src/control/schemas.ts';
import { startTiktok } from '../src/tiktok/server.ts';
import { type Composed, startComposed } from './start-composed.ts';

let composed: Composed;
let origin: string;
beforeAll(async () => {
  composed = await startComposed();
  origin = composed.simulator.controlOrigin;
});
afterAll(() => composed.close());
afterEach(async () => {
  await fetch(`${origin}/sim/faults`, { method: 'DELETE' });
});

async function get<T>(path: string, schema: z.ZodType<T>): Promise<T> {
  const response = await fetch(`${origin}${path}`);
  expect(response.status, path).toBe(200);
  return schema.parse(await response.json());
}
const send = (path: string, body: unknown): Promise<Response> =>
  fetch(`${origin}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
async function post<T>(path: string, body: unknown, schema: z.ZodType<T>): Promise<T> {
  const response = await send(path, body);
  const answer: unknown = await response.json();
  expect(response.status, JSON.stringify(answer)).toBe(200);
  return schema.parse(answer);
}
/** Status and code of a refusal, whose message must not be empty. */
async function refusal(response: Response): Promise<string> {
  const { code, message } = refusalSchema.parse(await response.json());
  expect(message).not.toBe('');
  return `${response.status} ${code}`;
}
const accepted = z.object({ messageId: z.string(), ledgerId: z.string() });
const faultAdded = z.object({ faultId: z.string() });
const query = (address: Readonly<Record<string, string>>): string => new URLSearchParams(address).toString();

async function someAddress(marketplace: string, number: number) {
  const { shops } = await get('/sim/state', stateSchema);
  const shop = shops.find((candidate) => candidate.marketplace === marketplace);
  const buyer = shop?.buyers[number];
  if (shop === undefined || buyer === undefined) throw new Error(`no ${marketplace} buyer`);
  return { marketplace, shopId: shop.shopId, buyerId: buyer.buyerId };
}

test('the state names every shop and buyer, and the logins cover every shop', async () => {
  const { shops } = await get('/sim/state', stateSchema);
  const { logins } = await get('/sim/logins', loginsSchema);
  expect(shops).toHaveLength(16);
  expect(shops.reduce((sum, { buyers }) => sum + buyers.length, 0)).toBe(335);
  expect(new Set(shops.map(({ seller }) => seller))).toEqual(new Set(['demo', 'other']));
  const { shops: unclaimed } = await get('/sim/state?seller=unclaimed', stateSchema);
  expect(logins.flatMap(({ shopIds }) => shopIds).toSorted()).toEqual(
    [...shops, ...unclaimed].map(({ shopId }) => shopId).toSorted(),
  );
  expect((await get('/sim/state?seller=all', stateSchema)).shops).toHaveLength(242);
  expect(await get('/sim/health', z.object({ status: z.literal('ok') }))).toEqual({ status: 'ok' });
  const { endpoints } = await get('/sim/endpoints', endpointsSchema);
  expect(endpoints.map(({ marketplace, path }) => `${marketplace} ${path}`)).toEqual([
    'shopee /shopee',
    'lazada /lazada',
    'tiktok /tiktok',
  ]);
});

test('the logins of the bulk import are only listed on request', async () => {
  const { logins } = await get('/sim/logins?seller=import', loginsSchema);
  const { shops } = await get('/sim/state?seller=import', stateSchema);
  expect(logins).toHaveLength(200);
  expect(logins.flatMap(({ shopIds }) => shopIds)).toEqual(shops.map(({ shopId }) => shopId));
  expect(Math.max(...shops.map(({ buyers }) => buyers.length))).toBe(3);
  expect(await get('/sim/logins?seller=nobody', loginsSchema)).toEqual({ logins: [] });
});

describe('messages', () => {
  test("of buyers and of the seller's own app are accepted once and are in the ledger", async () => {
    const address = await someAddress('lazada', 2);
    const one = await post('/sim/messages', { ...address, kind: 'text', content: 'Halo 😀' }, accepted);
    const answer = { ...address, kind: 'text', content: { text: 'Hai kak' }, from: 'sellerApp' };
    const other = await post('/sim/messages', answer, accepted);
    const card = { orderId: '123456789012345678' };
    const third = await post('/sim/messages', { ...address, kind: 'order', content: card }, accepted);
    const { entries } = await get(`/sim/ledger?${query(address)}`, ledgerSchema);
    expect(entries).toMatchObject([
      { ...address, ...one, from: 'buyer', kind: 'text', content: { text: 'Halo 😀' }, idempotencyKey: null },
      { ...address, ...other, from: 'sellerApp', content: { text: 'Hai kak' } },
      { ...address, ...third, kind: 'order', content: card },
    ]);
    const all = await get('/sim/ledger', ledgerSchema);
    expect(new Set(all.entries.map(({ ledgerId }) => ledgerId)).size).toBe(all.entries.length);
    expect(await get('/sim/ledger?shopId=1', ledgerSchema)).toEqual({ entries: [] });
  });

  test('that are invalid are refused and change nothing', async () => {
    const address = await someAddress('shopee', 0);
    const text = { ...address, kind: 'text', content: 'hello' };
    const before = await get('/sim/ledger', ledgerSchema);
    const refusedWith = async (body: unknown): Promise<string> => refusal(await send('/sim/messages', body));
    expect(await refusedWith({ ...text, shopId: '1' })).toBe('404 unknownShop');
    expect(await refusedWith({ ...text, marketplace: 'lazada' })).toBe('404 unknownShop');
    expect(await refusedWith({ ...text, buyerId: '1' })).toBe('404 unknownBuyer');
    expect(await refusedWith({ ...text, marketplace: 'ebay' })).toBe('400 badRequest');
    expect(await refusedWith({ ...text, kind: 'goods_card', content: {} })).toBe('400 badRequest');
    expect(await refusedWith({ ...text, content: ' \n' })).toBe('400 badRequest');
    expect(await refusedWith({ ...text, content: { txt: 'hello' } })).toBe('400 badRequest');
    expect(await refusedWith({ ...text, kind: 'image' })).toBe('400 badRequest');
    expect(await refusedWith({ ...text, from: 'seller' })).toBe('400 badRequest');
    expect(await refusedWith({ ...text, extra: 1 })).toBe('400 badRequest');
    expect(await refusedWith('{"marketplace":')).toBe('400 badRequest');
    expect(await refusedWith('')).toBe('400 badRequest');
    expect(await get('/sim/ledger', ledgerSchema)).toEqual(before);
  });

  test('with ids as bare numbers keep every digit', async () => {
    const { marketplace, shopId, buyerId } = await someAddress('tiktok', 1);
    const body = `{"marketplace":"${marketplace}","shopId":${shopId},"buyerId":${buyerId},"kind":"text","content":"hi"}`;
    const { messageId } = await post('/sim/messages', body, accepted);
    const { entries } = await get(`/sim/ledger?buyerId=${buyerId}`, ledgerSchema);
    expect(entries.map((entry) => entry.messageId)).toContain(messageId);
  });
});

describe('conversations', () => {
  test('show their messages with the marks of both sides', async () => {
    const address = await someAddress('shopee', 5);
    await post('/sim/reads', { ...address, by: 'sellerApp' }, z.unknown());
    const { messageId } = await post('/sim/messages', { ...address, kind: 'text', content: 'one' }, accepted);
    const path = `/sim/conversations?${query(address)}`;
    const fresh = await get(path, conversationSchema);
    expect(fresh.messages.at(-1)).toMatchObject({ messageId, isReadBySeller: false, isReadByBuyer: false });
    expect(fresh.unreadCount).toBe(1);
    expect(await post('/sim/reads', { ...address, by: 'sellerApp' }, z.unknown())).toEqual({ messageId });
    expect(await post('/sim/reads', { ...address, by: 'buyer' }, z.unknown())).toEqual({ messageId });
    const read = await get(path, conversationSchema);
    expect(read.messages.every(({ isReadByBuyer, isReadBySeller }) => isReadByBuyer && isReadBySeller)).toBe(true);
    expect(read.unreadCount).toBe(0);
    expect((await get(`${path}&limit=2`, conversationSchema)).messages).toEqual(read.messages.slice(-2));
  });

  test('are closed and activated', async () => {
    const address = await someAddress('tiktok', 0);
    for (const status of ['closed', 'activated']) {
      await post('/sim/conversations', { ...address, status }, z.unknown());
      expect((await get(`/sim/conversations?${query(address)}`, conversationSchema)).status).toBe(status);
    }
    expect(await refusal(await send('/sim/conversations', { ...address, status: 'gone' }))).toBe('400 badRequest');
    expect((await fetch(`${origin}/sim/conversations?${query({ ...address, buyerId: '7' })}`)).status).toBe(404);
  });
});

describe('typing, quotes and recall', () => {
  test('are refused where the chat does not have them, and change nothing', async () => {
    const address = await someAddress('lazada', 1);
    const { messages } = await get(`/sim/conversations?${query(address)}`, conversationSchema);
    const messageId = messages.at(-1)?.messageId ?? '';
    const before = await get('/sim/ledger', ledgerSchema);
    expect(await refusal(await send('/sim/typing', { ...address, isTyping: true }))).toBe('400 badRequest');
    expect(await refusal(await send('/sim/recalls', { ...address, messageId, by: 'buyer' }))).toBe('400 badRequest');
    const text = { ...address, kind: 'text', content: 'hello', quoteMessageId: messageId };
    expect(await refusal(await send('/sim/messages', text))).toBe('400 badRequest');
    expect(await get('/sim/ledger', ledgerSchema)).toEqual(before);
  });

  test('are carried out where the chat has them, and sent on the stream', async () => {
    const live = await startComposed({ tiktok: { start: startTiktok, endpoints: [] } });
    const other = live.simulator.controlOrigin;
    const ask = async <T>(path: string, body: unknown, schema: z.ZodType<T>): Promise<T> => {
      const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
      const response = await fetch(`${other}${path}`, body === null ? {} : init);
      expect(response.status, path).toBe(200);
      return schema.parse(await response.json());
    };
    const { shops } = await ask('/sim/state', null, stateSchema);
    const shop = shops.find(({ marketplace }) => marketplace === 'tiktok');
    const buyerId = shop?.buyers[0]?.buyerId;
    if (shop === undefined || buyerId === undefined) throw new Error('no TikTok buyer');
    const address = { marketplace: 'tiktok', shopId: shop.shopId, buyerId };
    const stream = await fetch(`${other}/sim/events`, { signal: AbortSignal.timeout(10_000) });
    const text = { ...address, kind: 'text', content: 'one' };
    const one = await ask('/sim/messages', text, accepted);
    const two = await ask('/sim/messages', { ...text, content: 'two', quoteMessageId: one.messageId }, accepted);
    await ask('/sim/typing', { ...address, isTyping: true }, z.unknown());
    await ask('/sim/recalls', { ...address, messageId: one.messageId, by: 'buyer' }, z.unknown());
    const quote = { messageId: one.messageId, hint: 'one' };
    expect(await firstEvents(stream, 3)).toMatchObject([
      { kind: 'message', ...address, message: { messageId: one.messageId, status: 'available', quote: null } },
      { kind: 'message', ...address, message: { messageId: two.messageId, quote } },
      { kind: 'recalled', ...address, messageId: one.messageId },
    ]);
    const shown = await ask(`/sim/conversations?${query(address)}&limit=2`, null, conversationSchema);
    expect(shown).toMatchObject({ isMuted: false, isFavorite: false, isSellerTyping: false, marks: [] });
    expect(shown.messages).toMatchObject([
      { messageId: one.messageId, status: 'recalled' },
      { messageId: two.messageId, status: 'available', quote },
    ]);
    await live.close();
  });
});

describe('faults', () => {
  test('are added, listed, strike at the marketplaces and are removed', async () => {
    const { shopId } = await someAddress('lazada', 0);
    const wanted = { kind: 'tooManyRequests', marketplace: 'lazada', shopId, count: 2 };
    const { faultId } = await post('/sim/faults', wanted, faultAdded);
    await post('/sim/faults', { kind: 'socketDelayed', marketplace: 'tiktok', forMs: 60_000, delayMs: 5 }, faultAdded);
    expect(composed.given.faults.strike('tooManyRequests', 'lazada', shopId)).toMatchObject({ faultId, remaining: 1 });
    const { faults } = await get('/sim/faults', faultsSchema);
    expect(faults).toMatchObject([
      { faultId, shopId, remaining: 1, until: null, delayMs: 1_000 },
      { kind: 'socketDelayed', shopId: null, remaining: null, delayMs: 5 },
    ]);
    const remove = (path: string) => fetch(`${origin}${path}`, { method: 'DELETE' });
    expect(await (await remove(`/sim/faults/${faultId}`)).json()).toEqual({ removed: 1 });
    expect((await remove(`/sim/faults/${faultId}`)).status).toBe(404);
    expect(await (await remove('/sim/faults')).json()).toEqual({ removed: 1 });
    expect(composed.given.faults.strike('socketDelayed', 'tiktok', null)).toBeNull();
  });

  test('that act at one moment happen once unless a count or a time is given', async () => {
    await post('/sim/faults', { kind: 'tokenExpired', marketplace: 'shopee' }, faultAdded);
    await post('/sim/faults', { kind: 'socketDropped', marketplace: 'shopee', forMs: 60_000 }, faultAdded);
    const { faults } = await get('/sim/faults', faultsSchema);
    expect(faults.map(({ remaining }) => remaining)).toEqual([1, null]);
  });

  test('that are invalid are refused', async () => {
    const fault = { kind: 'timeout', marketplace: 'shopee' };
    expect(await refusal(await send('/sim/faults', { ...fault, kind: 'earthquake' }))).toBe('400 badRequest');
    expect(await refusal(await send('/sim/faults', { ...fault, count: 0 }))).toBe('400 badRequest');
    expect(await refusal(await send('/sim/faults', { ...fault, shopId: '1' }))).toBe('404 unknownShop');
    expect(await get('/sim/faults', faultsSchema)).toEqual({ faults: [] });
  });
});

test('chatter starts, shows and stops', async () => {
  const on = await post('/sim/chatter', { ratePerMinute: 1, marketplace: 'shopee' }, z.unknown());
  expect(on).toEqual({ ratePerMinute: 1, marketplace: 'shopee' });
  expect(await get('/sim/chatter', z.unknown())).toEqual(on);
  const off = { ratePerMinute: 0, marketplace: null };
  expect(await post('/sim/chatter', { ratePerMinute: 0 }, z.unknown())).toEqual(off);
  expect(await refusal(await send('/sim/chatter', { ratePerMinute: -1 }))).toBe('400 badRequest');
});

async function firstEvents(stream: Response, count: number): Promise<readonly z.infer<typeof eventSchema>[]> {
  let text = '';
  const decoder = new TextDecoder();
  const linesOf = () => text.split('\n').filter((line) => line.startsWith('data: '));
  for await (const bytes of stream.body ?? []) {
    text += decoder.decode(bytes, { stream: true });
    if (text.endsWith('\n\n') && linesOf().length >= count) break;
  }
  return linesOf().map((line) => eventSchema.parse(JSON.parse(line.slice(6))));
}

test('the event stream tells events in order', async () => {
  const address = await someAddress('lazada', 4);
  const stream = await fetch(`${origin}/sim/events`, { signal: AbortSignal.timeout(10_000) });
  expect(stream.headers.get('content-type')).toBe('text/event-stream');
  const { messageId } = await post('/sim/messages', { ...address, kind: 'text', content: 'line\n\none' }, accepted);
  await post('/sim/reads', { ...address, by: 'sellerApp' }, z.unknown());
  await post('/sim/conversations', { ...address, status: 'closed' }, z.unknown());
  await post('/sim/conversations', { ...address, status: 'activated' }, z.unknown());
  expect(await firstEvents(stream, 4)).toMatchObject([
    { kind: 'message', ...address, message: { messageId, from: 'buyer', content: { text: 'line\n\none' } } },
    { kind: 'sellerRead', ...address, messageId },
    { kind: 'status', ...address, status: 'closed' },
    { kind: 'status', ...address, status: 'activated' },
  ]);
});

test('the description names every call, and its schemas accept the answers', async () => {
  const document = await get(
    '/sim/openapi.json',
    z.object({ openapi: z.literal('3.1.0'), paths: z.record(z.string(), z.record(z.string(), z.unknown())) }),
  );
  const calls = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method} ${path}`),
  );
  expect(calls.toSorted()).toEqual(
    [
      'post /sim/messages',
      'get /sim/ledger',
      'post /sim/faults',
      'get /sim/faults',
      'delete /sim/faults',
      'delete /sim/faults/{faultId}',
      'get /sim/captchas/{captchaId}',
      'get /sim/codes',
      'get /sim/demands',
      'put /sim/demands',
      'get /sim/trade',
      'post /sim/trade',
      'post /sim/orders',
      'post /sim/orders/step',
      'post /sim/orders/status',
      'post /sim/time',
      'get /sim/state',
      'get /sim/logins',
      'post /sim/reads',
      'post /sim/recalls',
      'post /sim/typing',
      'post /sim/deletions',
      'post /sim/ratings',
      'post /sim/seats',
      'get /sim/conversations',
      'post /sim/conversations',
      'get /sim/chatter',
      'post /sim/chatter',
      'get /sim/endpoints',
      'get /sim/health',
      'get /sim/events',
      'get /sim/openapi.json',
      'get /sim/pictures/{name}',
      'get /sim/videos/{name}',
      'get /sim/translation',
      'put /sim/translation',
      'get /sim/model',
      'put /sim/model',
      'get /sim/letters',
      'put /sim/letters',
    ].toSorted(),
  );
});

test('pages of other names and forms of other sites are refused', async () => {
  const status = await new Promise<number | undefined>((resolve, reject) => {
    const asked = request(`${origin}/sim/logins`, { headers: { host: 'rebound.example' } }, (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    asked.on('error', reject);
    asked.end();
  });
  expect(status).toBe(403);
  const form = await fetch(`${origin}/sim/chatter`, {
    method: 'POST',
    body: new URLSearchParams({ ratePerMinute: '1' }),
  });
  expect(form.status).toBe(415);
});

test('the phone and the pictures are served only by this server', async () => {
  const page = await fetch(`${origin}/`);
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
  const html = await page.text();
  expect(html).toContain("<title>Buyer's phone</title>");
  expect(html).not.toMatch(/https?:\/\//);
  for (const [, path = ''] of html.matchAll(/(?:src|href)="(\/[^"]+)"/g)) {
    expect((await fetch(`${origin}${path}`)).status, path).toBe(200);
  }
  const modules = [...(await (await fetch(`${origin}/phone/main.js`)).text()).matchAll(/from '\.\/([^']+)'/g)];
  expect(modules.length).toBeGreaterThan(3);
  for (const [, name = ''] of modules) {
    const response = await fetch(`${origin}/phone/${name}`);
    expect([response.status, response.headers.get('content-type')], name).toEqual([
      200,
      'text/javascript; charset=utf-8',
    ]);
  }
  const picture = await fetch(`${origin}/sim/pictures/123.png`);
  expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/png']);
  expect((await fetch(`${origin}/phone/../../package.json`)).status).toBe(404);
});
