import { createHash } from 'node:crypto';
import { type Bridge, BridgeError, type HttpRequest, type HttpResponse } from '@pasar/bridge';
import type { WireCall } from '@pasar/connector-kit';
import { describe, expect, it } from 'vitest';
import { toWireAnswer } from '../auth/requests.ts';
import { fromWireAnswer } from './answer.ts';
import { createGateway } from './gateway.ts';

const NOW = 1_793_250_000_000;
const envelope = (ret: string): string => JSON.stringify({ api: 'a', v: '1.0', ret: [ret], data: { result: 1 } });

/** A gateway with canned answers. An answer may also change the token cookie, as `Set-Cookie` would. */
function setUp(answers: readonly (readonly [ret: string, newToken: string | null])[]) {
  const requests: HttpRequest[] = [];
  let cookie: string | null = null;
  const bridge: Bridge = {
    http: {
      async request(request): Promise<HttpResponse> {
        const answer = answers[requests.length];
        requests.push(request);
        if (answer === undefined) throw new BridgeError('reset', 'cut', true);
        const [ret, newToken] = answer;
        if (newToken !== null) cookie = `${newToken}_${NOW + 1}`;
        return { status: 200, headers: {}, bytes: new Uint8Array(), text: envelope(ret) };
      },
    },
    sockets: { open: () => Promise.reject(new BridgeError('refused', 'no sockets here', false)) },
    cookies: { get: () => cookie, set: () => undefined, serialize: () => '' },
    clock: { now: () => NOW, after: () => () => undefined },
    uuid: () => '',
    close: async () => undefined,
  };
  const throughGateway = createGateway({
    bridge,
    origin: 'https://g',
    sellerOrigin: 'https://s',
    appKey: 'app',
    country: 'PH',
    toAnswer: toWireAnswer,
  });
  const gateway = async (call: WireCall) => fromWireAnswer(await throughGateway(call, 5_000));
  return { gateway, requests };
}
const DATA = '{"text":"ส่ง & \\"x\\""}';
const call: WireCall = {
  method: 'GET',
  path: '/h5/mtop.some.call/1.0/',
  query: { api: 'mtop.Some.Call', v: '1.0', data: DATA },
  headers: {},
  body: { type: 'none' },
};
const posted: WireCall = {
  ...call,
  method: 'POST',
  query: { api: 'mtop.Some.Call', v: '1.0' },
  body: { type: 'form', fields: { data: DATA } },
};
const EXPIRED = 'FAIL_SYS_TOKEN_EXOIRED::token is expired';

describe('the gateway', () => {
  it('signs exactly the text that it sends', async () => {
    const { gateway, requests } = setUp([['SUCCESS::ok', null]]);
    expect(await gateway(call)).toEqual({ kind: 'success', data: { result: 1 } });
    const url = new URL(requests[0]?.url ?? '');
    expect(url.pathname).toBe('/h5/mtop.some.call/1.0/');
    const data = url.searchParams.get('data') ?? '';
    expect(data).toBe('{"text":"ส่ง & \\"x\\""}');
    expect(url.searchParams.get('sign')).toBe(createHash('md5').update(`&${NOW}&app&${data}`).digest('hex'));
    expect(url.searchParams.get('x-i18n-regionID')).toBe('LAZADA_PH');
  });

  it('puts the data of a POST into the form', async () => {
    const { gateway, requests } = setUp([['SUCCESS::ok', null]]);
    await gateway(posted);
    expect(requests[0]?.body).toEqual({ type: 'form', fields: { data: '{"text":"ส่ง & \\"x\\""}' } });
    expect(new URL(requests[0]?.url ?? '').searchParams.has('data')).toBe(false);
  });

  it('signs again with the token that came with the refusal', async () => {
    const { gateway, requests } = setUp([
      ['FAIL_SYS_TOKEN_EMPTY::empty', 'fresh'],
      ['SUCCESS::ok', null],
    ]);
    expect((await gateway(call)).kind).toBe('success');
    const { searchParams } = new URL(requests[1]?.url ?? '');
    const signed = `fresh&${NOW}&app&${searchParams.get('data')}`;
    expect(searchParams.get('sign')).toBe(createHash('md5').update(signed).digest('hex'));
  });

  it('gives up after three signings', async () => {
    const { gateway, requests } = setUp(Array(9).fill([EXPIRED, 'again']));
    expect(await gateway(call)).toMatchObject({ kind: 'refused', code: 'FAIL_SYS_TOKEN_EXOIRED' });
    expect(requests).toHaveLength(3);
  });

  it('believes a wrong signature, unless the cookie changed meanwhile', async () => {
    const wrong = 'FAIL_SYS_ILLEGAL_ACCESS::illegal';
    const same = setUp([[wrong, null]]);
    expect(await same.gateway(call)).toMatchObject({ kind: 'refused', code: 'FAIL_SYS_ILLEGAL_ACCESS' });
    expect(same.requests).toHaveLength(1);
    const changed = setUp([
      [wrong, 'other'],
      ['SUCCESS::ok', null],
    ]);
    expect((await changed.gateway(call)).kind).toBe('success');
  });

  it('never repeats what may have been let through', async () => {
    const { gateway, requests } = setUp([]);
    await expect(gateway(posted)).rejects.toMatchObject({ code: 'reset' });
    expect(requests).toHaveLength(1);
    const service = setUp([['FAIL_SYS_SERVICE_TIMEOUT::x', null]]);
    await service.gateway(call);
    expect(service.requests).toHaveLength(1);
  });
});
