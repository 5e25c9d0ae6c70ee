import { asAccountId } from '@pasar/domain';
import { z } from 'zod';
import { ACCOUNTS_WITH_SEARCH_DUE, indexSome } from '../../records/search-index.ts';
import { wholeAccount } from '../../storage/database.ts';
import { defineAccountTask, enqueue, type ScheduledTask } from './task.ts';

/**
 * Indexes what an account had before there was a search, a batch in each transaction. A run that was cut off goes on where
 * it was, because what is left stands in the queue.
 */
export const accountSearchBacklog = defineAccountTask({
  name: 'account-search-backlog',
  attempts: 3,
  input: z.strictObject({}),
  async run(_, { accountId, within, signal }) {
    do signal.throwIfAborted();
    while (await within((transaction) => indexSome(transaction, accountId, true)));
  },
});

/** Runs every minute: enqueues a task for each account whose messages of before are not all indexed. */
export const searchBacklog: ScheduledTask<'search-backlog'> = {
  scope: 'server',
  name: 'search-backlog',
  attempts: 3,
  cron: '* * * * *',
  isMadeUpWithinMs: 60_000,
  async run({ database, signal }) {
    const accounts = await database.query<{ account_id: string }>(
      'accounts-with-search-backlog',
      ACCOUNTS_WITH_SEARCH_DUE,
      [true],
    );
    for (const { account_id } of accounts) {
      signal.throwIfAborted();
      await database.within(wholeAccount(asAccountId(account_id)), (transaction) =>
        enqueue(transaction, accountSearchBacklog, { input: {}, key: 'all' }),
      );
    }
  },
};
