import { describe, expect, it } from 'vitest';
import { aMessage } from '../testing/builders.ts';
import { flush } from '../testing/desk-harness.ts';
import { createFakeSockets } from '../testing/fake-sockets.ts';
import { createManualClock } from '../testing/manual-clock.ts';
import { createLiveStream, type LiveStreamOptions, SILENCE_LIMIT_MS } from './live-stream.ts';

function setUp(over: Partial<LiveStreamOptions> = {}) {
  const clock = createManualClock();
  const sockets = createFakeSockets();
  const seen = {
    seqs: [] as number[],
    upTo: 0,
    reloads: 0,
    expired: 0,
    doubts: [] as boolean[],
    since: 7,
    moments: [] as string[],
    times: [] as number[],
  };
  const stream = createLiveStream({
    openSocket: sockets.openSocket,
    clock,
    random: () => 1,
    since: () => seen.since,
    prepare: async (isDoubtful) => {
      seen.doubts.push(isDoubtful);
      return true;
    },
    onChanges: (changes, upTo) => {
      seen.seqs.push(...changes.map((change) => change.seq));
      seen.upTo = upTo;
    },
    onMoment: (moment) => {
      seen.moments.push(moment.kind);
    },
    onTime: (serverTime) => {
      seen.times.push(serverTime);
    },
    onReload: () => {
      seen.reloads += 1;
    },
    onExpired: () => {
      seen.expired += 1;
    },
    ...over,
  });
  const start = async () => {
    stream.start();
    await flush();
  };
  const reconnect = async (ms: number) => {
    clock.advance(ms);
    await flush();
  };
  return { clock, sockets, seen, stream, start, reconnect };
}
const TICK = { type: 'tick', serverTime: 0 } as const;

