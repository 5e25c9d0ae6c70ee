import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  INITIAL_LIVE_STATE,
  LIVE_TRANSITIONS,
  type LiveEvent,
  type LiveState,
  RECONNECT_CAP_MS,
  reconnectDelay,
  reduceLive,
} from './live-state.ts';

const event: fc.Arbitrary<LiveEvent> = fc.constantFrom<LiveEvent>(
  { event: 'opened' },
  { event: 'reload', at: 10 },
  { event: 'lost', at: 20, nextAttemptAt: 30 },
  { event: 'attempt' },
  { event: 'expired' },
);

describe('the live state', () => {
  it('L1: every event leads to the state in the table', () => {
    fc.assert(
      fc.property(fc.array(event), (events) => {
        let state: LiveState = INITIAL_LIVE_STATE;
        for (const each of events) {
          const expected = LIVE_TRANSITIONS[state.state][each.event];
          const next = reduceLive(state, each);
          expect(next?.state).toBe(expected);
          state = next ?? state;
        }
      }),
    );
  });

  it('L1: failed attempts do not change the time since which it is offline', () => {
    const lost = reduceLive({ state: 'live' }, { event: 'lost', at: 100, nextAttemptAt: 200 });
    const again = lost && reduceLive(lost, { event: 'attempt' });
    const still = again && reduceLive(again, { event: 'lost', at: 300, nextAttemptAt: 900 });
    expect(still).toEqual({ state: 'offline', since: 100, nextAttemptAt: 900 });
  });

  it('L2: the delay is random up to the doubled base, and never above the cap', () => {
    expect(reconnectDelay(0, () => 1)).toBe(500);
    expect(reconnectDelay(3, () => 1)).toBe(4_000);
    expect(reconnectDelay(40, () => 1)).toBe(RECONNECT_CAP_MS);
    expect(reconnectDelay(40, () => 0)).toBe(0);
    expect(reconnectDelay(1, () => 0.25)).toBe(250);
  });
});
