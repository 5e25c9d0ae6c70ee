import { beforeEach, describe, expect, test } from 'vitest';
import { backoffMs, DEFAULT_BACKOFF, roundPauseMs } from './backoff.ts';
import type { ClientSession, SessionEnd } from './client-session.ts';
import { type Connection, type ConnectionState, createConnection } from './connection.ts';
import type { DialResult, RefreshResult } from './ports.ts';
import { handSocket, type ManualClock, manualClock } from './session-harness.ts';
import { createTimers, type Timers } from './timers.ts';
import { createTokens } from './tokens.ts';

let clock: ManualClock;
let timers: Timers;
let states: ConnectionState['kind'][];
let dials: PromiseWithResolvers<DialResult>[];
let refreshed: RefreshResult;
let endSession: (end: SessionEnd) => void;
let isSocketClosed: boolean;
let connection: Connection;

const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
const answer = async (result: DialResult): Promise<void> => {
  dials.at(-1)?.resolve(result);
  await settle();
};
const open = (): DialResult => ({ kind: 'open', socket: handSocket() });

beforeEach(() => {
  clock = manualClock(0);
  timers = createTimers(clock);
  states = [];
  dials = [];
  refreshed = { kind: 'renewed' };
  isSocketClosed = false;
  connection = createConnection({
    dialler: {
      dial: () => {
        const dial = Promise.withResolvers<DialResult>();
        dials.push(dial);
        return dial.promise;
      },
    },
    dialTimeoutMs: 2_000,
    backoff: DEFAULT_BACKOFF,
    timers,
    random: { next: () => 0.5 },
    tokens: createTokens({ current: () => 't', refresh: () => Promise.resolve(refreshed) }),
    start: (_socket, ended): ClientSession => {
      endSession = ended;
      return {
        call: () => Promise.resolve({ kind: 'notSent' }),
        close: () => {
          isSocketClosed = true;
          ended({ kind: 'closed' });
        },
      };
    },
    changed: (state) => states.push(state.kind),
  });
});

describe('IM-S9 pauses', () => {
  test('are random below a bound that doubles up to 15 s', () => {
    const bounds = [0, 1, 2, 3, 4, 5, 6, 40].map((attempt) =>
      backoffMs(DEFAULT_BACKOFF, attempt, { next: () => 0.999999 }),
    );
    expect(bounds).toEqual([499, 999, 1_999, 3_999, 7_999, 14_999, 14_999, 14_999]);
    expect(backoffMs(DEFAULT_BACKOFF, 9, { next: () => 0 })).toBe(0);
  });

  test('between the rounds of a call grow to 2 s', () => {
    expect(roundPauseMs(0, { next: () => 0 })).toBe(500);
    expect(roundPauseMs(3, { next: () => 0.5 })).toBe(850);
    expect(roundPauseMs(50, { next: () => 0.9 })).toBe(2_000);
  });
});

describe('connection', () => {
  test('IM-S9 a lost socket is opened again after its pause', async () => {
    connection.open();
    await answer(open());
    endSession({ kind: 'lost', closed: { code: 1006, reason: '' } });
    expect(connection.state()).toMatchObject({ kind: 'waiting', delayMs: 250, why: 'lost (1006)' });
    expect(connection.session()).toBeNull();
    clock.advance(250);
    await answer(open());
    expect(states).toEqual(['dialling', 'open', 'waiting', 'dialling', 'open']);
  });

  test('IM-S9 IM-S11 pauses grow until the server has answered', async () => {
    connection.open();
    const delays: number[] = [];
    for (let turn = 0; turn < 8; turn += 1) {
      await answer({ kind: 'failed', detail: 'no' });
      const state = connection.state();
      if (state.kind === 'waiting') delays.push(state.delayMs);
      clock.advance(15_000);
    }
    expect(delays).toEqual([250, 500, 1_000, 2_000, 4_000, 7_500, 7_500, 7_500]);
    await answer(open());
    connection.proven();
    endSession({ kind: 'silent' });
    expect(connection.state()).toMatchObject({ delayMs: 250 });
  });

  test('IM-S10 a refused token is renewed; when only a person can log in again, the client stops', async () => {
    connection.open();
    await answer({ kind: 'tokenRefused' });
    expect(connection.state().kind).toBe('waiting');
    refreshed = { kind: 'denied', detail: 'log in' };
    clock.advance(15_000);
    await answer({ kind: 'tokenRefused' });
    expect(connection.state()).toEqual({ kind: 'stopped', why: 'loginNeeded' });
    expect(clock.timers).toBe(0);
  });

  test('IM-S31 connect opens one socket for all callers, and none after it ended', async () => {
    const asked = [connection.connect(), connection.connect()];
    await answer(open());
    expect((await Promise.all(asked)).map(({ kind }) => kind)).toEqual(['open', 'open']);
    expect((await connection.connect()).kind).toBe('open');
    const end: SessionEnd = { kind: 'lost', closed: { code: 4001, reason: '' } };
    endSession(end);
    expect(connection.state()).toEqual({ kind: 'ended', end });
    expect([clock.timers, dials.length]).toEqual([0, 1]);
    const again = connection.connect();
    await answer(open());
    expect((await again).kind).toBe('open');
    connection.hangUp();
    expect(connection.state()).toEqual({ kind: 'ended', end: { kind: 'closed' } });
    expect(states).toEqual(['dialling', 'open', 'ended', 'dialling', 'open', 'ended']);
  });

  test('IM-S31 connect tries once, except after a renewed token, and gives the reason of a failure', async () => {
    const failing = connection.connect();
    await answer({ kind: 'failed', detail: 'unreachable' });
    expect(await failing).toEqual({ kind: 'failed', detail: 'unreachable' });
    const renewing = connection.connect();
    await answer({ kind: 'tokenRefused' });
    await answer({ kind: 'tokenRefused' });
    expect(await renewing).toMatchObject({ kind: 'failed', detail: 'token refused' });
    refreshed = { kind: 'denied', detail: 'log in' };
    const denied = connection.connect();
    await answer({ kind: 'tokenRefused' });
    expect(await denied).toEqual({ kind: 'loginNeeded', detail: 'log in' });
    expect([clock.timers, dials.length, connection.state().kind]).toEqual([0, 4, 'idle']);
    connection.close();
    expect((await connection.connect()).kind).toBe('stopped');
  });

  test('IM-S7 closing while dialling closes the socket that opens later', async () => {
    const socket = handSocket();
    connection.open();
    connection.close();
    await answer({ kind: 'open', socket });
    expect(socket.isClosedHere).toBe(true);
    expect(states).toEqual(['dialling', 'stopped']);
  });

  test('IM-S7 closing an open one closes its session and dials no more', async () => {
    connection.open();
    await answer(open());
    connection.close();
    connection.close();
    expect(isSocketClosed).toBe(true);
    clock.advance(60_000);
    expect(dials).toHaveLength(1);
    expect(connection.state()).toEqual({ kind: 'stopped', why: 'closed' });
  });
});
