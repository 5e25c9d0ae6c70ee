import {
  type AccountId,
  asAccountId,
  asConnectionId,
  type ConnectionId,
  type Marketplace,
  OWN_LIMITS,
} from '@pasar/domain';
import type { Database, Transaction } from '../storage/database.ts';
import type { ConnectionLeaseTable, ConnectionTable } from '../storage/gen/tables.ts';
import { LEASE_CHANNEL } from './change-feed.ts';

/** A connection that this process owns until `expiresAt` unless it renews. */
export interface Lease {
  readonly accountId: AccountId;
  readonly connectionId: ConnectionId;
  readonly marketplace: Marketplace;
  readonly token: number;
}

type LeaseRow = Readonly<
  Pick<ConnectionLeaseTable, 'account_id' | 'connection_id' | 'token'> & Pick<ConnectionTable, 'marketplace'>
>;

/**
 * Takes connections that nobody owns or whose owner stopped renewing, at most `limit`. The token grows with each taking,
 * so that a late owner is told apart; the database's clock decides, never a process's.
 */
export async function takeLeases(database: Database, holder: string, limit: number): Promise<Lease[]> {
  const rows = await database.query<LeaseRow>(
    'take-leases',
    `update connection_lease lease set holder = $1, token = lease.token + 1,
       expires_at = clock_timestamp() + $2 * interval '1 millisecond'
     from connection c
     where c.connection_id = lease.connection_id and lease.connection_id in (
       select connection_id from connection_lease where expires_at < clock_timestamp()
       order by connection_id limit $3 for update skip locked)
     returning lease.account_id, lease.connection_id, c.marketplace, lease.token`,
    [holder, OWN_LIMITS.leaseMs, limit],
  );
  return rows.map((row) => ({
    accountId: asAccountId(row.account_id),
    connectionId: asConnectionId(row.connection_id),
    marketplace: row.marketplace,
    token: Number(row.token),
  }));
}

/** Renews what is still held and returns it; whatever is missing from the answer is lost. */
export async function renewLeases(database: Database, holder: string): Promise<Map<ConnectionId, number>> {
  const rows = await database.query<LeaseRow>(
    'renew-leases',
    // in one order everywhere: the ingest holds leases of many connections while it writes in their name.
    `with held as (select connection_id from connection_lease where holder = $1 and expires_at > clock_timestamp()
       order by connection_id for update)
     update connection_lease lease set expires_at = clock_timestamp() + $2 * interval '1 millisecond'
     from held where lease.connection_id = held.connection_id returning lease.connection_id, lease.token`,
    [holder, OWN_LIMITS.leaseMs],
  );
  return new Map(rows.map((row) => [asConnectionId(row.connection_id), Number(row.token)]));
}

/** Gives connections back at once, all of them or some, so that nobody need wait for the lease to lapse. */
export async function giveBackLeases(
  database: Database,
  holder: string,
  connectionIds: readonly ConnectionId[] | null,
): Promise<void> {
  await database.query(
    'give-back-leases',
    `with given as (select connection_id from connection_lease
       where holder = $1 and ($2::uuid[] is null or connection_id = any($2)) order by connection_id for update)
     update connection_lease lease set holder = null, expires_at = '-infinity'
     from given where lease.connection_id = given.connection_id returning lease.connection_id`,
    [holder, connectionIds],
  );
}

/**
 * One change of an account's logins, shops and proxies at a time: comes first in every transaction that fences, so that
 * two of them neither wait for each other's rows in a circle nor pass the quota together.
 */
export async function lockLogins(transaction: Transaction, accountId: AccountId): Promise<void> {
  await transaction.query('select from account where account_id = $1 for no key update', [accountId]);
}

/**
 * Takes connections away from whoever serves them, so that they start over with what this transaction changes: what a
 * late runner writes is refused from the commit on, and its process, told of it, stops it at once. Comes before the
 * transaction touches shops: a batch holds leases first, too.
 */
export async function fenceConnections(transaction: Transaction, connectionIds: readonly string[]): Promise<void> {
  await transaction.query(
    `with held as (select connection_id from connection_lease where connection_id = any($1::uuid[])
       order by connection_id for update),
     fenced as (update connection_lease lease set holder = null, token = lease.token + 1, expires_at = '-infinity'
       from held where lease.connection_id = held.connection_id returning lease.connection_id, lease.token)
     select pg_notify('${LEASE_CHANNEL}', connection_id || '/' || token) from fenced`,
    [connectionIds],
  );
}

/** What `LEASE_CHANNEL` says: whoever serves this connection with a smaller token serves it no more. */
export function parseFence(payload: string): { readonly connectionId: ConnectionId; readonly token: number } | null {
  const [connectionId, token] = payload.split('/');
  return connectionId === undefined || token === undefined
    ? null
    : { connectionId: asConnectionId(connectionId), token: Number(token) };
}
