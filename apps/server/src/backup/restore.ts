import { once } from 'node:events';
import { type FileHandle, open } from 'node:fs/promises';
import { finished } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { z } from 'zod';
import { reasonOf, StartupError } from '../startup-error.ts';
import { appliedMigrations, knownMigrations, migrateDatabase } from '../storage/migrate.ts';
import { madeTaskSchema } from '../storage/task-schema.ts';
import { withClient } from '../storage/with-client.ts';
import { type Frame, type FrameKind, readArchive } from './archive.ts';
import {
  copied,
  endShape,
  type Manifest,
  manifestShape,
  quoted,
  refuseHidden,
  rowsShape,
  sequenceShape,
  TASK_SCHEMA_NAME,
  type TableShape,
  tableShape,
} from './shape.ts';

export interface RestoreDone {
  readonly madeAt: string;
  readonly rows: number;
  /** Answers that were on their way, of which nobody knows whether they went out after the backup. */
  readonly unconfirmed: number;
  /** The waiting tasks are of another version of the library, and were left out. */
  readonly isWithoutTasks: boolean;
}

/**
 * Fills an empty database from a backup, whole or not at all: the tables of the backup's version are made first and
 * brought up to date at the end. `of now`: nothing has gone on since the backup, so answers that were on their way are
 * still on it. @throws StartupError
 */
export async function restore(
  connection: pg.ClientConfig,
  masterKeys: readonly Buffer[],
  path: string,
  age: 'of the past' | 'of now' = 'of the past',
): Promise<RestoreDone> {
  const file = await open(path, 'r').catch((cause) => {
    throw new StartupError(`The backup ${path} cannot be read: ${reasonOf(cause)}.`, cause);
  });
  try {
    const frames = readArchive(file, masterKeys);
    const manifest = parse(manifestShape, await next(frames, 'manifest'));
    refuseOtherVersion(manifest);
    await withClient(connection, async (client) => {
      await refuseHidden(client);
      await refuseFilled(client, manifest);
    });
    await migrateDatabase(connection, manifest.migrations.length);
    const done = await withClient(connection, (client) => load(client, frames, manifest, age));
    await migrateDatabase(connection);
    return done;
  } finally {
    await closed(file);
  }
}

const closed = (file: FileHandle): Promise<void> => file.close();

/** The backup's migrations must be the first of those that this version knows. */
function refuseOtherVersion({ migrations }: Manifest): void {
  const known = knownMigrations();
  if (migrations.every((name, place) => known[place] === name)) return;
  throw new StartupError('The backup is of a newer version of Pasar than this one: restore it with that version.');
}

async function refuseFilled(client: pg.Client, { migrations }: Manifest): Promise<void> {
  const applied = await appliedMigrations(client);
  if (applied === null) return;
  const { rows } = await client.query<{ is_filled: boolean; is_used: boolean }>(
    'select exists (select from account) as is_filled, exists (select from peer) as is_used',
  );
  if (rows[0]?.is_filled) throw new StartupError('The database has accounts: restore only into an empty one.');
  if (rows[0]?.is_used) throw new StartupError('A server uses the database: stop it, and restore again.');
  if (applied.length !== migrations.length)
    throw new StartupError('The database has tables of another version than the backup: restore into a new one.');
}

/** Loads all tables in one transaction. */
async function load(
  client: pg.Client,
  frames: AsyncGenerator<Frame>,
  manifest: Manifest,
  age: 'of the past' | 'of now',
): Promise<RestoreDone> {
  const isWithoutTasks = (await madeTaskSchema(client)) !== manifest.taskSchema;
  const isLeftOut = ({ schema }: { readonly schema: string }) => isWithoutTasks && schema === TASK_SCHEMA_NAME;
  const tables: TableShape[] = [];
  let rows = 0;
  await client.query('begin');
  for (;;) {
    const frame = await nextOf(frames);
    if (frame.kind === 'table') {
      const table = parse(tableShape, frame);
      tables.push(table);
      rows += await loadTable(client, frames, table, isLeftOut(table));
    } else if (frame.kind === 'sequence') {
      const sequence = parse(sequenceShape, frame);
      if (isLeftOut(sequence)) continue;
      await client.query('select setval($1::regclass, $2)', [quoted(sequence.schema, sequence.name), sequence.value]);
    } else {
      const end = parse(endShape, expectKind(frame, 'end'));
      if (end.tables !== tables.length || end.rows !== rows)
        throw new Error('the backup counts other rows than it has');
      break;
    }
  }
  await freeLeases(client);
  const unconfirmed = age === 'of now' ? 0 : await doubtAnswers(client);
  await client.query('commit');
  return { madeAt: manifest.madeAt, rows, unconfirmed, isWithoutTasks };
}

async function loadTable(
  client: pg.Client,
  frames: AsyncGenerator<Frame>,
  table: TableShape,
  isLeftOut: boolean,
): Promise<number> {
  const name = quoted(table.schema, table.name);
  // Triggers keep other tables, which the backup has as well.
  if (!isLeftOut) await client.query(`alter table ${name} disable trigger user; delete from ${name}`);
  const stream = isLeftOut ? null : client.query(copyFrom(`copy ${copied(table)} from stdin`));
  const ended = stream === null ? null : finished(stream);
  ended?.catch(() => undefined);
  for (;;) {
    const frame = await nextOf(frames);
    if (frame.kind === 'data') {
      if (stream !== null && !stream.write(frame.content)) await Promise.race([once(stream, 'drain'), ended]);
      continue;
    }
    const { rows } = parse(rowsShape, expectKind(frame, 'rows'));
    stream?.end();
    await ended;
    if (stream !== null && stream.rowCount !== rows) throw new Error(`${name} got ${stream.rowCount} of ${rows} rows`);
    if (!isLeftOut) await client.query(`alter table ${name} enable trigger user`);
    return rows;
  }
}

/** Who served the connections is true only of the processes of that day. */
const freeLeases = (client: pg.Client) =>
  client.query("update connection_lease set holder = null, expires_at = '-infinity', token = token + 1");

/**
 * An answer that was on its way then has perhaps gone out since: it is not sent again, but a person decides, as about any
 * answer that is unconfirmed.
 */
async function doubtAnswers(client: pg.Client): Promise<number> {
  const doubted = await client.query(
    `update delivery set state = 'unconfirmed', intent_at = coalesce(intent_at, created_at), look_until = null,
       claim_token = null
     where state in ('pending', 'claimed', 'intent', 'doubted')`,
  );
  return doubted.rowCount ?? 0;
}

const parse = <Shape extends z.ZodType>(shape: Shape, { content }: Frame): z.infer<Shape> =>
  shape.parse(JSON.parse(content.toString('utf8')));

/** The archive itself ends with `end` or throws. */
async function nextOf(frames: AsyncGenerator<Frame>): Promise<Frame> {
  const { value, done } = await frames.next();
  if (done) throw new Error('the backup has ended before its end');
  return value;
}
const next = async (frames: AsyncGenerator<Frame>, kind: FrameKind): Promise<Frame> =>
  expectKind(await nextOf(frames), kind);
function expectKind(frame: Frame, kind: FrameKind): Frame {
  if (frame.kind !== kind) throw new Error(`the backup has ${frame.kind} in place of ${kind}`);
  return frame;
}
