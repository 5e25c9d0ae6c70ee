import { ACCOUNTS_WITH_SEARCH_DUE, indexSome } from '../../records/search-index.ts';
import { AccountRounds, type RoundsParts } from '../account-rounds.ts';

/** Makes what has come or changed findable. */
export const makeIndexer = (parts: RoundsParts): AccountRounds =>
  new AccountRounds(parts, {
    part: 'indexer',
    failure: 'search_not_indexed',
    accounts: { name: 'accounts-to-index', text: ACCOUNTS_WITH_SEARCH_DUE, values: [false] },
    step: (transaction, accountId) => indexSome(transaction, accountId, false),
  });
