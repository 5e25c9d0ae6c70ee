import type { Caller } from './caller.ts';
import type { Arrival, Reduction, Want } from './draft.ts';
import type { LogFollower, Turn } from './log-follower.ts';
import type { ClientState } from './state.ts';

/**
 * How a message came: told by the log as it happened, with the first list, or found missing (or asked for by a `call`)
 * and fetched as history.
 */
export interface Delivery extends Arrival {
  readonly via: 'log' | 'list' | 'history';
  /** A message with a higher index of this conversation was handed over before. */
  readonly isLate: boolean;
}

/** What a fetch needs of the replica. */
export interface Fetching {
  readonly caller: Caller;
  readonly pageSize: number;
  readonly isHoldingAll: boolean;
  readonly state: () => ClientState;
  readonly follower: LogFollower;
  apply(reduction: Reduction, via: Delivery['via']): void;
  want(want: Want): void;
  /** Applies what is next in the log now. */
  follow(turns: readonly Turn[]): void;
}
