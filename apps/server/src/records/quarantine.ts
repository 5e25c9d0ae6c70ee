import type { AccountId } from '@pasar/domain';
import { type Database, type Transaction, wholeAccount } from '../storage/database.ts';
import { tellLogins } from './shop-changes.ts';

/** An item of a login that could not be read or stored. */
export interface QuarantinedItem {
  readonly connectionId: string;
  readonly reason: string;
  readonly bytes: Uint8Array;
  /** The shop that the item belongs to, where the item tells it. */
  readonly shopId?: string;
}

/**
 * Keeps an item with the reason, and tells the windows how many items of the login are kept. The same bytes of a login
 * are kept once; those of a login that was unbound are dropped.
 */
export async function setAside(database: Database, accountId: AccountId, item: QuarantinedItem): Promise<void> {
  await database.within(wholeAccount(accountId), async (transaction) => {
    const counted = await transaction.query(
      `with kept as (
         insert into quarantine (account_id, connection_id, shop_id, reason, bytes)
         select account_id, connection_id, (select shop_id from shop s where s.shop_id = $3), $4, $5
         from connection where account_id = $1 and connection_id = $2 for no key update
         on conflict do nothing returning connection_id)
       update connection set unreadable_count = unreadable_count + 1
       where connection_id in (select connection_id from kept)`,
      [accountId, item.connectionId, item.shopId ?? null, item.reason.slice(0, 500), Buffer.from(item.bytes)],
    );
    if (counted.rowCount === 1) await tellLogins(transaction, accountId, [item.connectionId]);
  });
}

/** Counts the kept items of every login anew after a deletion. @returns the logins whose number changed */
export async function recountQuarantine(transaction: Transaction, accountId: AccountId): Promise<readonly string[]> {
  const changed = await transaction.query<{ connection_id: string }>(
    `update connection c set unreadable_count = counted.number
     from (select connection_id, (select count(*)::integer from quarantine q where q.connection_id = c.connection_id)
             as number from connection c where account_id = $1) counted
     where c.connection_id = counted.connection_id and c.unreadable_count <> counted.number
     returning c.connection_id`,
    [accountId],
  );
  return changed.rows.map((row) => row.connection_id);
}
