import { BridgeError } from '@pasar/bridge';
import {
  CALLS_BEYOND,
  CATALOGUE_CALLS,
  type CallFixture,
  type ConnectorNotice,
  parseExactJson,
} from '@pasar/connector-kit';
import type { DomainSwitchResult } from '@pasar/domain';
import { describe, expect, it } from 'vitest';
import { createFaultHarness, SHOPEE_FIXTURES } from '../../fixtures/faults.ts';
import type { ShopeeScope } from '../wire/scope.ts';
import { SHOPEE_CALLS } from './table.ts';

type Fixture = CallFixture<ShopeeScope, unknown, unknown>;
/** The answers to one request in turn, and the last one again and again. */
type Script = readonly (BridgeError | readonly [status: number, text: string])[];

/** Runs a fixture through the request layer of its surface. Returns the requests and the notices. */
async function play(fixture: Fixture, script: Script, known: DomainSwitchResult | null = null) {
  const sent: { readonly url: URL; readonly headers: Readonly<Record<string, string>> }[] = [];
  const notices: ConnectorNotice[] = [];
  let isSwitched = known;
  const cookies = new Map<string, string>();
  const run = createFaultHarness({
    bridge: {
      http: {
        async request({ url, headers }) {
          const step = script[Math.min(sent.length, script.length - 1)];
          sent.push({ url: new URL(url), headers });
          if (step === undefined || step instanceof BridgeError) throw step ?? new Error('no script');
          const [status, text] = step;
          return { status, headers: {}, text, bytes: new TextEncoder().encode(text) };
        },
      },
      sockets: { open: () => Promise.reject(new Error('no sockets here')) },
      cookies: {
        get: (url, name) => cookies.get(`${new URL(url).host} ${name}`) ?? null,
        set: (url, name, value) => void cookies.set(`${new URL(url).host} ${name}`, value),
        serialize: () => '',
      },
      clock: {
        now: () => 1_795_075_200_000,
        after(_delayMs, run) {
          queueMicrotask(run);
          return () => undefined;
        },
      },
      uuid: () => 'uuid',
      close: async () => undefined,
    },
    notify: (notice) => notices.push(notice),
    domainSwitch: {
      get: () => isSwitched,
      set: (_country, result) => {
        isSwitched = result;
      },
    },
  });
  const outcome = await run(fixture);
  return { outcome, sent, notices, switched: isSwitched };
}

const ofSurface = (surface: string): Fixture => {
  const fixture = SHOPEE_FIXTURES.find(({ call }) => call.key.startsWith(surface));
  if (fixture === undefined) throw new Error(`no fixture of ${surface}`);
  return fixture;
};
const byKey = (key: string): Fixture => ofSurface(key);

describe('SHOPEE_CALLS', () => {
  const rows = CATALOGUE_CALLS.filter((key) => key.startsWith('shopee-')).toSorted();
  it('has every row of the catalogue once', () => {
    expect(SHOPEE_CALLS.map(({ key }) => key).toSorted()).toEqual(rows);
  });
  it('has an example of each, and of the calls beyond the catalogue', () => {
    const examples = [...new Set(SHOPEE_FIXTURES.map(({ call }) => call.key))];
    expect(examples.toSorted()).toEqual([...rows, ...CALLS_BEYOND].toSorted());
  });
});

