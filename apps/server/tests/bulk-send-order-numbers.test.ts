import { asShopId, BULK_SEND_LIMITS } from '@pasar/domain';
import { expect, test } from 'vitest';
import { readSpreadsheet } from '../src/files/spreadsheet/read.ts';
import { bulkSendBench } from './harness/bulk-send.ts';

const bench = bulkSendBench();
const { calls, buyers, order, shopIdOf, named, task, save, codeOf, preview, recipients, pass, texts } = bench;
const MINUTE = 60_000;
const KNOWN = '2600000020';

async function read(input: object) {
  const answer = await bench.main.call(calls.readOrderNumbers, input as never);
  return answer.result === 'success' ? answer.data : answer.code;
}

test('order numbers are pasted or stand in a file, and the rows that are wrong are named', async () => {
  await buyers('11', 'a');
  await order('11', 'a', KNOWN);
  const orders = [{ number: KNOWN, shopId: shopIdOf('11') }];
  const wrong = [
    { rowNumber: 2, number: KNOWN, fault: 'repeated' },
    { rowNumber: 3, number: '99', fault: 'unknown' },
  ];
  expect(await read({ text: `${KNOWN}\n${KNOWN}\n99` })).toEqual({ orders, wrong });
  const file = Buffer.from(`Order number\n${KNOWN}\n`).toString('base64');
  expect(await read({ file })).toEqual({ orders, wrong: [] });
  const target = (numbers: readonly string[]) =>
    ({ kind: 'orderNumbers', shopIds: [shopIdOf('11')], numbers }) as never;
  expect(await codeOf(task(target([KNOWN, '99'])))).toBe('batch_row_invalid');
  await save(task(target([KNOWN])));
  await pass(MINUTE);
  expect(await texts()).toHaveLength(1);
});

test.each([
  ['blank', { text: ' ' }, 'order_numbers_empty'],
  ['a heading alone', { file: Buffer.from('Order number\n').toString('base64') }, 'order_numbers_empty'],
  ['a broken workbook', { file: Buffer.from('PK no workbook').toString('base64') }, 'spreadsheet_unreadable'],
  ['neither a text nor a file', {}, 'spreadsheet_unreadable'],
  ['too many', { text: '1 '.repeat(BULK_SEND_LIMITS.orderNumbers + 1) }, 'order_numbers_too_many'],
])('what has no order numbers to read is refused as such: %s', async (_, input, code) => {
  expect(await read(input)).toBe(code);
});

test('all rows that are wrong come as a workbook, and none where every row is taken', async () => {
  await buyers('11', 'a');
  await order('11', 'a', KNOWN);
  const unknown = Array.from({ length: 30 }, (_, at) => String(at + 100));
  const answer = await bench.main.call(calls.exportWrongOrderNumbers, { text: [KNOWN, KNOWN, ...unknown].join('\n') });
  if (answer.result !== 'success') throw new Error(answer.reason);
  const { file } = calls.exportWrongOrderNumbers.output.parse(answer.data);
  expect(await readSpreadsheet(Buffer.from(file, 'base64'), 'en', 64)).toEqual({
    kind: 'rows',
    rows: [
      ['Order number', 'Row', 'Why'],
      [KNOWN, '2', 'The number stands there twice'],
      ...unknown.map((number, at) => [number, String(at + 3), 'No order has this number']),
    ],
  });
  const nothing = await bench.main.call(calls.exportWrongOrderNumbers, { text: KNOWN });
  expect(nothing).toMatchObject({ result: 'fail', code: 'not_found' });
});

test('who gets nothing because an order is not known counts as left out, in the preview and in the task', async () => {
  const ids = await buyers('11', 'a');
  await order('11', 'a', '2600000031');
  const numbers = { kind: 'orderNumbers' as const, shopIds: [asShopId(shopIdOf('11'))], numbers: ['2600000031'] };
  const saying = (...texts: readonly string[]) => ({
    content: { parts: texts.map((text) => ({ kind: 'text' as const, text })) },
  });
  const leftOut = [{ reason: 'nothingToSay', count: 1 }];
  for (const [target, texts, skippedAs] of [
    [named(ids), ['Your order {order}', 'It costs {amount}'], leftOut],
    [numbers, ['Your order {order}'], []],
    [numbers, ['Sent by {tracking}'], leftOut],
    // Another part can be sent.
    [numbers, ['Sent by {tracking}', 'Thank you, {buyer}'], []],
    [named(ids), ['Your order {order}', 'Hello'], []],
  ] as const) {
    const shown = await preview(task(target, saying(...texts)));
    expect([texts, shown.sendCount, shown.shops[0]?.skipped]).toEqual([texts, 1 - skippedAs.length, skippedAs]);
  }
  const asked = task(named(ids), saying('Your order {order}'));
  expect((await recipients(asked, { only: 'nothingToSay' })).recipients).toHaveLength(1);
  expect(await codeOf(asked)).toBe('bulk_send_nobody');
});
