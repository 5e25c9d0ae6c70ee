import type { ConnectorSession } from '@pasar/connector-kit';
import type { ConnectionStateName, Refusal } from '@pasar/domain';
import type { Sender } from '../../delivery/sender.ts';
import type { Handshakes } from '../../handshakes.ts';
import type { RunnerContext } from '../runner-context.ts';

/** What can wake a duty before its time. */
export type Occasion =
  /** Somebody wishes something of the connection's shops: a message, a setting, more history. */
  | 'wish'
  /** The lookout found something that waits at the connection's shops. */
  | 'found'
  /** Events may have been missed: a socket was opened, or events of an unknown conversation came. */
  | 'gap';

/** What duties share while a session lasts. */
export interface LiveSession {
  readonly context: RunnerContext;
  readonly session: ConnectorSession;
  readonly sender: Sender;
  readonly handshakes: Handshakes;
  /** Aborted at the end of the session. */
  readonly signal: AbortSignal;
  /** Whether a socket is open. Written by the duty that keeps it open, and by no other. */
  isListening: boolean;
  readonly state: () => ConnectionStateName;
  /** Stores the state and tells it to the windows. */
  readonly enter: (state: ConnectionStateName, reason?: Refusal) => Promise<void>;
  readonly wake: (occasion: Occasion) => void;
}

/**
 * Does a duty once. Resolves with the milliseconds until the next round, or with null where only an occasion brings one.
 * @throws SessionLost
 */
export type Round = () => Promise<number | null>;

/** Something that a connection does inside a session, round after round, in a loop of its own. */
export interface Duty {
  readonly wokenBy: readonly Occasion[];
  /** Called once in each session. The first round follows at once. */
  begin(live: LiveSession): Round;
}