const OWN = SHOPEE_FIXTURES.filter(({ call }) => !call.key.startsWith('shopee-seller '));
describe.each(OWN.map((fixture) => [fixture.call.key, fixture] as const))('%s', (key, fixture) => {
  const { call, params, scope, request, answer, result } = fixture;

  it(`${key}: asks as the marketplace wants to be asked, and reads its answer`, () => {
    const wire = call.toWire(params, scope);
    expect(wire).toEqual(request);
    // Ids leave as bare integers. As text both forms are the same, digit for digit.
    expect(JSON.stringify(wire.body)).toBe(JSON.stringify(request.body));
    expect(call.fromWire(answer, scope)).toEqual({ ok: true, value: result });
  });

  it(`${key}: says why it was refused`, () => {
    const told = (status: number, text: string) =>
      call.fromWire(
        { status, headers: {}, text, json: text.startsWith('{') ? parseExactJson(text) : undefined },
        scope,
      );
    expect(told(429, '')).toMatchObject({ refusal: { reason: 'too_frequent' }, canRetry: true });
    const isSend = key === 'shopee-chat POST messages';
    expect(told(500, 'oops')).toMatchObject({ refusal: { reason: isSend ? 'marketplace_error' : 'info_failed' } });
    expect(told(200, '<html>')).toMatchObject({ refusal: { reason: 'unexpected_answer' } });
    const isSessionQuestion = ['shopee-login GET login', 'shopee-login GET subaccount/get_session'].includes(key);
    // A call that asks whether there is a session is answered that there is none.
    const gone = told(403, '{"errcode":2,"message":"token not found"}');
    if (isSessionQuestion) expect(gone).toMatchObject({ ok: true });
    else expect(gone).toMatchObject({ refusal: { reason: 'shop_login_expired' }, canRetry: false });
  });
});

describe('refusals of single calls', () => {
  const tell = (key: string, status: number, body: string) => {
    const { call, scope } = byKey(key);
    return call.fromWire({ status, headers: {}, text: body, json: parseExactJson(body) }, scope);
  };
  it('shopee-login POST webchat/login: reason 1 and error 2 are error_perm, any other is need_ivs', () => {
    const key = 'shopee-login POST webchat/login';
    expect(tell(key, 200, '{"reason":1}')).toMatchObject({ refusal: { reason: 'wrong_account_or_password' } });
    expect(tell(key, 200, '{"error":2}')).toMatchObject({ refusal: { reason: 'wrong_account_or_password' } });
    expect(tell(key, 200, '{"error":5}')).toMatchObject({ refusal: { reason: 'identity_check_needed' } });
    expect(tell(key, 200, '{"error":1}')).toMatchObject({ refusal: { reason: 'identity_check_needed' } });
    expect(tell(key, 200, '{"reason":7}')).toMatchObject({ refusal: { reason: 'login_failed', detail: 'HTTP 200 7' } });
    expect(tell(key, 200, '{"token":"t","user":null}')).toMatchObject({ refusal: { reason: 'user_not_found' } });
    expect(tell(key, 200, '{"status":"processing"}')).toEqual({ ok: true, value: { state: 'pending' } });
  });
  it('shopee-login POST login(password,per-region): needs a user id above 0', () => {
    const key = 'shopee-login POST login(password,per-region)';
    expect(tell(key, 200, '{"errcode":0,"id":0}')).toMatchObject({ refusal: { reason: 'login_failed' } });
    expect(tell(key, 200, '{"errcode":0,"id":5,"account_type":"main_merchant"}')).toMatchObject({
      value: { isMerchant: true },
    });
  });
  it('shopee-login POST subaccount/switch_merchant_shop: failed to switch shop', () => {
    const key = 'shopee-login POST subaccount/switch_merchant_shop';
    expect(tell(key, 200, '{"code":3,"message":"param error"}')).toMatchObject({
      refusal: { reason: 'switch_shop_failed', detail: 'HTTP 200 param error' },
    });
  });
  it('shopee-chat PUT user/blocks/{id}: not while orders are open', () => {
    const body = '{"error_code":"user_has_unfinished_orders","message":"m"}';
    expect(tell('shopee-chat PUT user/blocks/{id}', 400, body)).toMatchObject({
      refusal: { reason: 'buyer_has_open_orders' },
    });
  });
  it('shopee-chat POST messages: a closed conversation is a reason of its own', () => {
    const body = '{"error_code":"conversation_closed","message":"m"}';
    expect(tell('shopee-chat POST messages', 400, body)).toMatchObject({ refusal: { reason: 'conversation_closed' } });
  });
  it('shopee-chat GET vouchers: shows what has no discount or no known state, and sets aside what is no voucher', () => {
    const row = '{"voucher_id":1,"name":"n","start_time":1,"end_time":2,"fe_status":2}';
    const odd = '{"voucher_id":1,"name":"n","start_time":1,"end_time":2,"discount":5,"fe_status":9}';
    expect(tell('shopee-chat GET vouchers', 200, `[${row},${odd},7]`)).toMatchObject({
      value: {
        items: [
          { discount: { kind: 'unknown' }, status: 'ongoing' },
          { discount: { kind: 'percent', percent: 5 }, status: 'unknown', wireStatus: '9' },
        ],
        unreadable: [{}],
      },
    });
  });
});

