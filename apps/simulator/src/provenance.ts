/** How the shape of each endpoint is known: every marketplace server lists its endpoints here, the control API shows them. */
import type { Marketplace, Provenance } from './world/types.ts';

export interface MarketplaceEndpoint {
  readonly marketplace: Marketplace;
  /** HTTP method, or WS for a socket. */
  readonly method: string;
  readonly path: string;
  /** `seen` in public code, `official` documentation, or `ours`. */
  readonly provenance: Provenance;
}
/** What a marketplace writes down about itself; it need not repeat its own name. */
export type EndpointDescription = Omit<MarketplaceEndpoint, 'marketplace'>;

export const endpointsOf = (
  marketplace: Marketplace,
  endpoints: readonly EndpointDescription[],
): readonly MarketplaceEndpoint[] =>
  endpoints.map(({ method, path, provenance }) => ({ marketplace, method, path, provenance }));
