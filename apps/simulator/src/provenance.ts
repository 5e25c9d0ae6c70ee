/**
 * The provenance of each endpoint's shape. Every marketplace server lists its endpoints; the control API shows the
 * lists.
 */
import type { Marketplace, Provenance } from './world/types.ts';

export interface MarketplaceEndpoint {
  readonly marketplace: Marketplace;
  /** HTTP method, or WS for a socket. */
  readonly method: string;
  readonly path: string;
  /** `seen` in public code, `official` documentation, or `ours`. */
  readonly provenance: Provenance;
}
/** One entry of a marketplace's own list, without the marketplace's name. */
export type EndpointDescription = Omit<MarketplaceEndpoint, 'marketplace'>;

export const endpointsOf = (
  marketplace: Marketplace,
  endpoints: readonly EndpointDescription[],
): readonly MarketplaceEndpoint[] =>
  endpoints.map(({ method, path, provenance }) => ({ marketplace, method, path, provenance }));
