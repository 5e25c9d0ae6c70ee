/**
 * How the live stream stands.
 *
 *     connecting -> live -> offline -> connecting ...
 *          |          |        |
 *          +----------+--------+-----> expired (for good: the session ended)
 *
 * `live -> connecting` is a reload: the server cannot say what was missed, so a snapshot comes first.
 */
export type LiveState =
  /** `offlineSince`: when the stream was last live, null at the first start. Milliseconds. */
  | { readonly state: 'connecting'; readonly offlineSince: number | null }
  | { readonly state: 'live' }
  | { readonly state: 'offline'; readonly since: number; readonly nextAttemptAt: number }
  | { readonly state: 'expired' };
export type LiveStateName = LiveState['state'];

export type LiveEvent =
  | { readonly event: 'opened' }
  | { readonly event: 'reload'; readonly at: number }
  | { readonly event: 'lost'; readonly at: number; readonly nextAttemptAt: number }
  | { readonly event: 'attempt' }
  | { readonly event: 'expired' };
export type LiveEventName = LiveEvent['event'];

/** The next state by state and event; an entry is absent when the state ignores the event. */
export const LIVE_TRANSITIONS: Readonly<
  Record<LiveStateName, Readonly<Partial<Record<LiveEventName, LiveStateName>>>>
> = {
  connecting: { opened: 'live', lost: 'offline', expired: 'expired' },
  live: { reload: 'connecting', lost: 'offline', expired: 'expired' },
  offline: { attempt: 'connecting', expired: 'expired' },
  expired: {},
};

export const INITIAL_LIVE_STATE: LiveState = { state: 'connecting', offlineSince: null };

/** The next state, or null when the state ignores the event. */
export function reduceLive(current: LiveState, event: LiveEvent): LiveState | null {
  if (LIVE_TRANSITIONS[current.state][event.event] === undefined) return null;
  switch (event.event) {
    case 'opened':
      return { state: 'live' };
    case 'expired':
      return { state: 'expired' };
    case 'reload':
      return { state: 'connecting', offlineSince: event.at };
    case 'attempt':
      return current.state === 'offline' ? { state: 'connecting', offlineSince: current.since } : null;
    case 'lost':
      return {
        state: 'offline',
        since: current.state === 'connecting' ? (current.offlineSince ?? event.at) : event.at,
        nextAttemptAt: event.nextAttemptAt,
      };
  }
}

export const RECONNECT_BASE_MS = 500;
export const RECONNECT_CAP_MS = 10_000;

/**
 * Full jitter: a random delay between 0 and the doubled base, so that a thousand windows do not reconnect at once.
 * `failures`: how many connections in a row ended without a frame.
 */
export function reconnectDelay(failures: number, random: () => number): number {
  return Math.round(random() * Math.min(RECONNECT_CAP_MS, RECONNECT_BASE_MS * 2 ** Math.min(failures, 10)));
}
