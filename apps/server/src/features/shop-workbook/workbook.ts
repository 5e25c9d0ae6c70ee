import { createHash } from 'node:crypto';
import type { CALLS, CallInput, CallOutput, JudgedRow } from '@pasar/api';
import { asShopId, COUNTRIES, type Locale } from '@pasar/domain';
import writeExcelFile from 'write-excel-file/node';
import { z } from 'zod';
import { siteName } from '../../files/sites.ts';
import { readSpreadsheet } from '../../files/spreadsheet/read.ts';
import { tellShops } from '../../records/shop-users.ts';
import { unbindShops } from '../../records/unbind-shops.ts';
import { type Transaction, wholeAccount } from '../../storage/database.ts';
import type { ShopTable } from '../../storage/gen/tables.ts';
import { type Answer, fail, success } from '../answer.ts';
import type { LongContext, MemberContext } from '../handler.ts';
import { CELL_LENGTH, judge, type KnownShop } from './judge.ts';
import { COLUMNS, HEADINGS } from './words.ts';

type Calls = typeof CALLS.shopWorkbook;
type Context = Pick<LongContext, 'database' | 'member' | 'locale' | 'now'>;
type Row = Pick<ShopTable, 'shop_id' | 'marketplace' | 'country' | 'platform_shop_id' | 'name' | 'alias'>;

/** The shops that the member sees. */
const selectShops = async (transaction: Transaction): Promise<readonly Row[]> =>
  (
    await transaction.query<Row>({
      name: 'workbook-shops',
      text: `select shop_id, marketplace, country, platform_shop_id, name, alias from shop
             order by marketplace, country, name, shop_id`,
      values: [],
    })
  ).rows;

/** Formatted as text, so that a long id keeps its digits. */
const cell = (value: string) => ({ value, type: String, format: '@' });
const WIDTHS = [{ width: 18 }, { width: 26 }, { width: 34 }, { width: 34 }, { width: 14 }];

export async function shopsTemplate({
  transaction,
  locale,
}: Pick<MemberContext, 'transaction' | 'locale'>): Promise<Answer<CallOutput<Calls['shopsTemplate']>>> {
  const shops = await selectShops(transaction);
  const rows = shops.map((shop) => [
    siteName({ marketplace: shop.marketplace, country: z.enum(COUNTRIES).parse(shop.country) }),
    shop.platform_shop_id,
    shop.name,
    shop.alias ?? '',
    '',
  ]);
  return success({ fileName: 'pasar-shop-aliases.xlsx', file: (await write(rows, locale)).toString('base64') });
}

const write = (rows: readonly (readonly string[])[], locale: Locale): Promise<Buffer> =>
  writeExcelFile(
    [
      COLUMNS.map((column) => ({ ...cell(HEADINGS[locale][column]), fontWeight: 'bold' as const })),
      ...rows.map((row) => row.map(cell)),
    ],
    { sheet: 'Shops', columns: WIDTHS },
  ).toBuffer();

interface Judgement {
  readonly rows: JudgedRow[];
  /** Changes with any verdict. */
  readonly mark: string;
}

/** The file is read before the transaction begins. */
async function judged({ database, member, locale }: Context, file: string): Promise<Answer<Judgement>> {
  const read = await readSpreadsheet(Buffer.from(file, 'base64'), locale, CELL_LENGTH);
  if (read.kind === 'tooLarge') return fail('import_too_large');
  if (read.kind === 'unreadable') return fail('spreadsheet_unreadable');
  const shops = await database.within(member.scope, selectShops);
  const result = judge(read.rows, shops.map(toKnown));
  if (!result.ok) return fail(result.reason);
  const rows = [...result.rows];
  return success({ rows, mark: createHash('sha256').update(JSON.stringify(rows)).digest('base64url') });
}

const toKnown = (row: Row): KnownShop => ({
  shopId: asShopId(row.shop_id),
  marketplace: row.marketplace,
  country: row.country,
  platformShopId: row.platform_shop_id,
  alias: row.alias,
});

export const judgeShops = (
  context: Context,
  { file }: CallInput<Calls['judgeShops']>,
): Promise<Answer<CallOutput<Calls['judgeShops']>>> => judged(context, file);

export async function applyShops(
  context: Context,
  { file, mark }: CallInput<Calls['applyShops']>,
): Promise<Answer<CallOutput<Calls['applyShops']>>> {
  const judgement = await judged(context, file);
  if (!judgement.ok) return judgement;
  if (judgement.data.mark !== mark) return success({ isApplied: false, ...judgement.data });
  const { database, member, now } = context;
  const { accountId } = member.scope;
  const verdicts = judgement.data.rows.map(({ verdict }) => verdict);
  const renames = verdicts.flatMap((verdict) => (verdict.kind === 'rename' ? [verdict] : []));
  const unbound = verdicts.flatMap((verdict) => (verdict.kind === 'unbind' ? [verdict.shopId] : []));
  // The member's view has decided which shops are meant; unbinding sees the whole account.
  await database.within(wholeAccount(accountId), async (transaction) => {
    await transaction.query(
      `update shop set alias = item.alias from unnest($2::uuid[], $3::text[]) as item (shop_id, alias)
       where shop.account_id = $1 and shop.shop_id = item.shop_id`,
      [accountId, renames.map(({ shopId }) => shopId), renames.map(({ to }) => to)],
    );
    if (unbound.length > 0) await unbindShops(transaction, accountId, unbound, now);
    await tellShops(
      transaction,
      member,
      renames.map(({ shopId }) => shopId),
    );
  });
  return success({ isApplied: true, ...judgement.data });
}
