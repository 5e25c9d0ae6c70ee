/**
 * Every call of the catalogue, by its worked examples: the request that leaves, and what is read from the answer and
 * from a refusal.
 */
import { type Bridge, BridgeError, type HttpRequest } from '@pasar/bridge';
import { CATALOGUE_CALLS, type CallKey, type WireAnswer } from '@pasar/connector-kit';
import type { ReasonCode } from '@pasar/domain';
import { describe, expect, it } from 'vitest';
import { createFaultHarness, LAZADA_FIXTURES } from '../../fixtures/faults.ts';
import { answerOf, type LazadaFixture, pageAnswer } from '../../fixtures/wire.ts';
import { LAZADA_CALLS } from './table.ts';

const KEYS = CATALOGUE_CALLS.filter((key) => key.startsWith('lazada-'));

it('the table has every row of both surfaces exactly once', () => {
  expect(LAZADA_CALLS.map(({ key }) => key).sort()).toEqual([...KEYS].sort());
});
it('every row has an example', () => {
  expect(new Set(LAZADA_FIXTURES.map(({ call }) => call.key))).toEqual(new Set(KEYS));
});

/** A bridge that gives the answers in turn and then repeats the last; null cuts the connection. */
function harnessOf(...answers: readonly (WireAnswer | null)[]) {
  const requests: HttpRequest[] = [];
  const notices: string[] = [];
  const bridge: Bridge = {
    http: {
      async request(request) {
        const answer = answers[Math.min(requests.length, answers.length - 1)];
        requests.push(request);
        if (answer == null) throw new BridgeError('reset', 'cut', true);
        const { status, headers, text } = answer;
        return { status, headers, text, bytes: new Uint8Array() };
      },
    },
    sockets: { open: () => Promise.reject(new BridgeError('refused', 'no sockets here', false)) },
    cookies: { get: () => null, set: () => undefined, serialize: () => '' },
    clock: {
      now: () => 1_793_250_000_000,
      after: (_delayMs, run) => {
        queueMicrotask(run);
        return () => undefined;
      },
    },
    uuid: () => 'uuid',
    close: async () => undefined,
  };
  const domainSwitch = { get: () => null, set: () => undefined };
  const run = createFaultHarness({ bridge, domainSwitch, notify: ({ notice }) => notices.push(notice) });
  return { run, requests, notices };
}

interface Failure {
  readonly answer: WireAnswer;
  readonly reason: ReasonCode;
}
const GATEWAY_FAILURE: Failure = {
  answer: answerOf({ api: 'a', v: '1.0', ret: ['FAIL_BIZ_NOT_TODAY::not today'], data: {} }),
  reason: 'call_failed',
};
const SITE_FAILURE: Failure = {
  answer: answerOf({ success: false, errorCode: 'NOT_TODAY', errorMessage: 'not today' }),
  reason: 'call_failed',
};
/** Calls whose refusal differs from the usual refusal of their surface. */
const FAILURES: Readonly<Partial<Record<CallKey, Failure>>> = {
  'lazada-seller POST file-broker-image-upload(base64,accessToken)': { ...SITE_FAILURE, reason: 'image_data_missing' },
  'lazada-seller GET login-page-init': { answer: pageAnswer('', 503), reason: 'info_failed' },
  'lazada-seller POST login-submit': { ...SITE_FAILURE, reason: 'login_failed' },
  'lazada-seller GET session-init': { ...SITE_FAILURE, reason: 'authorization_failed' },
  'lazada-seller GET im-window-page(seller': {
    answer: pageAnswer('<title>Login</title>'),
    reason: 'page_configuration_unreadable',
  },
};
const failureOf = ({ key }: LazadaFixture['call']): Failure =>
  FAILURES[key] ?? (key.startsWith('lazada-gateway') ? GATEWAY_FAILURE : SITE_FAILURE);
const cases = LAZADA_FIXTURES.map((fixture) => [fixture.call.key, fixture] as const);

