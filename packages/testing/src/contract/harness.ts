import type { SocketMessage } from '@pasar/bridge';
import type { Connector } from '@pasar/connector-kit';
import type { Marketplace } from '@pasar/domain';

/** Where the simulated marketplaces are, and the constants that their clients know. */
export interface SimulatorFacts {
  readonly origins: Readonly<Record<Marketplace, string>>;
  readonly keys: { readonly appKey: string; readonly salt: string };
}

/**
 * What the behaviour suite has to know of a connector: how to make it, and what is particular to its marketplace. What the
 * marketplace can do at all is in the table of abilities.
 */
export interface ContractHarness {
  readonly marketplace: Marketplace;
  createConnector(simulator: SimulatorFacts): Connector;
  /** Whether a product search without a word lists what is not on sale as well. */
  readonly canListOffline: boolean;
  /** Whether anybody may fetch every medium: its address is the same for everybody, and no login is asked for it. */
  readonly isMediaOpen: boolean;
  /** How long the connector waits for the answer to a send. Milliseconds. */
  readonly sendTimeoutMs: number;
  /** Frames that no connector of this marketplace can read; each must be set aside, one item each. */
  readonly unreadableFrames: readonly SocketMessage[];
}
