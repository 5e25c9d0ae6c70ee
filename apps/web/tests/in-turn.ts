import { inject } from 'vitest';

/**
 * The looks in which something is checked that must hold in all of them (languages, colour schemes, widths): in the
 * long run every case, else the cases at `turns`. The tests give different turns, so that every look is met.
 */
export const looks = <Case>(cases: readonly Case[], ...turns: readonly number[]): readonly Case[] =>
  inject('depth').isEveryLookTaken ? cases : taken(cases, turns);

/**
 * The marketplaces at which something is checked that only reads a table of what they can do: in the long run every
 * case, else the case at `turn`.
 */
export const visited = <Case>(cases: readonly Case[], turn: number): readonly Case[] =>
  inject('depth').isEachMarketplaceVisited ? cases : taken(cases, [turn]);

function taken<Case>(cases: readonly Case[], turns: readonly number[]): readonly Case[] {
  return turns.map((turn) => {
    const found = cases[turn];
    if (found === undefined) throw new Error(`there is no case ${turn}`);
    return found;
  });
}
