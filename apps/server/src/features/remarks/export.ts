import type { CALLS, CallInput, CallOutput } from '@pasar/api';
import { REMARK_LIMITS } from '@pasar/domain';
import writeExcelFile from 'write-excel-file/node';
import { shopsOf } from '../../records/shops-of-filter.ts';
import { type Answer, success } from '../answer.ts';
import type { MemberContext } from '../handler.ts';
import { type RemarkRow, selectRemarks } from './list.ts';
import { REMARK_COLUMNS, type RemarkColumn, WORDS } from './words.ts';

type Call = typeof CALLS.remarks.exportRemarks;

/** The remarks of a filter in its order. Every cell with words is a text, so that a workbook calculates none of them. */
export async function exportRemarks(
  context: Pick<MemberContext, 'transaction' | 'member' | 'locale' | 'now'>,
  { locale = context.locale, timeZone, ...filter }: CallInput<Call>,
): Promise<Answer<CallOutput<Call>>> {
  const { transaction, member, now } = context;
  const shops = await shopsOf(transaction, filter, member.scope.shops === 'all');
  const page = { cursor: undefined, most: REMARK_LIMITS.exported + 1, buyer: null };
  const found =
    shops === null ? [] : await selectRemarks(transaction, member.scope.accountId, filter, { ...page, shops });
  const names = await transaction.query<{ shop_id: string; name: string }>({
    name: 'names-of-shops',
    text: 'select shop_id, coalesce(alias, name) as name from shop',
  });
  const shopNames = new Map(names.rows.map((row) => [row.shop_id, row.name]));
  const words = WORDS[locale];
  const format = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'medium', timeZone });
  const timeOf = (at: string | null) => (at === null ? null : format.format(Number(at)));
  const cells: { readonly [Column in RemarkColumn]: (row: RemarkRow) => string | number | null } = {
    createdAt: (row) => timeOf(row.created_at),
    kind: (row) => words.kind[row.kind],
    status: (row) => words.status[row.status],
    shop: (row) => shopNames.get(row.shop_id) ?? row.shop_id,
    buyer: (row) => row.buyer_name,
    orderNumber: (row) => row.order_number,
    content: (row) => row.content,
    pictures: (row) => row.picture_ids.length,
    assignee: (row) => row.assignee,
    dueAt: (row) => timeOf(row.due_at),
    author: (row) => row.author,
    finishedAt: (row) => timeOf(row.finished_at),
    finishedBy: (row) => row.finished_by,
  };
  const rows = found.slice(0, REMARK_LIMITS.exported);
  const file = await writeExcelFile([
    {
      sheet: words.sheet,
      data: [
        REMARK_COLUMNS.map((column) => ({ value: words.column[column], type: String, fontWeight: 'bold' as const })),
        ...rows.map((row) => REMARK_COLUMNS.map((column) => cellOf(cells[column](row)))),
      ],
    },
  ]).toBuffer();
  const day = new Date(now).toISOString().slice(0, 10);
  return success({
    fileName: `remarks-${day}.xlsx`,
    file: file.toString('base64'),
    isWhole: found.length === rows.length,
  });
}

const cellOf = (value: string | number | null) =>
  value === null ? null : typeof value === 'number' ? { value, type: Number } : { value, type: String };
