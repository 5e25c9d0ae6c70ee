import { fork } from 'node:child_process';
import { join } from 'node:path';
import { asAccountId } from '@pasar/domain';
import { strFromU8, Unzip, UnzipInflate } from 'fflate';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { z } from 'zod';
import { fileOf, MOST_ROWS } from '../src/features/order-book/export-file.ts';
import type { Cell } from '../src/features/order-book/export-rows.ts';
import { EXPORT_WORDS } from '../src/features/order-book/export-words.ts';
import { makeTenant, openTestDatabase, type TestDatabase } from './harness/database.ts';
import { orderRecord } from './harness/orders.ts';

const { exportRows, isSheetFilled } = inject('depth');
/** Fewer orders have more products each, so that all of them fill the memory in any case. */
const PRODUCTS = Math.max(3, Math.round(200_000 / exportRows));
/** More than a portion of rows takes, and far less than all of them (our choice). */
const MOST_BYTES = 15_000_000;

let database: TestDatabase;
let accountId: string;
beforeAll(async () => {
  database = await openTestDatabase();
  ({ accountId } = await makeTenant(database, 'memory@x', [['11']]));
  const [item] = orderRecord('1').items;
  const title = 'A cotton shirt for the summer, with short sleeves, in a bag that can be closed again';
  const record = orderRecord('1', {
    items: Array.from({ length: PRODUCTS }, () => ({ ...item, title }) as typeof item & object),
  });
  const { owner } = database;
  // An export reads neither counters nor words.
  await owner.query('alter table shop_order disable trigger user');
  await owner.query(
    `insert into shop_order (account_id, shop_id, order_id, record, order_number, status, total, currency, created_at,
       changed_at, read_at, status_known_at, is_ratable, has_note)
     select account_id, shop_id, number::text, $1::jsonb || jsonb_build_object('orderNumber', 'N' || number,
         'buyerName', md5(number::text), 'sellerNote', md5('note ' || number)),
       'N' || number, 'finished', 1, 'SGD', number, number, 1, 1, false, false
     from shop, generate_series(1, $2::int) number`,
    [JSON.stringify(record), exportRows],
  );
  await owner.query('analyze');
});
afterAll(() => database.close());

const told = z.object({ grownBytes: z.number(), bytes: z.number() });
/** By how much the memory of a process grows that exports all orders, and how long their file is. */
async function exported(kind: 'csv' | 'xlsx', isGathered: boolean): Promise<z.infer<typeof told>> {
  const child = fork(join(import.meta.dirname, 'harness/export-process.ts'), {
    env: {
      ...process.env,
      EXPORT: JSON.stringify({ database: database.config, accountId: asAccountId(accountId), kind, isGathered }),
    },
    execArgv: ['--expose-gc'],
  });
  const message = new Promise<unknown>((resolve, reject) => {
    child.once('message', resolve);
    child.once('exit', (code) => reject(new Error(`ended with ${code} and told nothing`)));
  });
  return told.parse(await message);
}

test.each(['csv', 'xlsx'] as const)('%s: an export of all orders takes the memory of a portion', async (kind) => {
  const { grownBytes, bytes } = await exported(kind, false);
  expect(bytes).toBeGreaterThan(exportRows * 50);
  expect(grownBytes).toBeLessThan(MOST_BYTES);
});

test('an export that gathers its rows shows in the same measure', async () => {
  const { grownBytes } = await exported('csv', true);
  expect(grownBytes).toBeGreaterThan(2 * MOST_BYTES);
});

test.runIf(isSheetFilled)('a sheet holds as many rows as spreadsheet programs open', async () => {
  const AT_ONCE = 8_192;
  const orders = MOST_ROWS + 5;
  async function* portions() {
    for (let from = 0; from < orders; from += AT_ONCE) {
      yield Array.from({ length: Math.min(AT_ONCE, orders - from) }, (_, index): Cell[] => [from + index]);
    }
  }
  /** The number of the last row of each sheet. */
  const lastRow = new Map<string, number>();
  const unzip = new Unzip((file) => {
    let end = '';
    file.ondata = (_error, bytes) => {
      const text = end + strFromU8(bytes, true);
      const last = /^<row r="(\d+)"/.exec(text.slice(text.lastIndexOf('<row ')))?.[1];
      if (last !== undefined) lastRow.set(file.name, Number(last));
      // A row's beginning may stand in two chunks.
      end = text.slice(-20);
    };
    file.start();
  });
  unzip.register(UnzipInflate);
  for await (const bytes of fileOf('xlsx', portions(), { words: EXPORT_WORDS.en, columns: ['amount'] })) {
    unzip.push(bytes);
  }
  // Each sheet has its heading.
  expect([...lastRow]).toEqual([
    ['xl/worksheets/sheet1.xml', MOST_ROWS],
    ['xl/worksheets/sheet2.xml', 1 + orders - (MOST_ROWS - 1)],
  ]);
  expect(MOST_ROWS).toBe(2 ** 20);
});
