import { CALLS, ORDER_COLUMNS, ORDER_EXPORT_PATH, orderExportAddress } from '@pasar/api';
import { asShopId, LOCALES } from '@pasar/domain';
import { parse } from 'csv-parse/sync';
import { strFromU8, unzipSync } from 'fflate';
import { readSheet } from 'read-excel-file/node';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fileOf } from '../src/features/order-book/export-file.ts';
import type { Cell } from '../src/features/order-book/export-rows.ts';
import { EXPORT_WORDS } from '../src/features/order-book/export-words.ts';
import { storeOrders } from '../src/records/order-book.ts';
import { wholeAccount } from '../src/storage/database.ts';
import { makeTenant, openTestDatabase, type TestDatabase } from './harness/database.ts';
import { orderRecord } from './harness/orders.ts';
import { openTestWeb, type TestWeb, Visitor } from './harness/web.ts';

const words = EXPORT_WORDS.en;
const columns = ['orderNumber', 'amount', 'note'] as const;

async function* portionsOf(count: number, size: number, taken: (row: number) => void = () => undefined) {
  for (let from = 0; from < count; from += size) {
    taken(from);
    yield Array.from({ length: Math.min(size, count - from) }, (_, index): Cell[] => [
      `N${from + index}`,
      from + index,
      null,
    ]);
  }
}
async function whole(bytes: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of bytes) chunks.push(chunk);
  return Buffer.concat(chunks);
}

test('a workbook goes on in a further sheet where one is full', async () => {
  const file = await whole(fileOf('xlsx', portionsOf(25, 4), { words, columns, sheetRows: 11 }));
  for (const [sheet, rows] of [
    [1, 10],
    [2, 10],
    [3, 5],
  ] as const) {
    const read = await readSheet(file, sheet);
    expect(read[0]).toEqual(['Order number', 'Amount', 'Seller note']);
    expect(read).toHaveLength(rows + 1);
    expect(read[1]).toEqual([`N${(sheet - 1) * 10}`, (sheet - 1) * 10, null]);
  }
  const names = Object.keys(unzipSync(file));
  expect(names).toContain('xl/worksheets/sheet3.xml');
  expect(names).not.toContain('xl/worksheets/sheet4.xml');
  expect(strFromU8(unzipSync(file)['xl/workbook.xml'] ?? new Uint8Array())).toContain('name="Orders 3"');
});

test.each(['csv', 'xlsx'] as const)('%s: rows are read only as the file is taken', async (kind) => {
  let newest = -1;
  const bytes = fileOf(
    kind,
    portionsOf(200_000, 500, (row) => {
      newest = row;
    }),
    { words, columns },
  );
  let size = 0;
  while (size === 0) size = (await bytes.next()).value?.length ?? 0;
  await bytes.next();
  // A compressor passes its bytes on in blocks.
  expect(newest).toBeLessThan(20_000);
  for (let done = false; !done; ) {
    const next = await bytes.next();
    done = next.done === true;
    size += next.value?.length ?? 0;
  }
  expect(newest).toBe(199_500);
  expect(size).toBeGreaterThan(500_000);
});

test('texts that a spreadsheet program would calculate, and texts that no XML may have, do no harm', async () => {
  async function* portions() {
    yield [['=cmd()', 1, 'a "b", <c>\r\n\0\ud800d'] as Cell[]];
  }
  const csv = parse(await whole(fileOf('csv', portions(), { words, columns })), { bom: true });
  expect(csv[1]?.[0]).toBe("'=cmd()");
  expect(csv[1]?.[2]).toContain('a "b", <c>');
  const read = await readSheet(await whole(fileOf('xlsx', portions(), { words, columns })));
  expect(read[1]?.[0]).toBe('=cmd()');
  expect(read[1]?.[2]).toMatch(/^a "b", <c>\s+\ufffdd$/);
});

let database: TestDatabase;
let web: TestWeb;
beforeAll(async () => {
  database = await openTestDatabase();
  web = await openTestWeb(database);
});
afterAll(async () => {
  await web.close();
  await database.close();
});

test('a member exports the filtered orders of the own shops, in the own language and time zone', async () => {
  const granted = [{ marketplace: 'shopee' as const, platformShopId: '12' }];
  const subs = [
    { username: 'sub', password: 'right', name: 'sub', permissionCodeList: ['order' as const], shops: granted },
  ];
  const tenant = await makeTenant(database, 'export@x', [['11', '12']], subs);
  const { accountId } = tenant;
  const shops = [...(tenant.connections[0]?.shopIds.values() ?? [])].map(asShopId);
  const record: typeof orderRecord = (id, more) =>
    orderRecord(id, { createdAt: Date.UTC(2026, 0, 1, 17), changedAt: Date.UTC(2026, 0, 2), items: [], ...more });
  for (const [index, shopId] of shops.entries()) {
    const records = [record(`${index}a`), record(`${index}b`, { status: 'cancelled' })];
    await database.engine.within(wholeAccount(accountId), (transaction) =>
      storeOrders(transaction, { accountId, shopId, records, readAt: 1 }),
    );
  }
  const owner = new Visitor(web.origin);
  await owner.logIn(CALLS.account.login, 'export@x', 'right');
  const take = (visitor: Visitor, address: string, locale = 'en') =>
    fetch(`${web.origin}${address}`, { headers: { cookie: visitor.cookie, 'accept-language': locale } });
  const csv = async (visitor: Visitor, filter: object, locale = 'en') => {
    const address = orderExportAddress({ kind: 'csv', timeZone: 'Asia/Shanghai', filter });
    const answer = await take(visitor, address, locale);
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="pasar-orders-.*\.csv"$/);
    return parse(Buffer.from(await answer.arrayBuffer()), { bom: true }) as string[][];
  };
  const all = await csv(owner, {});
  expect(all[0]).toEqual(ORDER_COLUMNS.map((column) => words.column[column]));
  expect(all.slice(1).map((row) => row[0])).toEqual(expect.arrayContaining(['N0a', 'N0b', 'N1a', 'N1b']));
  expect(all[1]?.[ORDER_COLUMNS.indexOf('createdAt')]).toBe('2026-01-02 01:00:00');
  expect((await csv(owner, { tab: 'toShip', words: 'n0' })).slice(1).map((row) => row[0])).toEqual(['N0a']);
  for (const locale of LOCALES) {
    expect((await csv(owner, { tab: 'cancelled' }, locale))[1]).toContain(EXPORT_WORDS[locale].status.cancelled);
  }
  const sub = new Visitor(web.origin);
  await sub.logIn(CALLS.account.login, 'sub', 'right');
  expect((await csv(sub, {})).slice(1).map((row) => row[0])).toEqual(expect.arrayContaining(['N1a', 'N1b']));
  expect(await csv(sub, {})).toHaveLength(3);
  expect(await csv(sub, { shopIds: [shops[0] ?? ''] })).toHaveLength(1);
  for (const wrong of [
    '',
    '?asked=%7B',
    `?asked=${encodeURIComponent('{"kind":"csv","filter":{},"timeZone":"Mars/X"}')}`,
  ]) {
    const refused = await take(owner, `${ORDER_EXPORT_PATH}${wrong}`);
    expect(await refused.json()).toMatchObject({ result: 'fail' });
  }
});
