import { asAccountId } from '@pasar/domain';
import { z } from 'zod';
import { makeTeamFigures } from '../../records/team-figures.ts';
import { wholeAccount } from '../../storage/database.ts';
import { defineAccountTask, enqueue, type ScheduledTask } from './task.ts';

/** Marks that are taken in one transaction (our choice): a conversation that is written in has several. */
const AT_ONCE = 500;

/** Recomputes the team figures of an account's conversations where messages have come or changed. */
export const accountTeamFigures = defineAccountTask({
  name: 'account-team-figures',
  attempts: 3,
  input: z.strictObject({}),
  async run(_, { accountId, within, signal }) {
    do signal.throwIfAborted();
    while (await within((transaction) => makeTeamFigures(transaction, accountId, AT_ONCE)));
  },
});

/** Runs every minute: enqueues a task for each account whose figures are behind its messages. */
export const teamFigures: ScheduledTask<'team-figures'> = {
  scope: 'server',
  name: 'team-figures',
  attempts: 3,
  cron: '* * * * *',
  isMadeUpWithinMs: 60_000,
  async run({ database, signal }) {
    const accounts = await database.query<{ account_id: string }>(
      'accounts-with-figures-due',
      // One step of the index for each account, however many marks there are.
      `with recursive due as (
         (select account_id from figures_due order by account_id limit 1)
         union all
         select (select f.account_id from figures_due f where f.account_id > due.account_id order by f.account_id limit 1)
         from due where due.account_id is not null)
       select account_id from due where account_id is not null`,
      [],
    );
    for (const { account_id } of accounts) {
      signal.throwIfAborted();
      await database.within(wholeAccount(asAccountId(account_id)), (transaction) =>
        enqueue(transaction, accountTeamFigures, { input: {}, key: 'all' }),
      );
    }
  },
};
