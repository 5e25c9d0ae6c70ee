import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { pino } from 'pino';
import type { Config } from '../config.ts';
import { explainStart, StartupError } from '../startup-error.ts';
import { type Stop, stopInReverse } from '../stop.ts';
import { hasEmbeddedPostgres } from '../storage/embedded-place.ts';
import { openAsItIs } from '../storage/open-storage.ts';
import { backUp } from './back-up.ts';
import { restore } from './restore.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** npm starts programs in the project's folder, and tells where the person was. @throws StartupError */
function pathOf(words: readonly string[], command: string, env: Environment): string {
  const [word] = words;
  if (word === undefined || words.length > 1) throw new StartupError(`Name one file: ${command} FILE.`);
  return resolve(env.INIT_CWD ?? process.cwd(), word);
}

/** `backup FILE`, beside a running server. Returns the line for the person. @throws StartupError */
export async function runBackup(config: Config, words: readonly string[], env: Environment): Promise<string> {
  const path = pathOf(words, 'backup', env);
  if (config.databaseUrl === null && !hasEmbeddedPostgres(config.dataFolder))
    throw new StartupError(`There is no database in ${config.dataFolder}: there is nothing to back up.`);
  return within(config, true, async (connection, [key]) => {
    if (key === undefined) throw new Error('there is no master key');
    const { tables, rows, bytes } = await backUp(connection, key, path);
    const size = `${(bytes / 1024 ** 2).toFixed(1)} MB`;
    return `Wrote ${path}: ${rows} rows of ${tables} tables, ${size}. Only the master key of today opens it: keep the key elsewhere.`;
  });
}

/** `restore FILE`, while no server runs. Returns the line for the person. @throws StartupError */
export async function runRestore(config: Config, words: readonly string[], env: Environment): Promise<string> {
  const path = pathOf(words, 'restore', env);
  await stat(path).catch((cause) => {
    throw new StartupError(`There is no file ${path}.`, cause);
  });
  return within(config, false, async (connection, keys) => {
    const { madeAt, rows, unconfirmed, isWithoutTasks } = await restore(connection, keys, path);
    return [
      `Restored ${rows} rows of ${madeAt}.`,
      ...(unconfirmed === 0
        ? []
        : [`${unconfirmed} answers were on their way then; they are marked as unconfirmed, and a person decides.`]),
      ...(isWithoutTasks ? ['Tasks that waited then are of another version and were left out.'] : []),
    ].join(' ');
  });
}

async function within(
  config: Config,
  mayShare: boolean,
  run: (connection: Parameters<typeof backUp>[0], keys: readonly Buffer[]) => Promise<string>,
): Promise<string> {
  const stops: Stop[] = [];
  const log = pino({ level: 'silent' });
  try {
    const { connection, keys } = await openAsItIs({ config, say: () => undefined, log, mayShare }, stops);
    return await run(connection, keys());
  } catch (error) {
    throw explainStart(error);
  } finally {
    await stopInReverse(stops, log, null);
  }
}
