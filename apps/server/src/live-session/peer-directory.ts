import type { ConnectionId } from '@pasar/domain';
import type { Logger } from 'pino';
import { z } from 'zod';
import { logFailure } from '../log.ts';
import type { Database, Scope } from '../storage/database.ts';

/** How often a process announces itself, and after how long without an announcement its row is deleted (our choice). */
const SAY_EVERY_MS = 60_000;
const FORGET_AFTER_MS = 3_600_000;

/** The process that serves a connection, and its origin; null where it has announced none. */
export interface Server {
  readonly holder: string;
  readonly origin: string | null;
}

/**
 * Announces where this process is reached, under the name by which it holds leases, until the returned function is
 * called. The row of a killed process stays: it is not read once the leases have lapsed, and is deleted later.
 */
export async function announcePeer(
  database: Database,
  log: Logger,
  holder: string,
  origin: string,
): Promise<() => Promise<void>> {
  const say = () =>
    database.query(
      'announce-peer',
      // This process listens at `origin` now, so any other row with it is stale.
      `with gone as (delete from peer where holder <> $1
         and (origin = $2 or seen_at < clock_timestamp() - $3 * interval '1 millisecond'))
       insert into peer (holder, origin) values ($1, $2)
       on conflict (holder) do update set seen_at = clock_timestamp()`,
      [holder, origin, FORGET_AFTER_MS],
    );
  await say();
  const timer = setInterval(() => {
    say().catch((error) => logFailure(log, 'peer_not_announced', error));
  }, SAY_EVERY_MS);
  return async () => {
    clearInterval(timer);
    await database.query('withdraw-peer', 'delete from peer where holder = $1', [holder]);
  };
}

const serverRow = z.object({ holder: z.uuid(), origin: z.url({ protocol: /^http$/ }).nullable() });

/** Null where no process holds the connection, or its holder has stopped renewing the lease. */
export async function findServer(database: Database, scope: Scope, connectionId: ConnectionId): Promise<Server | null> {
  const found = await database.one(scope, {
    name: 'find-server',
    text: `select lease.holder, peer.origin from connection_lease lease left join peer using (holder)
      where lease.connection_id = $1 and lease.expires_at > clock_timestamp() and lease.holder is not null`,
    values: [connectionId],
  });
  return serverRow.nullable().parse(found.rows[0] ?? null);
}
