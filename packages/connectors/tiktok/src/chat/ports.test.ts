import { type Bridge, BridgeError, type BridgeErrorCode, type HttpResponse, type Socket } from '@pasar/bridge';
import type { ConnectorNotice } from '@pasar/connector-kit';
import { COMMANDS } from '@pasar/im-protocol';
import { expect, test } from 'vitest';
import { SHOP } from '../../fixtures/sample-shop.ts';
import type { TokenKeeper } from '../auth/shop-access.ts';
import type { ChatToken } from '../calls/chat.ts';
import type { Failed } from '../wire/outcome.ts';
import { chatPorts } from './ports.ts';

const TOKEN: ChatToken = {
  token: 't',
  wsUrl: 'wss://chat.example/ws',
  apiUrl: 'https://twin.example/',
  pigeonCid: SHOP.pigeonCid,
  bizServiceId: 1,
};
const ANSWER: HttpResponse = { status: 200, headers: {}, bytes: new Uint8Array(), text: '' };
const SOCKET: Socket = {
  send: () => undefined,
  onMessage: () => undefined,
  close: () => undefined,
  closed: new Promise(() => undefined),
};
const never = (): never => {
  throw new Error('not asked here');
};
const cut = (code: BridgeErrorCode, mayHaveReached = false, status: number | null = null): BridgeError =>
  new BridgeError(code, code, mayHaveReached, undefined, status);

/** Ports over a network that fails with each given failure once, and then works. */
function behind(...failures: readonly BridgeError[]) {
  const left = [...failures];
  const reached: string[] = [];
  const notices: ConnectorNotice[] = [];
  const line: (Failed | null)[] = [];
  const go = async <Value>(url: string, value: Value): Promise<Value> => {
    reached.push(new URL(url).host);
    const failure = left.shift();
    if (failure !== undefined) throw failure;
    return value;
  };
  const bridge: Bridge = {
    http: { request: ({ url }) => go(url, ANSWER) },
    sockets: { open: ({ url }) => go(url, SOCKET) },
    cookies: { get: () => null, set: () => undefined, serialize: () => '' },
    clock: { now: () => 0, after: never },
    uuid: never,
    close: async () => undefined,
  };
  const tokens: TokenKeeper = { current: never, newest: () => TOKEN, renew: never, failure: () => null };
  const place = {
    bridge,
    config: { sellerOrigin: never, globalOrigin: '', aid: 1, fpid: 2, appKey: 'k', salt: 's' },
    site: { origin: 'https://seller.example', make: never },
    shop: SHOP,
    notify: (notice: ConnectorNotice) => void notices.push(notice),
  };
  const ports = chatPorts(place, tokens, { noToken: never, line: (failure) => void line.push(failure) });
  const post = (path: string) =>
    ports.post.post({ path, contentType: 'application/x-protobuf', bytes: new Uint8Array(), timeoutMs: 5 });
  return { dial: () => ports.dialler.dial(5), post, reached, notices, line };
}
const READ = COMMANDS.messagesPerUserInit.path;
const ISOLATION = { notice: 'ip_isolation_failed' };

test('a proxy that gives no way is tried once more, then told: by socket and by HTTP', async () => {
  const socket = behind(cut('proxy'), cut('proxy'), cut('proxy'));
  expect(await socket.dial()).toEqual({ kind: 'failed', detail: 'proxy' });
  expect(socket.reached).toEqual(['chat.example', 'chat.example']);
  const http = behind(cut('proxy'), cut('proxy'), cut('proxy'));
  expect(await http.post(READ)).toEqual({ kind: 'notSent', detail: 'proxy' });
  expect(http.reached).toEqual(['twin.example', 'twin.example']);
  for (const { notices, line } of [socket, http]) {
    expect(notices).toEqual([ISOLATION]);
    expect(line).toMatchObject([{ refusal: { reason: 'ip_isolation_failed' }, canRetry: true }]);
  }
});

test('a proxy that fails once is nothing to tell of', async () => {
  const socket = behind(cut('proxy'));
  expect(await socket.dial()).toMatchObject({ kind: 'open' });
  const http = behind(cut('proxy'));
  expect(await http.post(READ)).toMatchObject({ kind: 'answered' });
  for (const { notices, line } of [socket, http]) expect([notices, line]).toEqual([[], [null]]);
});

test.each(['sendMessage', 'sendMessageP2P'] as const)(
  '%s is never posted again, not even for the proxy',
  async (name) => {
    const { post, reached, notices } = behind(cut('proxy'));
    expect(await post(COMMANDS[name].path)).toEqual({ kind: 'notSent', detail: 'proxy' });
    expect(reached).toHaveLength(1);
    expect(notices).toEqual([ISOLATION]);
  },
);

test('a connection that is not made in time is an IP tip, a late answer is not', async () => {
  const socket = behind(cut('timeout'));
  expect(await socket.dial()).toMatchObject({ kind: 'failed' });
  expect(socket.notices).toEqual([{ notice: 'ip_tip', host: 'chat.example' }]);
  expect(socket.line).toMatchObject([{ refusal: { reason: 'request_timed_out' } }]);
  const unmade = behind(cut('timeout'));
  expect(await unmade.post(READ)).toMatchObject({ kind: 'notSent' });
  expect(unmade.notices).toEqual([{ notice: 'ip_tip', host: 'twin.example' }]);
  const late = behind(cut('timeout', true));
  expect(await late.post(READ)).toMatchObject({ kind: 'lost' });
  for (const { reached } of [socket, unmade, late]) expect(reached).toHaveLength(1);
  expect(late.notices).toEqual([]);
});

test('a token that the gateway refuses is no fault of the line', async () => {
  const { dial, reached, notices, line } = behind(cut('handshake', true, 401));
  expect(await dial()).toEqual({ kind: 'tokenRefused' });
  expect([reached.length, notices, line]).toEqual([1, [], [null]]);
});
