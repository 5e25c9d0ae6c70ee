import { CALLS } from '@pasar/api';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestDatabase, type TestDatabase } from './harness/database.ts';
import { LiveHarness, type Person } from './harness/live-harness.ts';
import { openTestWeb, type TestWeb } from './harness/web.ts';

const { shopsTemplate, judgeShops, applyShops } = CALLS.shopWorkbook;

let database: TestDatabase;
let web: TestWeb;
let harness: LiveHarness;
beforeAll(async () => {
  database = await openTestDatabase();
  web = await openTestWeb(database);
  harness = new LiveHarness(database, web);
});
afterAll(async () => {
  await web.close();
  await database.close();
});

const csv = (...rows: string[]) => Buffer.from(['Shop ID,Alias,Unbind', ...rows].join('\n')).toString('base64');
async function judged({ visitor }: Person, file: string) {
  const answer = await visitor.call(judgeShops, { file });
  if (answer.result !== 'success') throw new Error(answer.reason);
  return judgeShops.output.parse(answer.data);
}
async function applied({ visitor }: Person, file: string, mark: string) {
  const answer = await visitor.call(applyShops, { file, fileName: 'shops.csv', mark });
  if (answer.result !== 'success') throw new Error(answer.reason);
  return applyShops.output.parse(answer.data);
}
const kinds = ({ rows }: { readonly rows: readonly { readonly verdict: { readonly kind: string } }[] }) =>
  rows.map(({ verdict }) => verdict.kind);

test('a workbook is judged, changes nothing until it is applied, and then all of it at once', async () => {
  const { accountId, main } = await harness.tenant('workbook@x', 3);
  const sub = await harness.subAccount(accountId, 'workbook:sub', [], ['shopManager']);
  const stored = async () =>
    (
      await database.owner.query<{ id: string; alias: string | null }>(
        'select platform_shop_id as id, alias from shop where account_id = $1 order by 1',
        [accountId],
      )
    ).rows.map(({ id, alias }) => [id, alias]);
  const file = csv('1,First,', '2,,yes', '3,,', '9,,');

  expect(kinds(await judged(sub, file))).toEqual(['fault', 'fault', 'fault', 'fault']);
  const before = await judged(main, file);
  expect(kinds(before)).toEqual(['rename', 'unbind', 'same', 'fault']);
  expect(await stored()).toEqual([
    ['1', null],
    ['2', null],
    ['3', null],
  ]);

  // Somebody gives a shop an alias meanwhile, which the file would take away.
  await database.owner.query("update shop set alias = 'Mine' where account_id = $1 and platform_shop_id = '3'", [
    accountId,
  ]);
  const refused = await applied(main, file, before.mark);
  expect([refused.isApplied, kinds(refused)]).toEqual([false, ['rename', 'unbind', 'rename', 'fault']]);
  expect(await stored()).toHaveLength(3);

  const since = await harness.head(accountId);
  expect((await applied(main, file, refused.mark)).isApplied).toBe(true);
  expect(await stored()).toEqual([
    ['1', 'First'],
    ['3', null],
  ]);
  const told = await harness.seenBy(accountId, main.memberId, since);
  expect(told.map(({ kind }) => kind).sort()).toEqual(['purge', 'shop', 'shop']);

  const template = await main.visitor.call(shopsTemplate, {});
  if (template.result !== 'success') throw new Error(template.reason);
  const given = shopsTemplate.output.parse(template.data);
  expect(given.fileName).toBe('pasar-shop-aliases.xlsx');
  expect(kinds(await judged(main, given.file))).toEqual(['same', 'same']);
});
