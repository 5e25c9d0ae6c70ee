import type pg from 'pg';
import { z } from 'zod';
import { StartupError } from '../startup-error.ts';

/** What a backup says of itself, in its frames. */
export const manifestShape = z.object({
  madeAt: z.string(),
  /** The migrations of the tables. */
  migrations: z.array(z.string()),
  /** The version of the library whose tables hold the waiting tasks. */
  taskSchema: z.string().nullable(),
});
export type Manifest = z.infer<typeof manifestShape>;
export const tableShape = z.object({ schema: z.string(), name: z.string(), columns: z.array(z.string()) });
export type TableShape = z.infer<typeof tableShape>;
export const rowsShape = z.object({ rows: z.number() });
export const sequenceShape = z.object({ schema: z.string(), name: z.string(), value: z.string() });
export const endShape = z.object({ tables: z.number(), rows: z.number() });

export const TASK_SCHEMA_NAME = 'graphile_worker';
const SCHEMAS = ['public', TASK_SCHEMA_NAME];
/**
 * Facts of the moment: the feed, whose windows load everything anew, the processes that live, and the library's own
 * list of migrations.
 */
const LEFT_OUT = ['public.change', 'public.peer', 'public.task_worker', `${TASK_SCHEMA_NAME}.migrations`];

export const quoted = (...names: readonly string[]): string =>
  names.map((name) => `"${name.replaceAll('"', '""')}"`).join('.');
export const copied = ({ schema, name, columns }: TableShape): string =>
  `${quoted(schema, name)} (${columns.map((column) => quoted(column)).join(', ')})`;

const found = z.array(tableShape.extend({ needs: z.array(z.string()) }));

/** The tables that a backup holds, each after those that it refers to. */
export async function listTables(client: pg.Client): Promise<readonly TableShape[]> {
  const rows = await client.query(
    `select n.nspname as schema, c.relname as name,
       array(select a.attname::text from pg_attribute a
         where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
         order by a.attnum) as columns,
       array(select distinct rn.nspname || '.' || r.relname from pg_constraint f
         join pg_class r on r.oid = f.confrelid join pg_namespace rn on rn.oid = r.relnamespace
         where f.conrelid = c.oid and f.contype = 'f' and r.oid <> c.oid) as needs
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'r' and n.nspname = any($1) and n.nspname || '.' || c.relname <> all($2)
     order by n.nspname desc, c.relname`,
    [SCHEMAS, LEFT_OUT],
  );
  const waiting = new Map(found.parse(rows.rows).map((table) => [`${table.schema}.${table.name}`, table]));
  const ordered: TableShape[] = [];
  while (waiting.size > 0) {
    const free = [...waiting].filter(([, { needs }]) => !needs.some((name) => waiting.has(name)));
    if (free.length === 0) throw new Error(`tables refer to each other in a circle: ${[...waiting.keys()].join(', ')}`);
    for (const [id, { schema, name, columns }] of free) {
      waiting.delete(id);
      ordered.push({ schema, name, columns });
    }
  }
  return ordered;
}

/** The numbers that the next rows get. */
export async function listSequences(client: pg.Client): Promise<readonly z.infer<typeof sequenceShape>[]> {
  const rows = await client.query(
    `select schemaname as schema, sequencename as name, last_value::text as value from pg_sequences
     where schemaname = any($1) and last_value is not null`,
    [SCHEMAS],
  );
  return z.array(sequenceShape).parse(rows.rows);
}

/** Row security hides all rows from an owner who is no superuser. @throws StartupError */
export async function refuseHidden(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string; sees_all: boolean }>(
    'select rolname as name, rolsuper or rolbypassrls as sees_all from pg_roles where rolname = current_user',
  );
  if (rows[0]?.sees_all) return;
  throw new StartupError(
    `The user ${rows[0]?.name} of DATABASE_URL may not read the rows of all accounts: use pg_dump as a superuser, or let the user (alter role ${rows[0]?.name} bypassrls).`,
  );
}
