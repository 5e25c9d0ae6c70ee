import type { Replica } from './replica.ts';
import type { ClientState } from './state.ts';
import type { Timers } from './timers.ts';

/** IM-S32: whether the state is kept up to date at present. */
export interface Following {
  readonly isOn: () => boolean;
  set(isOn: boolean): void;
  /** A socket has opened. */
  opened(): void;
  /** The state has changed, and may now have the position where the log continues. */
  changed(state: ClientState): void;
  /** Resolves when that position is known, and when the client is stopped. */
  readonly started: Promise<void>;
  stop(): void;
}

export interface FollowingParts {
  readonly replica: () => Replica;
  readonly timers: Timers;
  readonly pollMs: number;
  readonly isAuditing: boolean;
  readonly isOpen: () => boolean;
}

export function createFollowing({ replica, timers, pollMs, isAuditing, isOpen }: FollowingParts): Following {
  const started = Promise.withResolvers<void>();
  let isOn = false;
  let stopPolling = (): void => undefined;

  /** IM-S16: fetches the changes that were missed without a socket or at rest. */
  const resume = (): void => {
    if (!isOn || !isOpen()) return;
    replica().want({ kind: 'log' });
    if (isAuditing) replica().want({ kind: 'audit' });
    replica().refresh();
  };
  /** IM-S20: polls the log. */
  const poll = (): void => {
    stopPolling = timers.after(pollMs, () => {
      if (isOpen()) {
        replica().want({ kind: 'log' });
        replica().refresh();
      }
      poll();
    });
  };

  return {
    isOn: () => isOn,
    set: (next) => {
      if (next === isOn) return;
      isOn = next;
      replica().setAwake(next);
      if (next) poll();
      else stopPolling();
      resume();
    },
    opened: resume,
    changed: ({ cursor }) => {
      if (cursor !== null) started.resolve();
    },
    started: started.promise,
    stop: () => started.resolve(),
  };
}
