import pg from 'pg';

/**
 * The version of graphile-worker whose schema the engine's role may use. It stands as a comment at the schema, so that
 * a start that finds it there need not load the library.
 */
export const TASK_SCHEMA = 'graphile-worker 0.18.0';

export const hasTaskSchema = async (client: pg.Client): Promise<boolean> =>
  (await madeTaskSchema(client)) === TASK_SCHEMA;

/** The version that made the schema; null where there is none. */
export async function madeTaskSchema(client: pg.Client): Promise<string | null> {
  const found = await client.query<{ made_by: string | null }>(
    "select obj_description(to_regnamespace('graphile_worker'), 'pg_namespace') as made_by",
  );
  return found.rows[0]?.made_by ?? null;
}

/**
 * Makes or renews the schema by the library's own migrations, as the owner of the database. `client` holds the lock on
 * migrations. Repeats harmlessly what an earlier start left half done.
 */
export async function makeTaskSchema(config: pg.ClientConfig, client: pg.Client): Promise<void> {
  const { Logger, runMigrations } = await import('graphile-worker');
  const pool = new pg.Pool({ ...config, max: 1 });
  // The next query reports a fault of the connection; without listeners the library prints a warning.
  pool.on('error', () => undefined);
  pool.on('connect', (connection) => connection.on('error', () => undefined));
  try {
    await runMigrations({ pgPool: pool, logger: new Logger(() => () => undefined) });
  } finally {
    await pool.end();
  }
  await client.query(OPEN_TO_ENGINE);
}

/**
 * The library enables row security without policies: its owner alone would see rows. The engine's role runs tasks of
 * all accounts; no other role may look into the schema.
 */
const OPEN_TO_ENGINE = `
  begin;
  do $$
  declare
    name text;
  begin
    for name in select tablename from pg_tables where schemaname = 'graphile_worker' loop
      execute format('alter table graphile_worker.%I enable row level security', name);
      execute format('drop policy if exists engine_owns on graphile_worker.%I', name);
      execute format('create policy engine_owns on graphile_worker.%I to pasar_engine using (true) with check (true)', name);
    end loop;
  end $$;
  grant usage on schema graphile_worker to pasar_engine;
  grant select, insert, update, delete on all tables in schema graphile_worker to pasar_engine;
  -- Locked tasks are few, and every worker looks every few seconds whether one is left over.
  create index if not exists pasar_locked on graphile_worker._private_jobs (locked_at) where locked_at is not null;
  comment on schema graphile_worker is '${TASK_SCHEMA}';
  commit;`;
