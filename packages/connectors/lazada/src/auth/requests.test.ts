import { type Bridge, BridgeError, type HttpRequest } from '@pasar/bridge';
import { type ConnectorNotice, Pauses } from '@pasar/connector-kit';
import { asPlatformConversationId } from '@pasar/domain';
import { describe, expect, it } from 'vitest';
import { SCOPE } from '../../fixtures/sample-shop.ts';
import { loginUserInfo } from '../calls/account.ts';
import type { LazadaCallShape } from '../calls/definition.ts';
import { holidaySettings } from '../calls/holiday.ts';
import { fileBrokerUpload } from '../calls/media.ts';
import { sendMessage } from '../calls/send.ts';
import { voucherSearch } from '../calls/vouchers.ts';
import { createRequests, settle } from './requests.ts';

/** Makes a call whose every attempt ends with `fate`. Returns the requests, the waits and the notices. */
async function meet<Params, Answer>(call: LazadaCallShape<Params, Answer>, params: Params, fate: number | BridgeError) {
  const requests: HttpRequest[] = [];
  const waits: number[] = [];
  const notices: ConnectorNotice[] = [];
  const bridge: Bridge = {
    http: {
      async request(request) {
        requests.push(request);
        if (typeof fate !== 'number') throw fate;
        return { status: fate, headers: {}, text: '', bytes: new Uint8Array() };
      },
    },
    sockets: { open: () => Promise.reject(new BridgeError('refused', 'no sockets here', false)) },
    cookies: { get: () => null, set: () => undefined, serialize: () => '' },
    clock: {
      now: () => 0,
      after: (delayMs, run) => {
        waits.push(delayMs);
        queueMicrotask(run);
        return () => undefined;
      },
    },
    uuid: () => '',
    close: async () => undefined,
  };
  const { run } = createRequests({
    config: {
      gatewayOrigin: () => 'https://g.example',
      sellerOrigin: () => 'https://s.example',
      accsOrigin: () => 'https://p.example',
      appKey: 'app',
    },
    country: 'PH',
    bridge,
    pauses: new Pauses(bridge.clock),
    notify: (notice) => notices.push(notice),
  });
  const outcome = settle(call, await run(call, params, SCOPE), SCOPE);
  const reason = outcome.ok ? null : outcome.refusal.reason;
  return { reason, tries: requests.length, timeoutMs: requests[0]?.timeoutMs, waits, notices };
}
const message = {
  sessionId: asPlatformConversationId('s'),
  templateId: 1,
  content: { txt: 'hi' },
  idempotencyKey: 'k',
} as const;
const read = (fate: number | BridgeError) => meet(holidaySettings, null, fate);
const send = (fate: number | BridgeError) => meet(sendMessage, message, fate);
const slow = new BridgeError('timeout', 'no answer in time', true);
const unreachable = new BridgeError('timeout', 'no connection in time', false);
const broken = new BridgeError('proxy', 'the proxy gave no way', false);

describe('what goes wrong on the way', () => {
  it('reads have three retries, sends none', async () => {
    for (const fate of [slow, new BridgeError('reset', 'cut', true)]) {
      expect(await read(fate)).toMatchObject({ tries: 4, waits: [], notices: [] });
      expect(await send(fate)).toMatchObject({ tries: 1, notices: [] });
    }
  });

  it('429: waits 2 s, three times; never for a send', async () => {
    expect(await read(429)).toMatchObject({ reason: 'too_frequent', tries: 4, waits: [2_000, 2_000, 2_000] });
    expect(await send(429)).toMatchObject({ reason: 'too_frequent', tries: 1, waits: [] });
  });

  it('any other status is no information, and is not asked for again', async () => {
    for (const status of [403, 500, 404]) expect(await read(status)).toMatchObject({ reason: 'info_failed', tries: 1 });
    expect(await meet(voucherSearch, { page: 1, status: null }, 302)).toMatchObject({
      reason: 'shop_login_expired',
      tries: 1,
    });
  });

  it('a connection that cannot be made in time may be the fault of the IP, and says so once', async () => {
    expect(await read(unreachable)).toMatchObject({
      reason: 'request_timed_out',
      notices: [{ notice: 'ip_tip', host: 'g.example' }],
    });
    expect((await meet(voucherSearch, { page: 1, status: null }, unreachable)).notices).toEqual([
      { notice: 'ip_tip', host: 's.example' },
    ]);
  });

  it('a proxy that fails twice is told', async () => {
    const told = { reason: 'ip_isolation_failed', notices: [{ notice: 'ip_isolation_failed' }] };
    expect(await read(broken)).toMatchObject({ ...told, tries: 2 });
    expect(await send(broken)).toMatchObject({ ...told, tries: 1 });
  });

  it('waits as long as the kind of call may take', async () => {
    const upload = { accessToken: 't', name: 'p.png', base64: 'AA==' };
    expect((await read(500)).timeoutMs).toBe(10_000);
    expect((await meet(loginUserInfo, null, 500)).timeoutMs).toBe(5_000);
    expect((await send(500)).timeoutMs).toBe(120_000);
    expect((await meet(fileBrokerUpload, upload, 500)).timeoutMs).toBe(120_000);
  });
});
