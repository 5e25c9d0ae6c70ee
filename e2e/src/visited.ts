import { inject } from 'vitest';

/**
 * The marketplaces that a journey goes through whose screen is the same at all of them: in the long run every case,
 * else the case at `turn`. The files give different turns, so that every marketplace is met.
 */
export const visited = <Case>(cases: readonly Case[], turn: number): readonly Case[] =>
  inject('depth').isEachMarketplaceVisited ? cases : cases.slice(turn, turn + 1);
