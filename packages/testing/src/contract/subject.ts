import type { SocketMessage } from '@pasar/bridge';
import type { Connector } from '@pasar/connector-kit';
import type { Marketplace } from '@pasar/domain';

/** The addresses of the simulated marketplaces, and the constants that their clients know. */
export interface SimulatorFacts {
  readonly origins: Readonly<Record<Marketplace, string>>;
  readonly keys: { readonly appKey: string; readonly salt: string };
}

/**
 * The facts about a connector that the contract tests need: how to make it, and the peculiarities of its marketplace.
 * The table of abilities says what the marketplace can do at all.
 */
export interface ContractSubject {
  readonly marketplace: Marketplace;
  createConnector(simulator: SimulatorFacts): Connector;
  /** Whether a product search without a word also lists products that are not on sale. */
  readonly canListOffline: boolean;
  /** Whether every medium is public: its address is the same for every caller and needs no login. */
  readonly isMediaOpen: boolean;
  /** The connector's timeout for the answer to a send. Milliseconds. */
  readonly sendTimeoutMs: number;
  /** Frames that no connector of this marketplace can read; each must be reported as one unreadable item. */
  readonly unreadableFrames: readonly SocketMessage[];
}
