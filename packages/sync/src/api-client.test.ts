import { CALLS } from '@pasar/api';
import type { Locale } from '@pasar/domain';
import { describe, expect, it, vi } from 'vitest';
import { createApiClient } from './api-client.ts';
import { aMember, uuid } from './testing/builders.ts';

interface Asked {
  readonly url: string;
  readonly init: RequestInit | undefined;
}

function setUp(answer: () => Response | Promise<Response>, isOffline = false) {
  const asked: Asked[] = [];
  const seen = { expired: 0, locale: 'en' as Locale };
  const callApi = createApiClient({
    fetch: async (input, init) => {
      asked.push({ url: String(input), init });
      return answer();
    },
    isOffline: () => isOffline,
    locale: () => seen.locale,
    onExpired: () => {
      seen.expired += 1;
    },
  });
  return { callApi, asked, seen };
}
const json = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status });
const SUCCESS = { result: 'success', data: { member: aMember() } };

describe('the API client', () => {
  it('C1 C2: posts JSON in the present language and gives the data', async () => {
    const { callApi, asked, seen } = setUp(() => json(SUCCESS));
    seen.locale = 'th';
    const result = await callApi(CALLS.account.login, { mobile: 'demo', password: 'secret' });
    expect(result).toEqual({ ok: true, data: SUCCESS.data });
    expect(asked[0]?.url).toBe('/api/account/index/login');
    expect(asked[0]?.init).toMatchObject({
      method: 'POST',
      body: '{"mobile":"demo","password":"secret"}',
      headers: { 'Accept-Language': 'th', 'Content-Type': 'application/json' },
    });
  });

  it('C1: sends a GET with a query, without absent values', async () => {
    const data = { conversations: [], next: null };
    const { callApi, asked } = setUp(() => json({ result: 'success', data }));
    const input = { tab: 'unread', search: 'สม ใจ&=', shopId: undefined, limit: 20 } as const;
    expect(await callApi(CALLS.chat.conversations, input)).toEqual({ ok: true, data });
    const url = new URL(asked[0]?.url ?? '', 'http://desk');
    expect(url.pathname).toBe('/api/desk/conversations');
    expect(Object.fromEntries(url.searchParams)).toEqual({ tab: 'unread', search: 'สม ใจ&=', limit: '20' });
    expect(asked[0]?.init?.body).toBeUndefined();
  });

  it('C1: a refusal is a value with its code, sentence and detail', async () => {
    const body = { result: 'fail', code: 'not_found', reason: 'Gone.', detail: 'x' };
    const { callApi, seen } = setUp(() => json(body, 404));
    expect(await callApi(CALLS.chat.snapshot, {})).toEqual({
      ok: false,
      failure: { kind: 'refused', code: 'not_found', reason: 'Gone.', detail: 'x' },
    });
    expect(seen.expired).toBe(0);
  });

  it('C3: 50001 is reported to the owner', async () => {
    const { callApi, seen } = setUp(() => json({ result: 'fail', code: 50001, reason: 'Expired.', detail: null }, 401));
    expect(await callApi(CALLS.chat.snapshot, {})).toEqual({ ok: false, failure: { kind: 'expired' } });
    expect(seen.expired).toBe(1);
  });

  it('C4: no answer, and a gateway that answers for a dead server, are unreachable', async () => {
    const answers = [
      () => Promise.reject(new TypeError('Failed to fetch')),
      () => new Response('<html>Bad gateway</html>', { status: 502 }),
      () => json({ error: 'upstream' }, 503),
    ];
    for (const answer of answers) {
      const result = await setUp(answer).callApi(CALLS.account.keepLive, {});
      expect(result.ok ? null : result.failure.kind).toBe('unreachable');
    }
  });

  it('C4: reports that the machine is offline, or that the answer broke off, where that is known', async () => {
    const refusal = () => Promise.reject(new TypeError('Failed to fetch'));
    const broken = () => {
      const body = new ReadableStream({
        start: (controller) => {
          controller.enqueue(new TextEncoder().encode('{"result":'));
          controller.error(new TypeError('network error'));
        },
      });
      return new Response(body);
    };
    const faultOf = async (answer: () => Response | Promise<Response>, isOffline = false) => {
      const result = await setUp(answer, isOffline).callApi(CALLS.account.keepLive, {});
      return result.ok || result.failure.kind !== 'unreachable' ? 'reached' : result.failure.fault;
    };
    expect(await faultOf(refusal, true)).toBe('network_offline');
    expect(await faultOf(broken, true)).toBe('network_offline');
    expect(await faultOf(broken)).toBe('network_interrupted');
    expect(await faultOf(refusal)).toBe(null);
    expect(await faultOf(() => new Response('<html>Bad gateway</html>', { status: 502 }))).toBe(null);
    const away = { result: 'fail', reason: 'words', code: 'database_away', detail: null };
    expect(await faultOf(() => json(away, 503))).toBe('database_away');
    expect(await faultOf(() => json(SUCCESS), true)).toBe('reached');
  });

  it('C4: waits for an answer as long as Pasar’s server may take, and longer for a large request', async () => {
    const waited = vi.spyOn(AbortSignal, 'timeout');
    const { callApi } = setUp(() => json(SUCCESS));
    await callApi(CALLS.chat.snapshot, {});
    const file = 'A'.repeat(320_000);
    await callApi(CALLS.signIn.importShops, { fileName: 'shops.xlsx', file });
    // Spec 2 §9: the backend client's timeout is 60 s.
    expect(waited.mock.calls[0]).toEqual([60_000]);
    expect(waited.mock.calls[1]?.[0]).toBeGreaterThan(70_000);
    waited.mockRestore();
  });

  it('C4: an answer of another shape is unreadable, also with a number in place of an id', async () => {
    const input = { conversationId: uuid('c', 1), clientId: uuid('9', 1), text: 'x' };
    for (const data of [{ member: { memberId: 1 } }, {}, { delivery: { deliveryId: 12 } }]) {
      const result = await setUp(() => json({ result: 'success', data })).callApi(CALLS.chat.sendText, input);
      expect(result.ok ? null : result.failure.kind).toBe('unreadable');
    }
  });
});
