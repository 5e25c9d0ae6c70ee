import { type Bridge, BridgeError, type BridgeErrorCode, type HttpRequest, type HttpResponse } from '@pasar/bridge';
import { CATALOGUE_CALLS, type ConnectorNotice, type WireAnswer } from '@pasar/connector-kit';
import { describe, expect, test } from 'vitest';
import { plainly } from '../../fixtures/calls.ts';
import { createFaultHarness } from '../../fixtures/faults.ts';
import { TIKTOK_FIXTURES } from '../../fixtures/tiktok.ts';
import { TIKTOK_CALLS } from './table.ts';

const rows = CATALOGUE_CALLS.filter((key) => key.startsWith('tiktok-'));

test('TIKTOK_CALLS has every row of the catalogue once, each with an example', () => {
  expect(TIKTOK_CALLS.map(({ key }) => key).toSorted()).toEqual(rows.toSorted());
  expect([...new Set(TIKTOK_FIXTURES.map(({ call }) => call.key))].toSorted()).toEqual(rows.toSorted());
});

type Reply = Partial<HttpResponse> | BridgeError;
/**
 * A bridge that gives the replies in turn, and the last one again and again. Its clock jumps to the next timer at once.
 */
function scripted(...replies: readonly Reply[]) {
  const requests: HttpRequest[] = [];
  const notices: ConnectorNotice[] = [];
  let now = 0;
  const bridge: Bridge = {
    http: {
      request: async (request) => {
        const reply = replies[Math.min(requests.length, replies.length - 1)] ?? {};
        requests.push(request);
        if (reply instanceof BridgeError) throw reply;
        return { status: 200, headers: {}, bytes: new Uint8Array(), text: '', ...reply };
      },
    },
    sockets: { open: () => Promise.reject(new Error('no socket here')) },
    cookies: { get: () => null, set: () => undefined, serialize: () => '' },
    clock: {
      now: () => now,
      after: (delayMs, run) => {
        now += delayMs;
        queueMicrotask(run);
        return () => undefined;
      },
    },
    uuid: () => 'u',
    close: async () => undefined,
  };
  const domainSwitch = { get: () => null, set: () => undefined };
  const run = createFaultHarness({ bridge, domainSwitch, notify: (notice) => void notices.push(notice) });
  return { run, requests, notices, passed: () => now };
}
const replyOf = ({ status, headers, text }: WireAnswer): Reply => ({ status, headers, text });
const cut = (code: BridgeErrorCode, mayHaveReached = true): BridgeError => new BridgeError(code, code, mayHaveReached);

describe.each(TIKTOK_FIXTURES.map((fixture) => [fixture.call.key, fixture] as const))('%s', (key, fixture) => {
  const { call, params, scope, request, answer, result } = fixture;
  const isLogin = key.startsWith('tiktok-login ');
  const isPassport = isLogin && request.path.startsWith('/passport/');

  test(`${key}: asks as the marketplace wants to be asked, and reads its answer`, () => {
    expect(call.toWire(params, scope)).toEqual(request);
    expect(call.fromWire(answer, scope)).toEqual({ ok: true, value: result });
  });

  test(`${key}: leaves once, complete, for its own host`, async () => {
    const { run, requests, notices } = scripted(replyOf(answer));
    expect(await run(fixture)).toEqual({ ok: true, value: result });
    const [sent] = requests;
    if (sent === undefined) throw new Error('nothing left');
    expect(requests).toHaveLength(1);
    expect(notices).toEqual([]);
    const { host, pathname, searchParams } = new URL(sent.url);
    expect(sent.method).toBe(request.method);
    expect(pathname).toBe(request.path);
    expect(sent.body).toEqual(request.body);
    expect(Object.fromEntries(searchParams)).toMatchObject(request.query);
    expect(sent.headers).toMatchObject(request.headers);
    if (key.startsWith('tiktok-affiliate ')) {
      expect(host).toBe('affiliate.example');
      expect(searchParams.get('shop_region')).toBe('MY');
    } else if (!isLogin && request.method !== 'HEAD') {
      expect(host).toBe('seller-my.example');
      expect(Object.fromEntries(searchParams)).toMatchObject({ aid: '4068', oec_seller_id: '7490000000000000123' });
    }
    expect(sent.headers['x-csrf-token']).toBe(!isLogin && request.method === 'POST' ? 'held' : undefined);
    expect(sent.timeoutMs).toBe(
      isLogin || key.endsWith('seller/common/get') ? 5_000 : key.endsWith('uploadImg') ? 120_000 : 10_000,
    );
  });

  test(`${key}: too many requests wait 2 s, three times`, async () => {
    const { run, requests, passed } = scripted({ status: 429, text: '{}' });
    expect(await run(fixture)).toMatchObject({
      ok: false,
      refusal: { reason: 'too_frequent' },
      canRetry: true,
    });
    expect([requests.length, passed()]).toEqual([4, 6_000]);
    const healed = scripted({ status: 429 }, replyOf(answer));
    expect(await healed.run(fixture)).toEqual({ ok: true, value: result });
  });

  test(`${key}: a cut connection is tried again, unless it may do a thing twice`, async () => {
    const reached = scripted(cut('reset'));
    const refusal = { reason: 'marketplace_unreachable', detail: 'network error: reset' };
    expect(await reached.run(fixture)).toMatchObject({ ok: false, refusal, canRetry: true });
    const attempts = { read: 2, idempotent: 2, once: 1, login: 4, send: 1 }[call.repeat];
    expect(reached.requests).toHaveLength(attempts);
    const away = scripted(cut('refused', false));
    await away.run(fixture);
    expect(away.requests).toHaveLength(call.repeat === 'login' ? 4 : 2);
  });

  test(`${key}: a timeout and a proxy that fails are told, and heal`, async () => {
    const slow = scripted(cut('timeout', false));
    expect(await slow.run(fixture)).toMatchObject({ refusal: { reason: 'request_timed_out' }, canRetry: true });
    expect(slow.notices).toMatchObject([{ notice: 'ip_tip' }]);
    const late = scripted(cut('timeout'));
    expect(await late.run(fixture)).toMatchObject({ refusal: { reason: 'request_timed_out' }, canRetry: true });
    expect(late.notices).toEqual([]);
    const proxied = scripted(cut('proxy', false));
    expect(await proxied.run(fixture)).toMatchObject({
      refusal: { reason: 'ip_isolation_failed' },
      canRetry: true,
    });
    expect(proxied.requests).toHaveLength(2);
    expect(proxied.notices).toEqual([{ notice: 'ip_isolation_failed' }]);
  });

  test(`${key}: what nobody explains may heal`, async () => {
    expect(await scripted({ status: 502, text: '<html>' }).run(fixture)).toMatchObject({
      ok: false,
      refusal: { reason: 'info_failed' },
      canRetry: true,
    });
  });

  if (!isLogin && request.method !== 'HEAD') {
    test(`${key}: refuses in the site's words, or says that the interface failed`, async () => {
      const worded = scripted(replyOf(plainly({ code: 17, message: 'no such thing' })));
      const spoken = await worded.run(fixture);
      expect(spoken).toMatchObject({ ok: false, refusal: { detail: 'no such thing' }, canRetry: false });
      const mute = scripted(replyOf(plainly({ code: 17, message: '' })));
      expect(await mute.run(fixture)).toMatchObject({ refusal: { reason: 'request_interface_failed' } });
    });
    test(`${key}: a session that is over and cannot be renewed is told`, async () => {
      const over = scripted(replyOf(plainly({ code: 2, message: 'token not found' })));
      expect(await over.run(fixture)).toMatchObject({
        refusal: { reason: 'shop_login_expired' },
        canRetry: false,
      });
      expect(over.notices).toEqual([{ notice: 'shop_login_expire' }]);
    });
  }
  if (isPassport) {
    test(`${key}: wants a captcha`, async () => {
      const data = { error_code: 1104, description: 'Please complete the security check', captcha: '1' };
      const { run } = scripted(replyOf(plainly({ message: 'error', data })));
      expect(await run(fixture)).toMatchObject({ refusal: { reason: 'captcha_needed' }, canRetry: false });
    });
  }
});

