import { type Bridge, BridgeError, type Socket, type SocketClosed, type SocketMessage } from '@pasar/bridge';
import type { ConnectorNotice, Outcome, Stream, StreamEnd } from '@pasar/connector-kit';
import { refusal } from '@pasar/domain';
import { describe, expect, it } from 'vitest';
import { fromEnvelope } from '../../fixtures/envelope.ts';
import { SHOP } from '../../fixtures/sample-shop.ts';
import type { Line } from '../auth/line.ts';
import { openStream } from './stream.ts';

/** A refusal to open the socket, and a list to which the stream's notices are added. */
interface Faulty {
  readonly refuse?: () => BridgeError | null;
  readonly notices?: ConnectorNotice[];
}

/**
 * A stream with a socket and a clock that the test moves. `sync` is the marketplace's answer, without news by default.
 */
async function setUp(
  sync: () => Outcome<unknown> = nothingNew,
  events: () => void = () => undefined,
  { refuse = () => null, notices = [] }: Faulty = {},
) {
  const sent: string[] = [];
  const ends: StreamEnd[] = [];
  const timers: { at: number; run: () => void }[] = [];
  let now = 0;
  let receive: (message: SocketMessage) => void = () => undefined;
  const closed = Promise.withResolvers<SocketClosed>();
  let isSocketClosed = false;
  const socket: Socket = {
    send: (message) => sent.push(message.type === 'text' ? message.text : 'binary'),
    onMessage: (listener) => {
      receive = listener;
    },
    close: () => {
      isSocketClosed = true;
      closed.resolve({ code: 1000, reason: '' });
    },
    closed: closed.promise,
  };
  const bridge: Bridge = {
    http: { request: () => Promise.reject(new Error('no HTTP here')) },
    sockets: {
      open: async () => {
        const refused = refuse();
        if (refused !== null) throw refused;
        return socket;
      },
    },
    cookies: { get: () => null, set: () => undefined, serialize: () => '' },
    clock: {
      now: () => now,
      after(delayMs, run) {
        const timer = { at: now + delayMs, run };
        timers.push(timer);
        return () => timers.splice(timers.indexOf(timer), 1);
      },
    },
    uuid: () => '',
    close: async () => undefined,
  };
  const line: Line = {
    bridge,
    socketOrigin: 'https://push',
    start: () => Promise.reject(new Error('already started')),
    resendCode: () => Promise.reject(new Error('already started')),
    call: async (call) => {
      if (call.key === 'lazada-gateway GET im-token') return fromEnvelope(call, { result: 't' });
      const answer = sync();
      return answer.ok ? fromEnvelope(call, answer.value) : answer;
    },
    send: async () => ({ kind: 'status', status: 500 }),
    notify: (notice) => void notices.push(notice),
    close: () => undefined,
  };
  const opened: Outcome<Stream> = await openStream({
    line,
    seller: { sellerId: '2', userId: '2', platformShopId: SHOP, name: 'n', country: 'PH', isCb: false },
    points: new Map([[2, 10]]),
    listener: { events, unreadable: () => undefined, gap: () => undefined, ended: (end) => ends.push(end) },
  });
  if (!opened.ok) throw new Error(opened.refusal.reason);
  return {
    stream: opened.value,
    sent,
    ends,
    timers,
    closed,
    isSocketClosed: () => isSocketClosed,
    text: (text: string) => receive({ type: 'text', text }),
    pass(delayMs: number) {
      const until = now + delayMs;
      for (let due = timers.find(({ at }) => at <= until); due; due = timers.find(({ at }) => at <= until)) {
        timers.splice(timers.indexOf(due), 1);
        now = due.at;
        due.run();
      }
      now = until;
    },
  };
}
const nothingNew = (): Outcome<unknown> => ({
  ok: true,
  value: { syncDataStatusMap: { im: -1 }, syncDataValuesMap: { im: [] } },
});
const PONG = '{"protocol":"ACCS_H5","type":"RES","serviceId":"h5_ping","dataId":"1"}';

