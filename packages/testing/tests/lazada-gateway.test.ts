/** The simulated gateway called by hand: signing, tokens, sessions and faults as a web client sees them. */
import { createHash, randomUUID } from 'node:crypto';
import type { Bridge } from '@pasar/bridge';
import type { ConnectorSession } from '@pasar/connector-kit';
import { asPlatformShopId } from '@pasar/domain';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  APP_KEY,
  allConversations,
  demand,
  findConversation,
  type LazadaHarness,
  openLazadaHarness,
  visitLazada,
} from './lazada-harness.ts';

let lazada: LazadaHarness;
let session: ConnectorSession;
let bridge: Bridge;
/** Cookies of a signed-in browser. */
let cookies: Map<string, string>;

beforeAll(async () => {
  lazada = await openLazadaHarness();
  const visit = visitLazada(lazada);
  ({ bridge } = visit);
  session = demand(await visit.start());
  const names = ['_m_h5_tk', '_m_h5_tk_enc', 'asc_uid', 'asc_uid_enc'];
  cookies = new Map(names.map((name) => [name, visit.bridge.cookies.get(`${lazada.origin}/`, name) ?? '']));
});
afterAll(async () => {
  await bridge.close();
  await lazada.close();
});

const unreadInList = async (): Promise<number> =>
  (await allConversations(session, lazada.shop.shopId)).reduce((sum, { unreadCount }) => sum + (unreadCount ?? 0), 0);

afterEach(() => lazada.control.clearFaults());

const UNREAD = 'mtop.gsp.im.use.web.seller.unreadcount';
const envelopeSchema = z.object({ api: z.string(), v: z.string(), ret: z.array(z.string()), data: z.unknown() });

interface Attempt {
  readonly api?: string;
  readonly data?: string;
  readonly without?: string;
  readonly sign?: string;
  readonly method?: 'GET' | 'POST';
  readonly signal?: AbortSignal;
}
async function call({ api = UNREAD, data = '{"accountType":2}', without, sign, method = 'GET', signal }: Attempt) {
  const t = '1793250000000';
  const token = cookies.get('_m_h5_tk')?.split('_')[0] ?? '';
  const right = createHash('md5').update(`${token}&${t}&${APP_KEY}&${data}`).digest('hex');
  const query = new URLSearchParams({ appKey: APP_KEY, t, sign: sign ?? right, api, v: '1.0' });
  if (method === 'GET') query.set('data', data);
  const cookie = [...cookies].filter(([name]) => name !== without).map(([name, value]) => `${name}=${value}`);
  const response = await fetch(`${lazada.origin}/h5/${api}/1.0/?${query}`, {
    method,
    headers: { cookie: cookie.join('; ') },
    ...(method === 'POST' ? { body: new URLSearchParams({ data }) } : {}),
    ...(signal === undefined ? {} : { signal }),
  });
  const text = await response.text();
  return {
    status: response.status,
    code: text.startsWith('{') ? (envelopeSchema.parse(JSON.parse(text)).ret[0]?.split('::')[0] ?? '') : '',
    data: text.startsWith('{') ? envelopeSchema.parse(JSON.parse(text)).data : null,
    fresh: response.headers.getSetCookie().map((line) => line.split('=')[0]),
  };
}

describe('the signed gateway', () => {
  it('answers a right signature, whatever the case of the name, by GET and POST', async () => {
    const expected = await unreadInList();
    for (const attempt of [{}, { api: UNREAD.toUpperCase() }, { method: 'POST' } as const]) {
      expect(await call(attempt)).toMatchObject({ code: 'SUCCESS', data: { result: expected }, fresh: [] });
    }
  });

  it.each<[string, Attempt, string, boolean]>([
    ['no token', { without: '_m_h5_tk' }, 'FAIL_SYS_TOKEN_EMPTY', true],
    ['a token without its other half', { without: '_m_h5_tk_enc' }, 'FAIL_SYS_TOKEN_EXOIRED', true],
    ['a wrong signature', { sign: '0'.repeat(32) }, 'FAIL_SYS_ILLEGAL_ACCESS', false],
    ['no login', { without: 'asc_uid_enc' }, 'FAIL_SYS_SESSION_EXPIRED', false],
    ['an unknown call', { api: 'mtop.nothing' }, 'FAIL_SYS_API_NOT_FOUNDED', false],
    ['data that is no JSON', { data: 'x' }, 'FAIL_SYS_BIZPARAM_MISSED', false],
    ['data without what the call needs', { api: 'mtop.gsp.web.seller.js.sync' }, 'FAIL_BIZ_PARAM_INVALID', false],
  ])('%s: %s', async (_name, attempt, code, isFresh) => {
    expect(await call(attempt)).toMatchObject({ code, fresh: isFresh ? ['_m_h5_tk', '_m_h5_tk_enc'] : [] });
  });

  it('faults: 429, 403, and no answer until the caller gives up', async () => {
    await lazada.fault('tooManyRequests');
    expect((await call({})).status).toBe(429);
    await lazada.fault('forbidden');
    expect((await call({})).status).toBe(403);
    await lazada.fault('timeout');
    await expect(call({ signal: AbortSignal.timeout(100) })).rejects.toThrow('timeout');
    expect((await call({})).code).toBe('SUCCESS');
  });

  it('refuses the push socket without a token', async () => {
    const socket = new WebSocket(`${lazada.origin.replace('http', 'ws')}/accs/auth?token=none`);
    const event = await new Promise<string>((resolve) => {
      socket.onopen = () => resolve('open');
      socket.onerror = () => resolve('error');
    });
    expect(event).toBe('error');
  });
});

it('the seller site sorts orders by their last change, and by no word that it does not know', async () => {
  const ask = async (sort: string): Promise<unknown> => {
    const query = new URLSearchParams({ sellerId: lazada.shop.userId, sort, sortOrder: 'desc' });
    const { text } = await bridge.http.request({
      method: 'GET',
      url: `${lazada.origin}/apps/order/list?${query}`,
      headers: {},
      body: { type: 'none' },
      timeoutMs: 5_000,
    });
    return JSON.parse(text);
  };
  expect(await ask('updateTime')).toMatchObject({ success: true });
  expect(await ask('price')).toMatchObject({ success: false });
  const shop = asPlatformShopId(lazada.shop.shopId);
  expect(await session.calls.orders.listChangedOrders(shop, { cursor: 'x' })).toMatchObject({
    refusal: { reason: 'invalid_request' },
  });
});

it('a server with calls left hanging still closes', async () => {
  const other = await openLazadaHarness();
  const visit = visitLazada(other);
  const hanging = demand(await visit.start());
  const conversation = await findConversation(hanging, other.place);
  const faultId = await other.fault('timeout');
  const sent = hanging.sendText({ conversation, text: 'x', quote: null, idempotencyKey: randomUUID() });
  await other.control.faultIsSpent(faultId);
  await other.close();
  expect((await sent).kind).toBe('inDoubt');
  await visit.bridge.close();
});
