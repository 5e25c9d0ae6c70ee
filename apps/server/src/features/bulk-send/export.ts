import { type CALLS, type CallInput, type CallOutput, reasonText } from '@pasar/api';
import { BULK_SEND_LIMITS } from '@pasar/domain';
import writeExcelFile from 'write-excel-file/node';
import { readTask } from '../../records/bulk-send-steer.ts';
import { type ItemRow, toOutcome } from '../../records/send-task-views.ts';
import { type Answer, fail, success } from '../answer.ts';
import type { MemberContext } from '../handler.ts';
import { BULK_SEND_COLUMNS, type BulkSendColumn, WORDS } from './words.ts';

type Call = typeof CALLS.bulkSend.exportBulkSend;

/** Every cell is a text, so that a workbook calculates none of them. */
export async function exportBulkSend(
  context: Pick<MemberContext, 'transaction' | 'locale' | 'now'>,
  { taskId, timeZone, locale = context.locale }: CallInput<Call>,
): Promise<Answer<CallOutput<Call>>> {
  const { transaction, now } = context;
  if ((await readTask(transaction, 'bulkSend', taskId)) === null) return fail('not_found');
  const found = await transaction.query<ItemRow & { readonly shop_name: string }>(
    `select i.*, coalesce(s.alias, s.name) as shop_name from bulk_send_item i join shop s using (shop_id)
     where i.task_id = $1 order by i.item_id limit ${BULK_SEND_LIMITS.exported + 1}`,
    [taskId],
  );
  const words = WORDS[locale];
  const format = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'medium', timeZone });
  const cellsOf = (row: ItemRow & { readonly shop_name: string }): Readonly<Record<BulkSendColumn, string>> => {
    const { skipped, reason, detail, state, sentAt, isAnswered } = toOutcome(row);
    const failed = reason === null ? '' : reasonText(reason, locale);
    const why = skipped === null ? (detail === null ? failed : `${failed} (${detail})`) : words.skipped[skipped];
    return {
      shop: row.shop_name,
      buyer: row.buyer_name,
      orderNumber: row.order_number ?? '',
      state: words.state[state],
      why,
      sentAt: sentAt === null ? '' : format.format(sentAt),
      answered: isAnswered ? words.yes : '',
    };
  };
  const rows = found.rows.slice(0, BULK_SEND_LIMITS.exported);
  const file = await writeExcelFile([
    {
      sheet: words.sheet,
      data: [
        BULK_SEND_COLUMNS.map((column) => ({ value: words.column[column], type: String, fontWeight: 'bold' as const })),
        ...rows.map((row) => {
          const cells = cellsOf(row);
          return BULK_SEND_COLUMNS.map((column) => ({ value: cells[column], type: String }));
        }),
      ],
    },
  ]).toBuffer();
  const day = new Date(now).toISOString().slice(0, 10);
  return success({
    fileName: `bulk-send-${day}.xlsx`,
    file: file.toString('base64'),
    isWhole: found.rows.length === rows.length,
  });
}
