import { type Bridge, BridgeError } from '@pasar/bridge';
import { type ConnectorNotice, Pauses } from '@pasar/connector-kit';
import type { DomainSwitchResult, RoutingLine } from '@pasar/domain';
import { describe, expect, it } from 'vitest';
import { type LineCall, ShopeeLine } from './line.ts';
import { createSigner } from './signer.ts';

const HOME = 'https://seller.shopee.co.id';
const MAINLAND = 'https://seller.id.shopee.cn';
const READ: LineCall = {
  method: 'GET',
  path: '/api',
  query: {},
  headers: {},
  body: { type: 'none' },
  repeat: 'read',
  timeoutMs: 5_000,
  token: null,
};

function scene(routing: RoutingLine = 'auto', status = 200, socketFailure = new Error('no sockets here')) {
  const jar = new Map<string, string>();
  const keyOf = (url: string, name: string): string => `${new URL(url).host} ${name}`;
  const hosts: string[] = [];
  const dialled: string[] = [];
  const notices: ConnectorNotice[] = [];
  const clock = { now: () => 0, after: () => () => undefined };
  const bridge: Bridge = {
    http: {
      async request({ url }) {
        hosts.push(new URL(url).host);
        return { status, headers: {}, bytes: new Uint8Array(), text: '' };
      },
    },
    sockets: {
      open: ({ url }) => {
        dialled.push(new URL(url).host);
        return Promise.reject(socketFailure);
      },
    },
    cookies: {
      get: (url, name) => jar.get(keyOf(url, name)) ?? null,
      set: (url, name, value) => void jar.set(keyOf(url, name), value),
      serialize: () => '',
    },
    clock,
    uuid: () => 'fresh',
    close: async () => undefined,
  };
  let known: DomainSwitchResult | null = null;
  const learnt: DomainSwitchResult[] = [];
  const line = new ShopeeLine({
    bridge,
    pauses: new Pauses(clock),
    signer: createSigner('key'),
    country: 'ID',
    origin: HOME,
    alternateOrigin: MAINLAND,
    routing,
    domainSwitch: { get: () => known, set: (_country, result) => void learnt.push(result) },
    notify: (notice) => void notices.push(notice),
  });
  return {
    line,
    hosts,
    dialled,
    notices,
    cookies: bridge.cookies,
    learnt,
    learn: () => {
      known = 'success';
    },
  };
}

describe('ShopeeLine', () => {
  it('takes the session along when another login finds out that the other domain works', async () => {
    const { line, hosts, cookies, learn } = scene();
    cookies.set(HOME, 'SPC_EC', 'session');
    cookies.set(MAINLAND, 'SPC_CDS', 'old');
    expect(line.cdsQuery()).toEqual({ SPC_CDS: 'fresh', SPC_CDS_VER: '2' });
    await line.request(READ);
    learn();
    expect(line.cdsQuery()).toEqual({ SPC_CDS: 'fresh', SPC_CDS_VER: '2' });
    await line.request(READ);
    expect(hosts).toEqual(['seller.shopee.co.id', 'seller.id.shopee.cn']);
    expect(cookies.get(MAINLAND, 'SPC_EC')).toBe('session');
  });

  it('leaves a session that the other domain has of its own', async () => {
    const { line, cookies, learn } = scene();
    cookies.set(HOME, 'SPC_EC', 'old');
    cookies.set(MAINLAND, 'SPC_EC', 'newer');
    learn();
    await line.request(READ);
    expect(cookies.get(MAINLAND, 'SPC_EC')).toBe('newer');
  });

  it.each([
    ['local', HOME, MAINLAND],
    ['mainland', MAINLAND, HOME],
  ] as const)('%s fixes the origin, whatever is known or refused', async (routing, origin, other) => {
    const { line, hosts, cookies, learn, learnt } = scene(routing, 403);
    cookies.set(other, 'SPC_EC', 'session');
    await line.request(READ);
    learn();
    await line.request(READ);
    expect(line.origin).toBe(origin);
    expect(hosts).toEqual([new URL(origin).host, new URL(origin).host]);
    expect(learnt).toEqual([]);
    expect(cookies.get(origin, 'SPC_EC')).toBe('session');
  });

  it('auto tries the other one after such a refusal', async () => {
    const { line, hosts, learnt } = scene('auto', 403);
    await line.request(READ);
    expect(hosts).toEqual(['seller.shopee.co.id', 'seller.id.shopee.cn']);
    expect(learnt).toEqual(['fail']);
  });

  it.each([
    ['proxy', false, 2, [{ notice: 'ip_isolation_failed' }]],
    ['timeout', false, 1, [{ notice: 'ip_tip', host: 'push.example' }]],
    ['timeout', true, 1, []],
    ['refused', false, 1, []],
  ] as const)(
    'a socket that meets %s (reached: %s) is dialled %d times and told',
    async (code, reached, times, told) => {
      const { line, dialled, notices } = scene('auto', 200, new BridgeError(code, code, reached));
      expect(await line.openSocket('wss://push.example/socket.io/')).toMatchObject({ code });
      expect(dialled).toEqual(Array(times).fill('push.example'));
      expect(notices).toEqual(told);
    },
  );
});
