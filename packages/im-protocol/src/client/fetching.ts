import type { Caller } from './caller.ts';
import type { Arrival, Reduction, Want } from './draft.ts';
import type { LogFollower, Turn } from './log-follower.ts';
import type { ClientState } from './state.ts';

/**
 * How a message came: in the log, with the first list, or by a fetch of history (because it was found missing or a
 * `call` asked for it).
 */
export interface Delivery extends Arrival {
  readonly via: 'log' | 'list' | 'history';
  /** True when a message with a higher index of this conversation was delivered before. */
  readonly isLate: boolean;
}

/** The parts of the replica that a fetch uses. */
export interface Fetching {
  readonly caller: Caller;
  readonly pageSize: number;
  readonly isHoldingAll: boolean;
  readonly state: () => ClientState;
  readonly follower: LogFollower;
  apply(reduction: Reduction, via: Delivery['via']): void;
  want(want: Want): void;
  /** Applies entries that are next in the log now. */
  follow(turns: readonly Turn[]): void;
}
