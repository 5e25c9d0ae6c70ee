import { inject } from 'vitest';

/**
 * The marketplaces that a journey goes through whose screen is the same at all of them: in the long run every case,
 * else the case at `turn`. The files give different turns, so that every marketplace is met.
 */
export const visited = <Case>(cases: readonly Case[], turn: number): readonly Case[] =>
  inject('depth').isEachMarketplaceVisited ? cases : [caseAt(cases, turn)];

/** The languages in which a journey is gone: in the long run every case, else the case at `turn`. */
export const looks = <Case>(cases: readonly Case[], turn: number): readonly Case[] =>
  inject('depth').isEveryLookTaken ? cases : [caseAt(cases, turn)];

function caseAt<Case>(cases: readonly Case[], turn: number): Case {
  const found = cases[turn];
  if (found === undefined) throw new Error(`there is no case ${turn}`);
  return found;
}