describe('the push socket', () => {
  it('sends a heartbeat and a ping every 30 s', async () => {
    const { sent, pass } = await setUp();
    pass(60_000);
    expect(sent.filter((text) => text.includes('HEARTBEAT_ACCS_H5'))).toHaveLength(2);
    expect(sent.filter((text) => text.includes('h5_ping'))).toHaveLength(2);
  });

  it('is lost when a server that answered pings falls silent', async () => {
    const { text, pass, ends, timers, isSocketClosed } = await setUp();
    pass(30_000);
    text(PONG);
    pass(60_000);
    expect(ends).toEqual([]);
    pass(60_000);
    expect(ends).toMatchObject([{ kind: 'lost', refusal: { reason: 'request_timed_out' } }]);
    expect([timers.length, isSocketClosed()]).toEqual([0, true]);
  });

  it('is not lost when the server never answers pings', async () => {
    const { pass, ends } = await setUp();
    pass(600_000);
    expect(ends).toEqual([]);
  });

  it('acknowledges every push, also one that it cannot read', async () => {
    const { text, sent } = await setUp();
    text('{"protocol":"ACCS_H5","type":"DATA","serviceId":"s","dataId":"d-1","data":"!!"}');
    expect(sent.map((frame) => JSON.parse(frame))).toMatchObject([{ type: 'ACK', dataId: 'd-1', serviceId: 's' }]);
  });

  it('ends once, by either side, and leaves no timer', async () => {
    const { stream, closed, ends, timers } = await setUp();
    stream.close();
    stream.close();
    closed.resolve({ code: 1006, reason: '' });
    await closed.promise;
    expect([ends, timers.length]).toEqual([[{ kind: 'closed' }], 0]);
  });

  it.each(['wrong_account_or_password', 'verification_code_not_sent'] as const)(
    'ends as logged out when the login no longer holds: %s',
    async (reason) => {
      const { ends, isSocketClosed } = await setUp(() => ({ ok: false, refusal: refusal(reason), canRetry: false }));
      expect(ends).toMatchObject([{ kind: 'loggedOut', refusal: { reason } }]);
      expect(isSocketClosed()).toBe(true);
    },
  );

  it('ends as lost when the listener fails, instead of going on without the events', async () => {
    const item = { header: { type: 4 }, body: { typeData: { sid: 's', fromType: 1, toPosition: '5' } } };
    const values = { im: [{ syncBody: { syncId: 11 }, bizData: JSON.stringify(item) }] };
    const { ends } = await setUp(
      () => ({ ok: true, value: { syncDataStatusMap: { im: -1 }, syncDataValuesMap: values } }),
      () => {
        throw new Error('the listener is broken');
      },
    );
    expect(ends).toMatchObject([{ kind: 'lost', refusal: { reason: 'unexpected_answer' } }]);
  });

  it.each([
    ['proxy', 2, 'ip_isolation_failed', [{ notice: 'ip_isolation_failed' }]],
    ['timeout', 1, 'request_timed_out', [{ notice: 'ip_tip', host: 'push' }]],
    ['refused', 1, 'marketplace_unreachable', []],
  ] as const)('that meets %s is dialled %d times, is %s, and is told', async (code, times, reason, told) => {
    let dialled = 0;
    const notices: ConnectorNotice[] = [];
    const refuse = () => {
      dialled += 1;
      return new BridgeError(code, code, false);
    };
    await expect(setUp(nothingNew, () => undefined, { refuse, notices })).rejects.toThrow(reason);
    expect([dialled, notices]).toEqual([times, told]);
  });

  it('opens behind a proxy that failed once, and nothing is told', async () => {
    const failures = [new BridgeError('proxy', 'proxy', false)];
    const notices: ConnectorNotice[] = [];
    const { ends } = await setUp(nothingNew, () => undefined, { refuse: () => failures.pop() ?? null, notices });
    expect([failures, ends, notices]).toEqual([[], [], []]);
  });
});
