import type { CALLS, CallInput, CallOutput } from '@pasar/api';
import { asShopId, BULK_SEND_LIMITS } from '@pasar/domain';
import writeExcelFile from 'write-excel-file/node';
import type { Cell } from '../../files/spreadsheet/cells.ts';
import { readSpreadsheet } from '../../files/spreadsheet/read.ts';
import { type Answer, fail, success } from '../answer.ts';
import type { LongContext } from '../handler.ts';
import { WORDS } from './words.ts';

type Call = typeof CALLS.bulkSend.readOrderNumbers;
type Context = Pick<LongContext, 'database' | 'member' | 'locale'>;
/** Longer cells are no order numbers. */
const CELL_LENGTH = 64;

interface Row {
  readonly rowNumber: number;
  readonly cell: Cell;
}

/** The numbers stand in the first column. A first row without a digit is a heading. */
export async function readOrderNumbers(
  { database, member, locale }: Context,
  { text, file }: CallInput<Call>,
): Promise<Answer<CallOutput<Call>>> {
  const read = file === undefined ? success(pasted(text ?? '')) : await rowsOf(file, locale);
  if (!read.ok) return read;
  const rows = read.data.filter(({ rowNumber, cell }) => rowNumber > 1 || cell === null || /[0-9]/.test(cell));
  if (rows.length === 0) return fail('order_numbers_empty');
  if (rows.length > BULK_SEND_LIMITS.orderNumbers) return fail('order_numbers_too_many');
  const found = await database.within(member.scope, (transaction) =>
    transaction.query<{ order_number: string; shop_id: string }>(
      'select distinct order_number, shop_id from shop_order where order_number = any($1::text[])',
      [rows.flatMap(({ cell }) => (cell === null ? [] : [cell]))],
    ),
  );
  const shopsOf = Map.groupBy(found.rows, (row) => row.order_number);
  const orders: CallOutput<Call>['orders'] = [];
  const wrong: CallOutput<Call>['wrong'] = [];
  const seen = new Set<string>();
  for (const { rowNumber, cell } of rows) {
    const shops = cell === null ? [] : (shopsOf.get(cell) ?? []);
    const fault = cell === null ? 'notText' : seen.has(cell) ? 'repeated' : shops.length === 0 ? 'unknown' : null;
    if (fault !== null) wrong.push({ rowNumber, number: cell ?? '', fault });
    else orders.push(...shops.map((row) => ({ number: row.order_number, shopId: asShopId(row.shop_id) })));
    if (cell !== null) seen.add(cell);
  }
  return success({ orders, wrong });
}

/** All rows that are wrong; the screen names the first of them. Every cell is a text, so that a workbook calculates none of them. */
export async function exportWrongOrderNumbers(
  context: Context,
  input: CallInput<typeof CALLS.bulkSend.exportWrongOrderNumbers>,
): Promise<Answer<CallOutput<typeof CALLS.bulkSend.exportWrongOrderNumbers>>> {
  const read = await readOrderNumbers(context, input);
  if (!read.ok) return read;
  if (read.data.wrong.length === 0) return fail('not_found');
  const { column, orderNumberFault, row } = WORDS[context.locale];
  const written = await writeExcelFile([
    {
      sheet: column.orderNumber,
      data: [
        [column.orderNumber, row, column.why].map((value) => ({ value, type: String, fontWeight: 'bold' as const })),
        ...read.data.wrong.map(({ rowNumber, number, fault }) =>
          [number, String(rowNumber), orderNumberFault[fault]].map((value) => ({ value, type: String })),
        ),
      ],
    },
  ]).toBuffer();
  return success({ fileName: 'order-numbers-wrong.xlsx', file: written.toString('base64') });
}

/** One number a line, or several between commas and spaces. */
const pasted = (text: string): readonly Row[] =>
  text
    .split(/\r?\n/)
    .flatMap((line, at) =>
      line.split(/[\s,;，；、]+/u).map((cell) => ({ rowNumber: at + 1, cell: cell.toWellFormed() })),
    )
    .filter(({ cell }) => cell !== '');

async function rowsOf(file: string, locale: Context['locale']): Promise<Answer<readonly Row[]>> {
  const read = await readSpreadsheet(Buffer.from(file, 'base64'), locale, CELL_LENGTH);
  if (read.kind === 'tooLarge') return fail('import_too_large');
  if (read.kind === 'unreadable') return fail('spreadsheet_unreadable');
  return success(
    read.rows
      .map((row, at) => ({ rowNumber: at + 1, cell: row[0] === null ? null : (row[0] ?? '').trim().toWellFormed() }))
      .filter(({ cell }) => cell !== ''),
  );
}
