import { CALLS, type CallOutput, type SearchHit } from '@pasar/api';
import type { AccountId } from '@pasar/domain';
import { indexSome } from '../../src/records/search-index.ts';
import { wholeAccount } from '../../src/storage/database.ts';
import type { TestDatabase } from './database.ts';
import type { Visitor } from './web.ts';

export type SearchAnswer = CallOutput<typeof CALLS.search.searchEverything>;

/** Indexes all that is due of an account, as the indexer and the task of the backlog do. */
export async function indexAll(database: TestDatabase, accountId: AccountId): Promise<void> {
  for (const isBacklog of [false, true]) {
    const once = () =>
      database.engine.within(wholeAccount(accountId), (transaction) => indexSome(transaction, accountId, isBacklog));
    while (await once());
  }
}

export async function search(who: Visitor, words: string, more: object = {}): Promise<SearchAnswer> {
  const answer = await who.call(CALLS.search.searchEverything, { words, ...more });
  if (answer.result !== 'success') throw new Error(JSON.stringify(answer));
  return CALLS.search.searchEverything.output.parse(answer.data);
}

/** What was found, as kind and the piece of text with its marks in brackets. */
export const shownAs = ({ kind, excerpt: { text, marks } }: SearchHit): string => {
  let shown = text;
  for (const { from, to } of marks.toReversed()) {
    shown = `${shown.slice(0, from)}[${shown.slice(from, to)}]${shown.slice(to)}`;
  }
  return `${kind}: ${shown}`;
};
