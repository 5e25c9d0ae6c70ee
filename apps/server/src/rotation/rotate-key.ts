import { join } from 'node:path';
import { pino } from 'pino';
import type { Config } from '../config.ts';
import { explainStart, StartupError } from '../startup-error.ts';
import { type Stop, stopInReverse } from '../stop.ts';
import { newKey, replaceMasterKeys } from '../storage/master-key.ts';
import { findMissingMigrations } from '../storage/migrate.ts';
import { openAsItIs } from '../storage/open-storage.ts';
import { withClient } from '../storage/with-client.ts';
import { type Resealed, resealAll } from './reseal.ts';

/**
 * `rotate-key`, beside running servers. The key file is replaced here, and each server of this machine reads it anew;
 * the keys of PASAR_MASTER_KEY are the operator's to change. Returns the lines for the person. @throws StartupError
 */
export async function rotateKey(config: Config): Promise<string> {
  const file = join(config.dataFolder, 'master-key');
  const stops: Stop[] = [];
  const log = pino({ level: 'silent' });
  try {
    const { connection, keys } = await openAsItIs({ config, say: () => undefined, log, mayShare: true }, stops);
    if ((await withClient(connection, findMissingMigrations)).length > 0)
      throw new StartupError('The database is of an older version: start the server once, and rotate then.');
    if (config.masterKey !== null) {
      if (keys().length === 1) throw new StartupError(HOW_TO_BEGIN);
      return `${resultOf(await resealAll(connection, keys()))} ${REMOVE_IT}`;
    }
    // Both keys are in the file before anything is sealed with the new one. A rotation that was killed goes on with its
    // own new key.
    if (keys().length === 1) replaceMasterKeys(file, [newKey(), ...keys()]);
    const [sealing] = keys();
    const done = await resealAll(connection, keys());
    if (sealing !== undefined) replaceMasterKeys(file, [sealing]);
    return `${resultOf(done)} ${file} holds the new key alone: keep a copy of it. ${THROW_IT_AWAY}`;
  } catch (error) {
    throw explainStart(error);
  } finally {
    await stopInReverse(stops, log, null);
  }
}

const HOW_TO_BEGIN =
  'PASAR_MASTER_KEY holds one key: make another (openssl rand -base64 32), set PASAR_MASTER_KEY=new,old for every process, restart the processes, and run this command again in the same environment.';
const THROW_IT_AWAY =
  'The old key opens nothing in this database any more: throw it away, or keep it only with the backups that were made before.';
const REMOVE_IT = `Now remove the old key from PASAR_MASTER_KEY and restart every process. ${THROW_IT_AWAY}`;

function resultOf({ count, unreadable }: Resealed): string {
  const sealed = `Every secret is sealed with the new key (${count} now).`;
  return unreadable === 0
    ? sealed
    : `${sealed} ${unreadable} could be opened with no key and stay as they are: their shops have to log in again.`;
}