describe('looks that find nothing', () => {
  const find = (key: string) => {
    const fixture = TIKTOK_FIXTURES.find(({ call }) => call.key === key);
    if (fixture === undefined) throw new Error(`no example of ${key}`);
    return fixture;
  };
  test.each([
    ['tiktok-chat GET token', { token: 't' }, 'ws_address_failed'],
    ['tiktok-chat GET getHistoryConversation', {}, 'conversation_info_failed'],
    ['tiktok-chat POST mgetConversationMetaInfo', {}, 'conversation_info_failed'],
    ['tiktok-seller GET product/local/products/list', { total_product_count: 0 }, 'product_list_failed'],
    ['tiktok-seller GET product/local/product/skus/list', {}, 'product_skus_failed'],
    ['tiktok-seller GET seller/common/get', {}, 'account_info_failed'],
  ])('%s without what it needs is %s', (key, data, reason) => {
    const { call, scope } = find(key);
    expect(call.fromWire(plainly({ code: 0, message: 'success', data }), scope)).toMatchObject({
      ok: false,
      refusal: { reason },
    });
  });
  test.each([
    ['tiktok-login POST passport-login', { user_id: 0 }, 'login_failed'],
    ['tiktok-login POST send_code', {}, 'verification_code_not_sent'],
  ])('%s that succeeds with %j is %s', (key, data, reason) => {
    const { call, scope } = find(key);
    expect(call.fromWire(plainly({ message: 'success', data }), scope)).toMatchObject({ refusal: { reason } });
  });
  test('a captcha without a ticket was answered wrongly', () => {
    const { call, scope } = find('tiktok-login POST captcha/verify');
    expect(call.fromWire(plainly({ code: 502, message: 'verify failed' }), scope)).toMatchObject({
      refusal: { reason: 'captcha_wrong', detail: null },
    });
  });
  test.each([
    ['tiktok-login POST email/check_code', 'Email verification code error', 'verification_code_wrong', null],
    ['tiktok-login POST sms_login_only', 'verification code', 'verification_code_wrong', null],
    ['tiktok-login POST email/check_code', 'The moon', 'login_failed', 'The moon'],
  ])('%s that says "%s" is %s, in words of its own or none', (key, description, reason, detail) => {
    const { call, scope } = find(key);
    const answer = plainly({ message: 'error', data: { error_code: 9, description } });
    expect(call.fromWire(answer, scope)).toMatchObject({ refusal: { reason, detail } });
  });
  test('one row that cannot be read does not spoil its page', () => {
    const { call, scope, answer } = find('tiktok-seller POST /api/v2/trade/orders/list');
    const text = answer.text.replace('"sku_display_status":111', '"sku_display_status":null');
    const read = call.fromWire({ ...answer, text, json: JSON.parse(text) }, scope);
    expect(read).toMatchObject({ ok: true, value: { items: [], count: 1, hasMore: true } });
    expect(read).toMatchObject({ value: { unreadable: [{ platformShopId: '7490000000000000123' }] } });
  });
});
