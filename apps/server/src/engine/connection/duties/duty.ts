import type { ConnectorSession } from '@pasar/connector-kit';
import type { ConnectionStateName, Refusal } from '@pasar/domain';
import type { ComparisonTurns } from '../../comparison-turns.ts';
import type { Sender } from '../../delivery/sender.ts';
import type { Handshakes } from '../../handshakes.ts';
import type { RunnerContext } from '../runner-context.ts';

/** What can wake a duty before its time. */
export type Occasion =
  /** A member wrote a message, changed a setting or scrolled to older history. */
  | 'work'
  /** The lookout found work that waits at the connection's shops. */
  | 'found'
  /**
   * Events may have been missed: a socket was opened, a frame could not be read, an event named an unknown
   * conversation, or a send got no answer.
   */
  | 'gap'
  /** The connection is live: what people have written while it was not is known, so automatic messages may leave. */
  | 'live';

/** What the duties of one session share. */
export interface LiveSession {
  readonly context: RunnerContext;
  readonly session: ConnectorSession;
  readonly sender: Sender;
  readonly handshakes: Handshakes;
  readonly comparisonTurns: ComparisonTurns;
  /** Names the marketplace's host that answers this login: each country has its own. */
  readonly host: string;
  /** Aborted at the end of the session. */
  readonly signal: AbortSignal;
  /** Whether a socket is open. Only the duty `stream` writes it. */
  isListening: boolean;
  readonly state: () => ConnectionStateName;
  /** Stores the state and tells it to the windows. */
  readonly enter: (state: ConnectionStateName, reason?: Refusal) => Promise<void>;
  readonly wake: (occasion: Occasion) => void;
}

/**
 * Does a duty once; `isWoken` when an occasion began the round, as for the first of a session, and not the clock.
 * Resolves with the milliseconds until the next round, or with null when only an occasion begins one.
 * @throws SessionLost
 */
export type Round = (isWoken: boolean) => Promise<number | null>;

/** Work that a connection repeats while its session lasts, in a loop of its own. */
export interface Duty {
  readonly wokenBy: readonly Occasion[];
  /** Called once in each session. The first round follows at once. */
  begin(live: LiveSession): Round;
}