describe('the calls', () => {
  it.each(cases)('%s: what leaves and what is read', async (_key, fixture) => {
    const { call, params, scope, request, answer, result } = fixture;
    expect(call.toWire(params, scope)).toEqual(request);
    expect(call.fromWire(answer, scope)).toEqual({ ok: true, value: result });

    const { run, requests } = harnessOf(answer);
    expect(await run(fixture)).toEqual({ ok: true, value: result });
    expect(requests).toHaveLength(1);
    const [sent] = requests;
    const url = new URL(sent?.url ?? '');
    expect([sent?.method, url.pathname, sent?.body]).toEqual([request.method, request.path, request.body]);
    expect(Object.fromEntries(url.searchParams)).toMatchObject(request.query);
  });

  it.each(cases)('%s: a no is a refusal, once', async (_key, fixture) => {
    const { answer, reason } = failureOf(fixture.call);
    const { run, requests } = harnessOf(answer);
    expect(await run(fixture)).toMatchObject({ ok: false, refusal: { reason } });
    expect(requests).toHaveLength(1);
  });

  it.each(cases)('%s: an answer of another shape is never taken for success', async (_key, fixture) => {
    const { call, scope, result } = fixture;
    if (result === null) return;
    for (const answer of [answerOf({ ret: ['SUCCESS::ok'], data: 7 }), answerOf({ success: true, data: 7 })]) {
      const read = call.fromWire(answer, scope);
      if (read.ok) expect(read.value).toMatchObject({ page: { ok: false } });
    }
  });

  it.each(cases)('%s: how often a cut connection is tried', async (_key, fixture) => {
    const { run, requests } = harnessOf(null);
    expect(await run(fixture)).toMatchObject({ ok: false, refusal: { reason: 'marketplace_unreachable' } });
    // Three retries for every method (spec 2 §7.4) and for a login (§9), but none for a message and a `once` call.
    const tries = { read: 4, login: 4, idempotent: 4, once: 1, send: 1 }[fixture.call.repeat];
    expect(requests).toHaveLength(tries);
  });
});

const EXPIRED = answerOf({ api: 'a', v: '1.0', ret: ['FAIL_SYS_SESSION_EXPIRED::session is expired'], data: {} });
const fixtureOf = (key: CallKey): LazadaFixture => {
  const found = LAZADA_FIXTURES.find(({ call }) => call.key === key);
  if (found === undefined) throw new Error(`no example of ${key}`);
  return found;
};
const answerTo = (key: CallKey): WireAnswer => fixtureOf(key).answer;
const LOGIN_ANSWERS = [
  answerTo('lazada-seller GET login-page-init'),
  answerTo('lazada-seller POST login-submit'),
  answerTo('lazada-seller GET session-init'),
  answerTo('lazada-seller GET im-window-page(seller'),
];

describe('a login that died', () => {
  const fixture = fixtureOf('lazada-gateway GET holiday-settings');

  it('is renewed once, and the call made again', async () => {
    const { run, requests, notices } = harnessOf(EXPIRED, ...LOGIN_ANSWERS, fixture.answer);
    expect(await run(fixture)).toEqual({ ok: true, value: fixture.result });
    expect([requests.length, notices]).toEqual([6, []]);
  });
  it('and is dead again after its renewal raises the event', async () => {
    const { run, requests, notices } = harnessOf(EXPIRED, ...LOGIN_ANSWERS, EXPIRED);
    expect(await run(fixture)).toMatchObject({ ok: false, refusal: { reason: 'shop_login_expired' } });
    expect([requests.length, notices]).toEqual([6, ['shop_login_expire']]);
  });
  it('and cannot be renewed raises the event', async () => {
    const { run, notices } = harnessOf(EXPIRED);
    expect(await run(fixture)).toMatchObject({ ok: false, canRetry: false });
    expect(notices).toEqual(['shop_login_expire']);
  });
  it('does not make a send repeat itself', async () => {
    const send = fixtureOf('lazada-gateway POST send-message');
    const { run, requests } = harnessOf(EXPIRED);
    expect(await run(send)).toMatchObject({ ok: false, refusal: { reason: 'shop_login_expired' } });
    expect(requests).toHaveLength(1);
  });
});

it('a suspicion needs a person, from the gateway and from the site', async () => {
  const suspicion = answerOf({
    ret: ['FAIL_SYS_USER_VALIDATE', 'RGV587_ERROR::SM::x'],
    data: { url: 'https://p.example/' },
  });
  for (const key of ['lazada-gateway GET holiday-settings', 'lazada-seller GET order-data'] as const) {
    const { run } = harnessOf(suspicion);
    expect(await run(fixtureOf(key))).toMatchObject({ ok: false, refusal: { reason: 'verification_needed' } });
  }
});

it('a login user info without a user id is no login', async () => {
  const fixture = fixtureOf('lazada-gateway GET login-user-info');
  const { run } = harnessOf(answerOf({ ret: ['SUCCESS::success'], data: { result: { sellerId: '1', shopId: '2' } } }));
  expect(await run(fixture)).toMatchObject({ ok: false, refusal: { reason: 'login_failed' } });
});

it('a login user info that names no shop is a list of shops that could not be had', async () => {
  const fixture = fixtureOf('lazada-gateway GET login-user-info');
  const { run } = harnessOf(answerOf({ ret: ['SUCCESS::success'], data: { result: { userId: '1', sellerId: '1' } } }));
  expect(await run(fixture)).toMatchObject({ ok: false, refusal: { reason: 'shop_list_failed' } });
});
