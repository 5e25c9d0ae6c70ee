import { ORDER_COLUMNS, ORDER_EXPORT_KINDS } from '@pasar/api';
import { asAccountId } from '@pasar/domain';
import type pg from 'pg';
import { z } from 'zod';
import { exportOrders } from '../../src/features/order-book/export.ts';
import { type Scope, wholeAccount } from '../../src/storage/database.ts';
import { openSnapshot, type Snapshot } from '../../src/storage/snapshot.ts';

/**
 * A process that exports an account's orders and nothing else. It collects its garbage while the file comes, tells its
 * parent by how many bytes its memory grew at most, and ends. `isGathered`: it holds all rows, which shows that the measure
 * would tell.
 */
const asked = z
  .object({
    database: z.object({ host: z.string(), user: z.string(), password: z.string(), database: z.string() }),
    accountId: z.string().transform(asAccountId),
    kind: z.enum(ORDER_EXPORT_KINDS),
    isGathered: z.boolean(),
  })
  .parse(JSON.parse(process.env.EXPORT ?? ''));
/** A look costs a collection of the garbage. */
const CHUNKS_EACH_LOOK = 16;

/** Bytes that are in use after a collection, on the heap and beside it. A second one gives back what stood beside the heap. */
function inUse(): number {
  globalThis.gc?.();
  globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

const gathered: unknown[] = [];
async function openKeeping(scope: Scope): Promise<Snapshot> {
  const snapshot = await openSnapshot(asked.database, scope);
  return {
    async *rows<Row extends pg.QueryResultRow>(text: string, values: readonly unknown[], size: number) {
      for await (const rows of snapshot.rows<Row>(text, values, size)) {
        gathered.push(rows);
        yield rows;
      }
    },
    close: () => snapshot.close(),
  };
}

const file = exportOrders(
  { openSnapshot: asked.isGathered ? openKeeping : (scope) => openSnapshot(asked.database, scope) },
  wholeAccount(asked.accountId),
  {
    kind: asked.kind,
    columns: [...ORDER_COLUMNS],
    timeZone: 'Asia/Singapore',
    filter: { tab: 'all', sort: 'newest' },
  },
  'en',
);
let bytes = 0;
let chunks = 0;
const before = inUse();
let most = before;
for await (const chunk of file) {
  bytes += chunk.length;
  chunks += 1;
  if (chunks % CHUNKS_EACH_LOOK === 1) most = Math.max(most, inUse());
}
process.send?.({ grownBytes: Math.max(most, inUse()) - before, bytes, gathered: gathered.length });
process.disconnect();
