import { pino } from 'pino';
import { Batcher } from '../../../apps/server/src/engine/ingest/batcher.ts';
import { makeIndexer } from '../../../apps/server/src/engine/search/indexer.ts';
import type { TestDatabase } from '../../../apps/server/tests/harness/database.ts';
import { postgresCpuMs } from '../cost/postgres-cpu.ts';
import { itemsOf, MESSAGES, prepare } from './wires.ts';

/** Messages that one read of a socket delivers together. */
const PER_READ = 8;

/**
 * What of the search is there: all, as in the product; the queue of what is to be indexed alone; nothing, so that the tables
 * have no triggers of it either.
 */
export type SearchParts = 'all' | 'queue' | 'none';

export interface Taking {
  readonly perSecond: number;
  /** Milliseconds of CPU until all is stored, of this process and of PostgreSQL: other load changes it less. */
  readonly cpuMs: number;
  /** From the last message stored to the last one found by the search; null where nothing is indexed. */
  readonly foundAfterMs: number | null;
}

/** Pasar: every socket hands over what it read, and the batcher groups it into transactions. */
export async function takeMessages(database: TestDatabase, name: string, search: SearchParts): Promise<Taking> {
  const { tenant, wires } = await prepare(database, name);
  const { accountId } = tenant;
  await database.owner.query('delete from search_due');
  if (search === 'none') await switchSearch(database, 'disable');
  const log = pino({ level: 'silent' });
  const batcher = new Batcher({
    database: database.engine,
    log,
    onFenced: () => undefined,
    onBatch: () => undefined,
    onUnknown: (items) => {
      throw new Error(`${items.length} unknown`);
    },
  });
  const isTaking = () => batcher.isBusy() || batcher.areItemsComing();
  const indexer = makeIndexer({ database: database.engine, log, isTaking });
  if (search === 'all') indexer.start();
  const cpuBeforeMs = await cpuOf(database);
  const startedAt = performance.now();
  const written: Promise<unknown>[] = [];
  for (let index = 0; index < wires.length; index += PER_READ) {
    const items = wires.slice(index, index + PER_READ).flatMap(itemsOf);
    written.push(batcher.submit(accountId, items));
    if (written.length % 32 === 0) await new Promise(setImmediate);
  }
  await Promise.all(written);
  const tookMs = performance.now() - startedAt;
  const cpuMs = (await cpuOf(database)) - cpuBeforeMs;
  await expectStored(database, accountId, search);
  if (search === 'all') await untilIndexed(database, accountId);
  const foundAfterMs = search === 'all' ? performance.now() - startedAt - tookMs : null;
  await indexer.stop();
  if (search === 'none') await switchSearch(database, 'enable');
  return { perSecond: (MESSAGES / tookMs) * 1_000, cpuMs, foundAfterMs };
}

const cpuOf = async ({ owner }: TestDatabase): Promise<number> =>
  (process.cpuUsage().user + process.cpuUsage().system) / 1_000 + (await postgresCpuMs(owner));

/** Every trigger of the search, of whatever table. */
async function switchSearch({ owner }: TestDatabase, to: 'enable' | 'disable'): Promise<void> {
  const found = await owner.query<{ statement: string }>(
    `select format('alter table %I ${to} trigger %I', c.relname, t.tgname) as statement
     from pg_trigger t join pg_class c on c.oid = t.tgrelid where t.tgname like 'search\\_%' and not t.tgisinternal`,
  );
  if (found.rows.length === 0) throw new Error('the search has no triggers');
  for (const { statement } of found.rows) await owner.query(statement);
}

async function untilIndexed(database: TestDatabase, accountId: string): Promise<void> {
  for (;;) {
    const left = await database.owner.query('select from search_due where account_id = $1 limit 1', [accountId]);
    if (left.rowCount === 0) return;
    await new Promise((resume) => setTimeout(resume, 20));
  }
}

async function expectStored(database: TestDatabase, accountId: string, search: SearchParts): Promise<void> {
  const found = await database.owner.query(
    `select (select count(*)::int from message where account_id = $1) as messages,
       (select sum(unread_count)::int from conversation where account_id = $1) as unread,
       (select sum(unread_count)::int from shop where account_id = $1) as shops,
       (select count(*)::int from change where account_id = $1 and kind = 'message') as changes,
       exists (select from search_due where account_id = $1) as queued`,
    [accountId],
  );
  const { messages, unread, shops, changes, queued } = found.rows[0] ?? {};
  if ([messages, unread, shops, changes].some((value) => value !== MESSAGES)) {
    throw new Error(`stored ${JSON.stringify(found.rows[0])} instead of ${MESSAGES}`);
  }
  if (queued !== (search !== 'none')) throw new Error(`queued for the search: ${queued}`);
}
