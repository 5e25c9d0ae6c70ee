import { createWriteStream } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { asAccountId, asMemberId } from '@pasar/domain';
import { pino } from 'pino';
import type { Config } from './config.ts';
import { ExportTooLarge, exportAccount } from './features/data/export-account.ts';
import type { ExportProgress } from './features/data/export-state.ts';
import { explainStart, reasonOf, StartupError } from './startup-error.ts';
import { type Stop, stopInReverse } from './stop.ts';
import { type Database, openDatabase, type Scope } from './storage/database.ts';
import { openAsItIs } from './storage/open-storage.ts';
import { openSnapshot } from './storage/snapshot.ts';

/** How often the progress is said. */
const SAID_EVERY_MS = 5_000;

/**
 * `export-account EMAIL FILE`, beside a running server: everything of the account whose main account logs in by that
 * email. Returns the line for the person. @throws StartupError
 */
export async function runExportAccount(
  config: Config,
  words: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  say: (line: string) => void,
): Promise<string> {
  const [email, word] = words;
  if (email === undefined || word === undefined || words.length > 2)
    throw new StartupError('Name the account and a new file: export-account EMAIL FILE.');
  const path = resolve(env.INIT_CWD ?? process.cwd(), word);
  const stops: Stop[] = [];
  const log = pino({ level: 'silent' });
  try {
    const { connection } = await openAsItIs({ config, say: () => undefined, log, mayShare: true }, stops);
    const database = openDatabase(connection, 'pasar_app', 1);
    stops.push(() => database.close());
    const scope = await findMain(database, email);
    const snapshot = await openSnapshot(connection, scope);
    stops.push(() => snapshot.close());
    let last: ExportProgress | null = null;
    let saidAt = Date.now();
    const onProgress = (progress: ExportProgress) => {
      last = progress;
      if (Date.now() - saidAt < SAID_EVERY_MS) return;
      saidAt = Date.now();
      say(sentence(progress));
    };
    await write(path, exportAccount(snapshot, { accountId: scope.accountId, now: Date.now(), onProgress }));
    return `Wrote ${path}. ${last === null ? '' : sentence(last)}`;
  } catch (error) {
    if (error instanceof ExportTooLarge)
      throw new StartupError(
        'The account does not fit into a zip of 4 GB: nothing was written. Use backup instead.',
        error,
      );
    throw explainStart(error);
  } finally {
    await stopInReverse(stops, log, null);
  }
}

const sentence = ({ tablesDone, tablesTotal, rowsDone, bytes }: ExportProgress): string =>
  `${rowsDone} rows of ${tablesDone} of ${tablesTotal} tables, ${(bytes / 1024 ** 2).toFixed(1)} MB.`;

/** @throws StartupError when no main account has the email */
async function findMain(database: Database, email: string): Promise<Scope> {
  const [found] = await database.query<{ account_id: string; member_id: string }>(
    'find-main',
    'select account_id, member_id from pasar_find_login($1)',
    [email],
  );
  const unknown = new StartupError(`There is no main account with the email ${email}.`);
  if (found === undefined) throw unknown;
  const ids = { accountId: asAccountId(found.account_id), memberId: asMemberId(found.member_id) };
  const main = await database.one(
    { ...ids, shops: 'all' },
    {
      name: 'is-main',
      text: 'select from member where member_id = $1 and is_main',
      values: [ids.memberId],
    },
  );
  if (main.rowCount === 0) throw unknown;
  return { ...ids, shops: 'all' };
}

/** The file has its name only when it is whole, and nothing is written over. @throws StartupError */
async function write(path: string, bytes: AsyncGenerator<Uint8Array>): Promise<void> {
  const taken = await open(path, 'wx', 0o600).catch((cause) => {
    const reason = cause.code === 'EEXIST' ? 'it exists already, name a new file' : reasonOf(cause);
    throw new StartupError(`${path} cannot be written: ${reason}.`, cause);
  });
  await taken.close();
  const partial = `${path}.partial`;
  try {
    await pipeline(Readable.from(bytes), createWriteStream(partial, { mode: 0o600 }));
    await rename(partial, path);
  } catch (error) {
    await rm(partial, { force: true });
    await rm(path, { force: true });
    throw error;
  }
}
