import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { reasonOf, StartupError } from '../startup-error.ts';
import { appliedMigrations } from '../storage/migrate.ts';
import { madeTaskSchema } from '../storage/task-schema.ts';
import { withClient } from '../storage/with-client.ts';
import { ArchiveWriter } from './archive.ts';
import { copied, listSequences, listTables, type Manifest, refuseHidden, type TableShape } from './shape.ts';

/** So many bytes of a table make a frame. */
const FRAME_BYTES = 1024 * 1024;

export interface BackupDone {
  readonly tables: number;
  readonly rows: number;
  readonly bytes: number;
}

/**
 * Writes everything that the database holds at one moment into a new file, while servers go on. The file has its name
 * only when it is complete. @throws StartupError
 */
export async function backUp(connection: pg.ClientConfig, masterKey: Buffer, path: string): Promise<BackupDone> {
  const partial = `${path}.partial`;
  const refuse = (cause: unknown) =>
    new StartupError(`The backup ${path} cannot be written: ${reasonOf(cause)}.`, cause);
  // The name is taken first, so that nothing is written over.
  const taken = await open(path, 'wx', 0o600).catch((cause) => {
    throw cause.code === 'EEXIST' ? new StartupError(`${path} exists already: name a new file.`, cause) : refuse(cause);
  });
  await taken.close();
  try {
    const file = await open(partial, 'w', 0o600);
    try {
      const done = await withClient(connection, (client) => writeAll(client, masterKey, file));
      await file.sync();
      await rename(partial, path);
      return done;
    } finally {
      await file.close();
    }
  } catch (error) {
    await rm(partial, { force: true });
    await rm(path, { force: true });
    throw error instanceof Error && 'syscall' in error && !('severity' in error) ? refuse(error) : error;
  }
}

async function writeAll(client: pg.Client, masterKey: Buffer, file: FileHandle): Promise<BackupDone> {
  await refuseHidden(client);
  // Every statement of the transaction sees the same moment, and holds nobody up.
  await client.query('begin isolation level repeatable read read only');
  const migrations = await appliedMigrations(client);
  if (migrations === null) throw new StartupError('The database is empty: there is nothing to back up.');
  const writer = await ArchiveWriter.begin(file, masterKey);
  const manifest: Manifest = {
    madeAt: new Date().toISOString(),
    migrations: [...migrations],
    taskSchema: await madeTaskSchema(client),
  };
  await writer.write('manifest', manifest);
  const tables = await listTables(client);
  let rows = 0;
  for (const table of tables) rows += await writeTable(client, writer, table);
  for (const sequence of await listSequences(client)) await writer.write('sequence', sequence);
  await writer.write('end', { tables: tables.length, rows });
  await client.query('commit');
  return { tables: tables.length, rows, bytes: writer.bytes };
}

async function writeTable(client: pg.Client, writer: ArchiveWriter, table: TableShape): Promise<number> {
  await writer.write('table', table);
  const stream = client.query(copyTo(`copy ${copied(table)} to stdout`));
  let held: Buffer[] = [];
  let size = 0;
  const flush = async () => {
    if (size > 0) await writer.write('data', Buffer.concat(held));
    held = [];
    size = 0;
  };
  for await (const chunk of stream) {
    held.push(chunk);
    size += chunk.length;
    if (size >= FRAME_BYTES) await flush();
  }
  await flush();
  // The stream ends with the last row; the number of rows comes in a message behind it, and this answer behind that.
  await client.query('select');
  await writer.write('rows', { rows: stream.rowCount });
  return stream.rowCount;
}
