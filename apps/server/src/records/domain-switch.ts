import type { DomainSwitchMemory } from '@pasar/connector-kit';
import type { AccountId, Country, DomainSwitchResult } from '@pasar/domain';
import type { Logger } from 'pino';
import { logFailure } from '../log.ts';
import { type Database, type Transaction, wholeAccount } from '../storage/database.ts';

/** What an account knows of each country's other domain. A new result is stored for later sessions. */
export async function openDomainSwitch(
  database: Database,
  accountId: AccountId,
  now: () => number,
  log: Logger,
): Promise<DomainSwitchMemory> {
  const rows = await database.within(wholeAccount(accountId), (transaction) =>
    transaction.query<{ country: Country; result: DomainSwitchResult }>('select country, result from domain_switch'),
  );
  const known = new Map(rows.rows.map((row) => [row.country, row.result]));
  return {
    get: (country) => known.get(country) ?? null,
    set(country, result) {
      if (known.get(country) === result) return;
      known.set(country, result);
      database
        .within(wholeAccount(accountId), (transaction) =>
          writeDomainSwitch(transaction, accountId, { country, result, now: now() }),
        )
        .catch((error) => logFailure(log, 'domain_switch_not_kept', error, { country }));
    },
  };
}

export async function writeDomainSwitch(
  transaction: Transaction,
  accountId: AccountId,
  learned: { readonly country: Country; readonly result: DomainSwitchResult; readonly now: number },
): Promise<void> {
  await transaction.query(
    `insert into domain_switch (account_id, country, result, learned_at) values ($1, $2, $3, $4)
     on conflict (account_id, country) do update set result = excluded.result, learned_at = excluded.learned_at`,
    [accountId, learned.country, learned.result, learned.now],
  );
}
