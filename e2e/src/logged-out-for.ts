import { startEmbeddedPostgres } from '../../apps/server/src/storage/embedded-postgres.ts';
import { withClient } from '../../apps/server/src/storage/with-client.ts';
import type { Demo } from './demo.ts';

/** Lets whatever is logged out be so for longer: no journey waits for an alert as long as a night does. */
export async function loggedOutFor({ folder }: Demo, ms: number): Promise<void> {
  const { connection } = await startEmbeddedPostgres(folder, () => undefined);
  const text = 'update connection set failed_since = failed_since - $1::bigint where failed_since is not null';
  await withClient(connection, (client) => client.query(text, [ms]));
}
