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

/** A connection that this process owns until the lease expires. The process renews the lease before that. */
export interface Lease {
  readonly accountId: AccountId;
  readonly connectionId: ConnectionId;
  readonly marketplace: Marketplace;
  readonly token: number;
}

type LeaseRow = Readonly<
  Pick<ConnectionLeaseTable, 'account_id' | 'connection_id' | 'token'> & Pick<ConnectionTable, 'marketplace'>
>;

/** What another process has handed over is left for so long to processes that serve fewer (our choice). */
const LEFT_TO_OTHERS_MS = 5_000;

/**
 * Takes at most `limit` connections that have no owner, or whose owner has stopped renewing, and at most `room` of those
 * that another process has just handed over. The token grows each time a connection is taken, which tells a late owner
 * apart. Only the database's clock counts.
 */
export async function takeLeases(
  database: Database,
  holder: string,
  { limit, room }: { readonly limit: number; readonly room: number },
): Promise<Lease[]> {
  const rows = await database.query<LeaseRow>(
    'take-leases',
    `with free as (select connection_id from connection_lease where expires_at < clock_timestamp()
         and (holder is not null or not expires_at > clock_timestamp() - $4 * interval '1 millisecond')
         order by connection_id limit $3 for update skip locked),
       handed as (select connection_id from connection_lease where expires_at < clock_timestamp()
         and holder is null and expires_at > clock_timestamp() - $4 * interval '1 millisecond'
         order by connection_id limit $5 for update skip locked)
     update connection_lease lease set holder = $1, token = lease.token + 1,
       expires_at = clock_timestamp() + $2 * interval '1 millisecond'
     from connection c
     where c.connection_id = lease.connection_id
       and lease.connection_id in (select connection_id from free union all select connection_id from handed)
     returning lease.account_id, lease.connection_id, c.marketplace, lease.token`,
    [holder, OWN_LIMITS.leaseMs, limit, LEFT_TO_OTHERS_MS, room],
  );
  return rows.map((row) => ({
    accountId: asAccountId(row.account_id),
    connectionId: asConnectionId(row.connection_id),
    marketplace: row.marketplace,
    token: Number(row.token),
  }));
}

/**
 * Renews the held leases and returns them; a lease that is missing from the answer is lost. Tells the other processes how
 * many they are.
 */
export async function renewLeases(database: Database, holder: string): Promise<Map<ConnectionId, number>> {
  const rows = await database.query<LeaseRow>(
    'renew-leases',
    // Always in the same order: the ingest locks the leases of many connections while it writes in their name.
    `with held as (select connection_id from connection_lease where holder = $1 and expires_at > clock_timestamp()
       order by connection_id for update),
     told as (update peer set held = (select count(*) from held), seen_at = clock_timestamp() where holder = $1)
     update connection_lease lease set expires_at = clock_timestamp() + $2 * interval '1 millisecond'
     from held where lease.connection_id = held.connection_id returning lease.connection_id, lease.token`,
    [holder, OWN_LIMITS.leaseMs],
  );
  return new Map(rows.map((row) => [asConnectionId(row.connection_id), Number(row.token)]));
}

/** Gives back these connections, or all with null, so that another process need not wait for the lease to lapse. */
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

/** The other living processes with an engine, by what they serve. A living process has just renewed its leases. */
export const otherHolders = (
  database: Database,
  holder: string,
): Promise<readonly { readonly holder: string; readonly held: number }[]> =>
  database.query(
    'other-holders',
    `select holder, held from peer where holder <> $1 and seen_at > clock_timestamp() - $2 * interval '1 millisecond'`,
    [holder, OWN_LIMITS.leaseMs],
  );

/** Gives a connection to a process that serves fewer, and wakes it. Nothing where the lease was lost meanwhile. */
export async function handOverLease(
  database: Database,
  holder: string,
  { connectionId, token }: Pick<Lease, 'connectionId' | 'token'>,
): Promise<void> {
  await database.query(
    'hand-over-lease',
    `with given as (update connection_lease set holder = null, expires_at = clock_timestamp()
       where connection_id = $2 and holder = $1 and token = $3 returning connection_id)
     select pg_notify('${LEASE_CHANNEL}', '') from given`,
    [holder, connectionId, token],
  );
}

/**
 * Allows one change of an account's logins, shops and proxies at a time. Must come first in every transaction that
 * fences: two such transactions then neither deadlock nor exceed the quota together.
 */
export async function lockLogins(transaction: Transaction, accountId: AccountId): Promise<void> {
  await transaction.query('select from account where account_id = $1 for no key update', [accountId]);
}

/**
 * Takes connections from the processes that serve them, so that they start over with the data of this transaction. From
 * the commit on, the late writes of a runner are refused, and its process is notified and stops it at once. Must come
 * before the transaction touches shops, because a batch also locks leases first.
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

/** The payload of `LEASE_CHANNEL`: a process that serves this connection with a smaller token no longer owns it. */
export function parseFence(payload: string): { readonly connectionId: ConnectionId; readonly token: number } | null {
  const [connectionId, token] = payload.split('/');
  return connectionId === undefined || token === undefined
    ? null
    : { connectionId: asConnectionId(connectionId), token: Number(token) };
}