describe('the live stream', () => {
  it('L1 L5: connects with the newest number and is live when the socket opens', async () => {
    const { sockets, stream, start } = setUp();
    await start();
    expect(sockets.current()?.path).toBe('/api/live?since=7');
    expect(stream.state.get().state).toBe('connecting');
    sockets.current()?.open();
    expect(stream.state.get()).toEqual({ state: 'live' });
    stream.stop();
  });

  it('L2: waits longer at each failure in a row, up to 10 s, and starts again from the base after a frame', async () => {
    const { clock, sockets, stream, seen, start, reconnect } = setUp();
    await start();
    const delays: number[] = [];
    for (let turn = 0; turn < 7; turn += 1) {
      sockets.current()?.cut();
      const state = stream.state.get();
      if (state.state !== 'offline') throw new Error('not offline');
      delays.push(state.nextAttemptAt - clock.now());
      await reconnect(state.nextAttemptAt - clock.now());
    }
    expect(delays).toEqual([500, 1_000, 2_000, 4_000, 8_000, 10_000, 10_000]);
    sockets.current()?.open();
    sockets.current()?.send(TICK);
    expect(seen.times).toEqual([TICK.serverTime]);
    sockets.current()?.cut();
    expect(stream.state.get()).toMatchObject({ state: 'offline', nextAttemptAt: clock.now() + 500 });
    stream.stop();
  });

  it('L2: a socket that is cut right after it opened counts as a failure, not as a success', async () => {
    const { clock, sockets, stream, start, reconnect } = setUp();
    await start();
    for (const delay of [500, 1_000, 2_000]) {
      sockets.current()?.open();
      sockets.current()?.cut();
      expect(stream.state.get()).toMatchObject({ nextAttemptAt: clock.now() + delay });
      await reconnect(delay);
    }
    stream.stop();
  });

  it('L3: a wake tries at once and leaves no second timer', async () => {
    const { clock, sockets, stream, start } = setUp();
    await start();
    sockets.current()?.cut();
    stream.wake();
    await flush();
    expect(sockets.all).toHaveLength(2);
    sockets.current()?.open();
    clock.advance(5_000);
    expect(sockets.all).toHaveLength(2);
    stream.stop();
    expect(clock.waiting()).toBe(0);
  });

  it('L4: a connection without any frame for 25 s is dead; a tick is a frame', async () => {
    const { clock, sockets, stream, start } = setUp();
    await start();
    sockets.current()?.open();
    clock.advance(SILENCE_LIMIT_MS - 1);
    sockets.current()?.send(TICK);
    clock.advance(SILENCE_LIMIT_MS - 1);
    expect(stream.state.get().state).toBe('live');
    clock.advance(1);
    expect(stream.state.get().state).toBe('offline');
    stream.stop();
  });

  it('L4: a socket that never opens is given up, too', async () => {
    const { clock, stream, start } = setUp();
    await start();
    clock.advance(SILENCE_LIMIT_MS);
    expect(stream.state.get().state).toBe('offline');
    stream.stop();
  });

  it('L5: events of an abandoned socket are ignored', async () => {
    const { sockets, seen, stream, start } = setUp();
    await start();
    const [first] = sockets.all;
    first?.open();
    first?.cut();
    stream.wake();
    await flush();
    sockets.current()?.open();
    first?.send({ type: 'changes', changes: [{ kind: 'message', seq: 8, message: aMessage(1, 1) }], upTo: 8 });
    expect(seen.seqs).toEqual([]);
    stream.stop();
  });

  it('L5: a preparation that ends after another attempt began opens no second socket', async () => {
    const waiting: ((isReady: boolean) => void)[] = [];
    const { sockets, stream, start } = setUp({ prepare: () => new Promise((done) => waiting.push(done)) });
    await start();
    stream.stop();
    waiting[0]?.(true);
    await flush();
    expect(sockets.all).toHaveLength(0);
  });

  it('L6: reload closes the socket, prepares, and resumes from the new number', async () => {
    const { sockets, seen, stream, start } = setUp();
    await start();
    sockets.current()?.open();
    seen.since = 40;
    const [first] = sockets.all;
    first?.send({ type: 'reload' });
    expect(stream.state.get().state).toBe('connecting');
    await flush();
    expect(seen.reloads).toBe(1);
    expect(first?.isClosed).toBe(true);
    expect(sockets.current()?.since).toBe(40);
    stream.stop();
  });

  it('L7: an unreadable frame is counted and kept, and the next frame is applied', async () => {
    const { sockets, seen, stream, start } = setUp();
    await start();
    sockets.current()?.open();
    for (let turn = 0; turn < 25; turn += 1) sockets.current()?.sendText(`nonsense ${turn}`);
    sockets.current()?.send({ type: 'changes', changes: [{ kind: 'resync', seq: 9 }], upTo: 9 });
    expect(stream.aside.get().count).toBe(25);
    expect(stream.aside.get().newest).toHaveLength(20);
    expect(stream.aside.get().newest.at(-1)?.raw).toBe('nonsense 24');
    expect(seen.seqs).toEqual([9]);
    stream.stop();
  });

  it('L8: expired is final', async () => {
    const { clock, sockets, seen, stream, start } = setUp();
    await start();
    sockets.current()?.open();
    sockets.current()?.send({ type: 'expired' });
    clock.advance(60_000);
    stream.wake();
    await flush();
    expect(stream.state.get()).toEqual({ state: 'expired' });
    expect(seen.expired).toBe(1);
    expect(sockets.all).toHaveLength(1);
    expect(clock.waiting()).toBe(0);
  });

  it('L8: a socket that closed before it opened makes only the next preparation check the session', async () => {
    const { sockets, seen, stream, start, reconnect } = setUp();
    await start();
    sockets.current()?.cut();
    await reconnect(500);
    sockets.current()?.open();
    sockets.current()?.cut();
    await reconnect(1_000);
    expect(seen.doubts).toEqual([false, true, false]);
    stream.stop();
  });
});
