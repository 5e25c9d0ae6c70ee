import type { SearchHit } from '@pasar/api';

/** The ways from a hit to its place. */
export interface SearchParts {
  readonly open: (hit: SearchHit) => void;
}
