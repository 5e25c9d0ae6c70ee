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

/** How a domain answers a request: with a status, or with a failure. */
type Reply = number | BridgeError;

function openHarness(
  routing: RoutingLine = 'auto',
  status = 200,
  socketFailure = new Error('no sockets here'),
  mainland: () => Reply = () => status,
) {
  const jar = new Map<string, string>();
  const keyOf = (url: string, name: string): string => `${new URL(url).host} ${name}`;
  const hosts: string[] = [];
  const dialled: string[] = [];
  const notices: ConnectorNotice[] = [];
  const clock = { now: () => 0, after: () => () => undefined };
  const bridge: Bridge = {
    http: {
      async request({ url }) {
        const { host, origin } = new URL(url);
        hosts.push(host);
        const reply = origin === MAINLAND ? mainland() : status;
        if (reply instanceof BridgeError) throw reply;
        return { status: reply, headers: {}, bytes: new Uint8Array(), text: '' };
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
    domainSwitch: {
      get: () => known,
      set: (_country, result) => {
        known = result;
        learnt.push(result);
      },
    },
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
    const { line, hosts, cookies, learn } = openHarness();
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
    const { line, cookies, learn } = openHarness();
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
    const { line, hosts, cookies, learn, learnt } = openHarness(routing, 403);
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
    const { line, hosts, learnt } = openHarness('auto', 403);
    await line.request(READ);
    expect(hosts).toEqual(['seller.shopee.co.id', 'seller.id.shopee.cn']);
    expect(learnt).toEqual(['fail']);
    await line.request(READ);
    expect(hosts.at(-1)).toBe('seller.shopee.co.id');
    expect(hosts).toHaveLength(3);
  });

  it.each<[string, Reply, number, readonly ConnectorNotice[]]>([
    ['is slow', new BridgeError('timeout', 'slow', true), 2, []],
    [
      'is not reached in time',
      new BridgeError('timeout', 'slow', false),
      2,
      [{ notice: 'ip_tip', host: 'seller.id.shopee.cn' }],
    ],
    ['is behind a proxy that is down', new BridgeError('proxy', 'down', false), 2, [{ notice: 'ip_isolation_failed' }]],
    ['has no name', new BridgeError('dns', 'no name', false), 1, []],
    ['is broken itself', 503, 1, []],
  ])('a second domain that %s stays untried, and is tried again', async (_what, fault, tries, told) => {
    let reply: Reply = fault;
    const { line, hosts, learnt, notices } = openHarness('auto', 403, undefined, () => reply);
    expect(await line.request(READ)).toMatchObject({ status: 403 });
    expect(hosts).toEqual(['seller.shopee.co.id', ...Array(tries).fill('seller.id.shopee.cn')]);
    expect(learnt).toEqual([]);
    expect(notices).toEqual(told);
    reply = 200;
    expect(await line.request(READ)).toMatchObject({ status: 200 });
    expect(learnt).toEqual(['success']);
    await line.request(READ);
    expect(hosts.slice(tries + 1)).toEqual(['seller.shopee.co.id', 'seller.id.shopee.cn', 'seller.id.shopee.cn']);
  });

  it.each([
    ['proxy', false, 2, [{ notice: 'ip_isolation_failed' }]],
    ['timeout', false, 1, [{ notice: 'ip_tip', host: 'push.example' }]],
    ['timeout', true, 1, []],
    ['refused', false, 1, []],
  ] as const)(
    'a socket that meets %s (reached: %s) is dialled %d times and told',
    async (code, reached, times, told) => {
      const { line, dialled, notices } = openHarness('auto', 200, new BridgeError(code, code, reached));
      expect(await line.openSocket('wss://push.example/socket.io/')).toMatchObject({ code });
      expect(dialled).toEqual(Array(times).fill('push.example'));
      expect(notices).toEqual(told);
    },
  );
});
