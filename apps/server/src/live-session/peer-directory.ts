import type { ConnectionId } from '@pasar/domain';
import type { Logger } from 'pino';
import { z } from 'zod';
import { logFailure } from '../log.ts';
import type { Database, Scope } from '../storage/database.ts';

/** How often a process says that it is still there, and after how long without a word it is forgotten. Ours. */
const SAY_EVERY_MS = 60_000;
const FORGET_AFTER_MS = 3_600_000;

/** Who serves a connection, and where that process is reached; no origin where it has written none. */
export interface Server {
  readonly holder: string;
  readonly origin: string | null;
}

/**
 * Writes down where this process is reached, under the name by which it holds leases, until the returned function is
 * called. Of one that is killed the row stays: nobody reads it once its leases have lapsed, and later it is forgotten.
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
      // who is reached there now is nobody else any more.
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

/** Null where nobody holds the connection, or whoever held it has stopped renewing. */
export async function findServer(database: Database, scope: Scope, connectionId: ConnectionId): Promise<Server | null> {
  const found = await database.one(scope, {
    name: 'find-server',
    text: `select lease.holder, peer.origin from connection_lease lease left join peer using (holder)
      where lease.connection_id = $1 and lease.expires_at > clock_timestamp() and lease.holder is not null`,
    values: [connectionId],
  });
  return serverRow.nullable().parse(found.rows[0] ?? null);
}
