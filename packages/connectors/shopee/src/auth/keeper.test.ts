import type { Bridge, HttpRequest } from '@pasar/bridge';
import type { ConnectionContext } from '@pasar/connector-kit';
import { describe, expect, it } from 'vitest';
import { Pauses } from '../limits/wait.ts';
import { LoginKeeper } from './keeper.ts';

type Reply = readonly [status: number, body: unknown];

const SESSION = 'GET /api/v2/login/';
const PASSWORD = 'POST /api/v2/login/';
const CHAT = 'POST /webchat/api/coreapi/v1.2/mini/login';
const LOGGED_IN: Reply = [200, { errcode: 0, id: 5 }];
const NOT_LOGGED_IN: Reply = [403, { errcode: 1, fields: null }];
const TOKEN_NOT_FOUND: Reply = [401, { message: 'token not found' }];
const shop = { id: 1, user_id: 5, country: 'TW', name: 'Shop' };
const chatOpened = (token: string): Reply => [200, { token, user: { id: 5, uid: '0-5', type: 'seller' }, shop }];

/** A marketplace that answers each call by its script, the last line again and again. */
function scene(script: Readonly<Record<string, readonly Reply[]>>, country: 'TW' | 'CNSC' = 'TW') {
  const calls: string[] = [];
  const saved: string[] = [];
  const asked = new Map<string, number>();
  const clock = { now: () => 0, after: () => () => undefined };
  const answer = async ({ method, url }: HttpRequest) => {
    const call = `${method} ${new URL(url).pathname}`;
    calls.push(call);
    const count = asked.get(call) ?? 0;
    asked.set(call, count + 1);
    const replies = script[call] ?? [];
    const [status, body] = replies[Math.min(count, replies.length - 1)] ?? [404, {}];
    const text = JSON.stringify(body);
    return { status, headers: {}, bytes: new TextEncoder().encode(text), text };
  };
  const bridge: Bridge = {
    http: { request: answer },
    sockets: { open: () => Promise.reject(new Error('no sockets here')) },
    cookies: { get: () => 'cds', set: () => undefined, serialize: () => 'jar' },
    clock,
    uuid: () => 'uuid',
    close: async () => undefined,
  };
  const context: ConnectionContext = {
    bridge,
    shops: [],
    credentials: { identifier: 'shop', password: 'secret', country },
    saveSession: async (session) => void saved.push(session),
    storedSession: null,
  };
  return { keeper: new LoginKeeper(context, new Pauses(clock), 'http://seller'), calls, saved };
}

describe('LoginKeeper', () => {
  it('uses the stored cookies first and does not save what did not change', async () => {
    const { keeper, calls, saved } = scene({ [SESSION]: [LOGGED_IN], [CHAT]: [chatOpened('t1')] });
    expect(await keeper.access()).toMatchObject({ ok: true, value: { token: 't1', uid: '0-5' } });
    expect(calls).toEqual([SESSION, CHAT]);
    expect(saved).toEqual([]);
    expect(keeper.shops).toMatchObject([{ shopId: '1', userId: '5' }]);
  });

  it('goes on to the password when the chat does not take the cookies', async () => {
    const script = { [SESSION]: [LOGGED_IN], [PASSWORD]: [LOGGED_IN], [CHAT]: [TOKEN_NOT_FOUND, chatOpened('t1')] };
    const { keeper, calls, saved } = scene(script);
    expect(await keeper.access()).toMatchObject({ ok: true });
    expect(calls).toEqual([SESSION, CHAT, PASSWORD, CHAT]);
    expect(saved).toEqual(['jar']);
  });

  it('lets many callers share one login, and one renewal', async () => {
    const script = { [SESSION]: [LOGGED_IN], [CHAT]: [chatOpened('t1'), chatOpened('t2')] };
    const { keeper, calls } = scene(script);
    const first = await Promise.all([keeper.access(), keeper.access(), keeper.access()]);
    expect(calls).toHaveLength(2);
    const [dead] = first.flatMap((outcome) => (outcome.ok ? [outcome.value] : []));
    if (dead === undefined) throw new Error('no access');
    const renewed = await Promise.all([keeper.renew(dead), keeper.renew(dead)]);
    expect(renewed).toMatchObject([{ value: { token: 't2' } }, { value: { token: 't2' } }]);
    // One that noticed late gets what is there instead of a third login.
    expect(await keeper.renew(dead)).toMatchObject({ value: { token: 't2' } });
    expect(calls).toHaveLength(4);
  });

  it('never tries a refused password again', async () => {
    const refused: Reply = [403, { errcode: 2, message: 'error_password' }];
    const { keeper, calls } = scene({ [SESSION]: [NOT_LOGGED_IN], [PASSWORD]: [refused] });
    const expected = { ok: false, refusal: { reason: 'wrong_account_or_password' }, canRetry: false };
    expect(await keeper.access()).toMatchObject(expected);
    expect(await keeper.access()).toMatchObject(expected);
    expect(calls.filter((call) => call === PASSWORD)).toHaveLength(1);
  });

  it('gives up when the chat refuses even a fresh login', async () => {
    const script = { [SESSION]: [NOT_LOGGED_IN], [PASSWORD]: [LOGGED_IN], [CHAT]: [TOKEN_NOT_FOUND] };
    const { keeper, calls } = scene(script);
    for (const _attempt of [1, 2]) {
      expect(await keeper.access()).toMatchObject({ refusal: { reason: 'shop_login_expired' }, canRetry: false });
    }
    expect(calls.filter((call) => call === PASSWORD)).toHaveLength(1);
  });

  it('asks again after a failure that heals', async () => {
    const script = { [SESSION]: [[502, {}] as const, LOGGED_IN], [CHAT]: [chatOpened('t1')] };
    const { keeper } = scene(script);
    expect(await keeper.access()).toMatchObject({ ok: false, canRetry: true });
    expect(await keeper.access()).toMatchObject({ ok: true });
  });

  it('switches a cross-border login to a shop before it opens the chat', async () => {
    const base = '/api/cnsc/selleraccount';
    const row = { region: 'SG', shop_id: 1, user_id: 5, cb_option: 1 };
    const { keeper, calls } = scene(
      {
        [`GET ${base}/get_session/`]: [[200, { code: 0, sub_account_info: { account_id: 9 } }]],
        [`GET ${base}/get_merchant_shop_list/`]: [[200, { code: 0, shops: [row] }]],
        [`POST ${base}/switch_merchant_shop/`]: [[200, { code: 0 }]],
        'POST /webchat/api/coreapi/v1.2/mini/cbsc/login': [chatOpened('t1')],
      },
      'CNSC',
    );
    expect(await keeper.access()).toMatchObject({ ok: true });
    expect(calls.slice(-2)).toEqual([
      `POST ${base}/switch_merchant_shop/`,
      'POST /webchat/api/coreapi/v1.2/mini/cbsc/login',
    ]);
  });
});
