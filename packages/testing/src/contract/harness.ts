import type { SocketMessage } from '@pasar/bridge';
import type { Connector, ShopMethod } from '@pasar/connector-kit';
import type { Marketplace } from '@pasar/domain';

/** Where the simulated marketplaces are, and the constants that their clients know. */
export interface SimulatorFacts {
  readonly origins: Readonly<Record<Marketplace, string>>;
  readonly keys: { readonly appKey: string; readonly salt: string };
}

/** What the behaviour suite has to know of a connector: how to make it, and what its marketplace cannot do. */
export interface ContractHarness {
  readonly marketplace: Marketplace;
  createConnector(simulator: SimulatorFacts): Connector;
  /** Whether the marketplace has a rule for sending into a closed conversation. */
  readonly canReopen: boolean;
  /** Whether the marketplace has a call that marks a conversation as unread. */
  readonly canMarkUnread: boolean;
  /** Whether the marketplace has a call that pins; its list says so afterwards. */
  readonly canPin: boolean;
  /** The affairs beside the chat that the marketplace has no call for. Every other one is answered. */
  readonly notOffered: readonly ShopMethod[];
  /** Whether a product search without a word lists what is not on sale as well. */
  readonly canListOffline: boolean;
  /** Whether anybody may fetch every medium: its address is the same for everybody, and no login is asked for it. */
  readonly isMediaOpen: boolean;
  /** How long the connector waits for the answer to a send. Milliseconds. */
  readonly sendTimeoutMs: number;
  /** Frames that no connector of this marketplace can read; each must be set aside, one item each. */
  readonly unreadableFrames: readonly SocketMessage[];
}