const GONE = [403, '{"message":"token not found"}'] as const;
const FORBIDDEN = [403, '{"error":"forbidden"}'] as const;
const SURFACES = ['shopee-login POST webchat/login', 'shopee-chat GET conversations', 'shopee-seller '] as const;

describe.each(SURFACES.map((surface) => [byKey(surface).call.key, byKey(surface)] as const))(
  'the request layer: %s',
  (_key, fixture) => {
    const fine = [fixture.answer.status, fixture.answer.text] as const;

    it('signs every request', async () => {
      const { sent } = await play(fixture, [fine]);
      expect(sent).toHaveLength(1);
      expect(sent[0]?.headers).toMatchObject({
        ts: '1795075200000',
        'x-v': '4',
        'x-s': expect.stringMatching(/^[0-9a-f]{64}$/),
      });
    });

    it('tries the other domain after a 403 while nothing is known of it, and remembers success', async () => {
      const { outcome, sent, switched } = await play(fixture, [FORBIDDEN, fine]);
      expect(outcome).toEqual({ ok: true, value: fixture.result });
      expect(sent.map(({ url }) => url.host)).toEqual(['seller.shopee.example', 'seller.mainland.example']);
      expect(switched).toBe('success');
    });

    it('remembers failure, and answers the first 403', async () => {
      const { outcome, switched } = await play(fixture, [FORBIDDEN]);
      expect(outcome).toMatchObject({ refusal: { reason: 'info_failed' }, canRetry: true });
      expect(switched).toBe('fail');
    });

    it('goes to the other domain at once when it is known to work, and not at all when it is known to fail', async () => {
      expect((await play(fixture, [fine], 'success')).sent.map(({ url }) => url.host)).toEqual([
        'seller.mainland.example',
      ]);
      expect((await play(fixture, [FORBIDDEN], 'fail')).sent).toHaveLength(1);
    });

    it('tells of a connection that could not be made in time, and of a proxy that failed twice', async () => {
      const late = await play(fixture, [new BridgeError('timeout', 'late', false)]);
      expect(late.notices).toEqual([{ notice: 'ip_tip', host: 'seller.shopee.example' }]);
      const proxy = await play(fixture, [new BridgeError('proxy', 'gone', false)]);
      expect(proxy).toMatchObject({ outcome: { refusal: { reason: 'ip_isolation_failed' } } });
      expect(proxy.notices).toEqual([{ notice: 'ip_isolation_failed' }]);
      expect(proxy.sent).toHaveLength(2);
    });

    it('tells once that the login is gone', async () => {
      const { outcome, notices } = await play(fixture, [GONE]);
      expect(outcome).toMatchObject({ refusal: { reason: 'shop_login_expired' }, canRetry: false });
      expect(notices).toEqual([{ notice: 'shop_login_expire' }]);
    });
  },
);

describe('the request layer: shopee-chat POST messages', () => {
  it('is one wire attempt, with any result', async () => {
    const fixture = byKey('shopee-chat POST messages');
    const scripts: readonly Script[] = [[FORBIDDEN], [GONE], [[429, '']], [new BridgeError('reset', 'cut', true)]];
    for (const script of scripts) {
      const { outcome, sent } = await play(fixture, script);
      expect(outcome.ok).toBe(false);
      expect(sent).toHaveLength(1);
    }
  });
});
