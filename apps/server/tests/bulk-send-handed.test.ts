import { CALLS, type HandedRecipientView } from '@pasar/api';
import { expect, test } from 'vitest';
import { bulkSendBench } from './harness/bulk-send.ts';
import { makeTenant } from './harness/database.ts';
import { PNG } from './harness/picture-connector.ts';

/** What a program is handed that sends a task by itself. */
const bench = bulkSendBench();
const { calls, clock, buyers, named, task, taskOf, items, pass, texts, write, openProgram, codeOf, preview } = bench;
const SECOND = 1_000;
const MINUTE = 60_000;
type Ask = Awaited<ReturnType<typeof openProgram>>;

const take = async (ask: Ask, taskId: string) =>
  calls.takeBatchSendRecipients.output.parse(await ask(calls.takeBatchSendRecipients, { taskId }));
const isGiven = async (ask: Ask, call: typeof calls.lockTimerTask | typeof calls.heartbeat, taskId: string) =>
  call.output.parse(await ask(call, { taskId })).isLocked;
const shown = ({ recipients }: { readonly recipients: readonly HandedRecipientView[] }) =>
  recipients.map(({ platformConversationId, parts }) => [
    platformConversationId,
    ...parts.map(({ part, picturePath }) => (part.kind === 'text' ? part.text : picturePath)),
  ]);

/** A task of the program's own, which it has and which has begun. */
async function hosted(ask: Ask, ids: readonly string[], more: object = {}): Promise<string> {
  const made = await ask(calls.saveBatchSendTask, task(named(ids), more));
  const { taskId } = calls.saveBatchSendTask.output.parse(made);
  expect(await isGiven(ask, calls.lockTimerTask, taskId)).toBe(true);
  await pass(SECOND);
  return taskId;
}
const tell = (ask: Ask, taskId: string, ...results: readonly (readonly [string | undefined, 'success' | 'fail'])[]) =>
  ask(calls.updateBatchSendTaskResult, { taskId, results: results.map(([itemId, state]) => ({ itemId, state })) });
/** The lease goes on while time passes. */
async function beat(ask: Ask, taskId: string, ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += 30 * SECOND) {
    await pass(30 * SECOND);
    expect(await isGiven(ask, calls.heartbeat, taskId)).toBe(true);
  }
}

test('the next of each shop, in the buyer’s language and with its picture, at the pace of the task', async () => {
  const ask = await openProgram();
  const ids = [...(await buyers('11', 'a', 'b')), ...(await buyers('12', 'c'))];
  await write('11', 'a', 'buyer');
  const picture = await bench.main.call(CALLS.automation.saveAutomaticPicture, {
    file: Buffer.from(PNG).toString('base64'),
    fileName: 'a.png',
    type: 'image/png',
  });
  if (picture.result !== 'success') throw new Error(picture.reason);
  const { pictureId, width, height } = CALLS.automation.saveAutomaticPicture.output.parse(picture.data);
  const image = { kind: 'image', pictureId, fileName: 'a.png', type: 'image/png', width, height, size: PNG.length };
  const content = { parts: [{ kind: 'text', text: 'Hello {buyer} of {shop}' }, image], variants: [] };
  const taskId = await hosted(ask, ids, { content });
  const first = await take(ask, taskId);
  const path = `/api/media/automatic/${pictureId}`;
  expect(shown(first)).toEqual([
    ['11-a', expect.stringMatching(/^Hello Buyer 11-a of /), path],
    ['12-c', expect.stringMatching(/^Hello Buyer 12-c of /), path],
  ]);
  expect(first).toMatchObject({ isLocked: true, skipped: [], pauses: [] });
  expect(first.recipients[0]).toMatchObject({
    conversationId: ids[0],
    buyerId: 'buyer-11-a',
    userId: '11',
    platform: 'shopee',
    country: 'SG',
  });
  const bytes = await ask.fetch(path);
  expect([bytes.status, bytes.headers.get('content-type')]).toEqual([200, 'image/png']);
  expect((await items(taskId)).map(({ state }) => state)).toEqual(['sent', 'wait', 'sent']);
  // Two messages of a shop at Shopee take 20 seconds, and up to half of it more.
  const soon = await take(ask, taskId);
  expect(soon.recipients).toEqual([]);
  expect(soon.nextAt).toBeGreaterThanOrEqual(clock.now + 20 * SECOND);
  await beat(ask, taskId, 30 * SECOND);
  const second = await take(ask, taskId);
  expect(shown(second).map(([to]) => to)).toEqual(['11-b']);
  const all = [...first.recipients, ...second.recipients];
  expect(await tell(ask, taskId, ...all.map(({ itemId }) => [itemId, 'success'] as const))).toEqual({});
  expect(await taskOf(taskId)).toMatchObject({ state: 'finish', status: 'success', successCount: 3 });
  expect(await take(ask, taskId)).toMatchObject({ isLocked: false, recipients: [] });
  await pass(2 * MINUTE);
  expect(await texts()).toEqual([]);
});

test('two processes of a program get each recipient once, and another program nothing', async () => {
  const [ask, other] = [await openProgram(), await openProgram()];
  const taskId = await hosted(ask, [...(await buyers('11', 'a', 'b')), ...(await buyers('12', 'c'))]);
  const both = await Promise.all([take(ask, taskId), take(ask, taskId)]);
  expect(
    both
      .flatMap(shown)
      .map(([to]) => to)
      .sort(),
  ).toEqual(['11-a', '12-c']);
  expect(await other(calls.lockTimerTask, { taskId })).toBe('not_found');
  expect(await other(calls.takeBatchSendRecipients, { taskId })).toBe('not_found');
  expect(await bench.main.call(calls.takeBatchSendRecipients, { taskId })).toMatchObject({ code: 'no_permission' });
});

test('a program of another account gets nothing', async () => {
  const taskId = await hosted(await openProgram(), await buyers('11', 'a'));
  await makeTenant(bench.database, `${bench.username}-other`, [['11']]);
  const stranger = await openProgram(await bench.loggedIn(`${bench.username}-other`));
  expect(await stranger(calls.lockTimerTask, { taskId })).toBe('not_found');
  expect(await stranger(calls.takeBatchSendRecipients, { taskId })).toBe('not_found');
  expect((await items(taskId)).map(({ state }) => state)).toEqual(['wait']);
});

test('who was handed out and not told of before the lease is lost is unconfirmed, and nobody else', async () => {
  const ask = await openProgram();
  const taskId = await hosted(ask, await buyers('11', 'a', 'b'));
  const { recipients } = await take(ask, taskId);
  // The shop has written to the other buyer too, but not by this program.
  await write('11', 'b', 'seller');
  await pass(5 * MINUTE);
  expect(await texts()).toEqual(['11-b: Hello Buyer 11-b']);
  expect(await taskOf(taskId)).toMatchObject({ state: 'finish', successCount: 1, unconfirmedCount: 1 });
  expect(await tell(ask, taskId, [recipients[0]?.itemId, 'success'])).toEqual({});
  expect(await taskOf(taskId)).toMatchObject({ successCount: 2, unconfirmedCount: 0 });
});

test('whom an earlier run wrote to without asking is not handed out, nor sent to by the server', async () => {
  const ask = await openProgram();
  const taskId = await hosted(ask, [...(await buyers('11', 'a', 'b')), ...(await buyers('12', 'c', 'd'))]);
  clock.now += SECOND;
  await write('11', 'a', 'seller');
  await write('12', 'c', 'seller');
  // Its next run asks.
  expect(await isGiven(ask, calls.lockTimerTask, taskId)).toBe(true);
  expect(shown(await take(ask, taskId)).map(([to]) => to)).toEqual(['11-b', '12-d']);
  expect((await items(taskId)).map(({ state }) => state)).toEqual(['unconfirmed', 'sent', 'unconfirmed', 'sent']);
  // And the one after that does not.
  const other = await hosted(ask, await buyers('11', 'e', 'f'));
  await beat(ask, other, MINUTE);
  expect(shown(await take(ask, other)).map(([to]) => to)).toEqual(['11-e']);
  expect(await isGiven(ask, calls.lockTimerTask, other)).toBe(true);
  clock.now += SECOND;
  await write('11', 'f', 'seller');
  await pass(5 * MINUTE);
  expect(await texts()).toEqual([]);
  expect((await items(other)).map(({ state }) => state)).toEqual(['unconfirmed', 'unconfirmed']);
});

test('the lease is lost too where a stop or quiet hours come while the last recipient is handed out', async () => {
  const ask = await openProgram();
  const taskId = await hosted(ask, await buyers('11', 'a'));
  expect(shown(await take(ask, taskId))).toHaveLength(1);
  const shopId = bench.shopIdOf('11');
  await bench.main.call(CALLS.automation.stopAutomatic, { shopId });
  expect(await isGiven(ask, calls.heartbeat, taskId)).toBe(false);
  await bench.main.call(CALLS.automation.resumeAutomatic, { shopId });
  await bench.main.call(calls.saveConfig, { quiet: { from: 10 * 60, to: 14 * 60, days: [0, 1, 2, 3, 4, 5, 6] } });
  expect(await isGiven(ask, calls.heartbeat, taskId)).toBe(false);
  await bench.main.call(calls.saveConfig, { quiet: null });
  expect(await isGiven(ask, calls.heartbeat, taskId)).toBe(true);
});

test('the last recipient is unconfirmed too, also where the task was stopped, or taken again', async () => {
  const ask = await openProgram();
  const [a = '', b = ''] = await buyers('11', 'a', 'b');
  const last = await hosted(ask, [a]);
  expect(shown(await take(ask, last))).toHaveLength(1);
  await pass(3 * MINUTE);
  expect(await taskOf(last)).toMatchObject({ state: 'finish', unconfirmedCount: 1 });
  const stopped = await hosted(ask, [b]);
  expect(shown(await take(ask, stopped))).toHaveLength(1);
  await bench.main.call(calls.stopBulkSend, { taskId: stopped });
  expect(await take(ask, stopped)).toMatchObject({ isLocked: false });
  await pass(3 * MINUTE);
  expect(await taskOf(stopped)).toMatchObject({ state: 'stopped', unconfirmedCount: 1 });
  const again = await hosted(ask, [a, b]);
  expect(shown(await take(ask, again))).toHaveLength(1);
  clock.now += 2 * MINUTE;
  expect(await isGiven(ask, calls.lockTimerTask, again)).toBe(true);
  expect(shown(await take(ask, again)).map(([to]) => to)).toEqual(['11-b']);
  expect((await items(again)).map(({ state }) => state)).toEqual(['unconfirmed', 'sent']);
});

test('what failed is handed out again with the same words when a member tries it again', async () => {
  const ask = await openProgram();
  const taskId = await hosted(ask, await buyers('11', 'a'));
  const { recipients } = await take(ask, taskId);
  await tell(ask, taskId, [recipients[0]?.itemId, 'fail']);
  expect(await taskOf(taskId)).toMatchObject({ state: 'finish', failCount: 1 });
  expect(await bench.main.call(calls.retryBulkSend, { taskId })).toMatchObject({ result: 'success' });
  await beat(ask, taskId, 30 * SECOND);
  expect(shown(await take(ask, taskId))).toEqual(shown({ recipients }));
});

test('a stop and quiet hours hold the shop back, and who gets nothing is left out with the reason', async () => {
  const ask = await openProgram();
  const [a = '', b = '', c = ''] = [...(await buyers('11', 'a', 'b')), ...(await buyers('12', 'c'))];
  const taskId = await hosted(ask, [a, b, c]);
  const shopId = bench.shopIdOf('11');
  await bench.main.call(CALLS.automation.stopAutomatic, { shopId });
  const held = await take(ask, taskId);
  expect(shown(held).map(([to]) => to)).toEqual(['12-c']);
  expect(held.pauses).toEqual([{ shopId, pause: 'automaticStopped' }]);
  await bench.main.call(CALLS.automation.resumeAutomatic, { shopId });
  await bench.main.call(calls.saveConfig, { quiet: { from: 10 * 60, to: 14 * 60, days: [0, 1, 2, 3, 4, 5, 6] } });
  expect((await take(ask, taskId)).pauses).toEqual([{ shopId, pause: 'quiet' }]);
  await bench.main.call(calls.saveConfig, { quiet: null });
  await bench.database.owner.query('update conversation set is_buyer_blocked = true where conversation_id = $1', [a]);
  const rest = await take(ask, taskId);
  expect(shown(rest).map(([to]) => to)).toEqual(['11-b']);
  expect(rest.skipped).toMatchObject([{ reason: 'buyerBlocked' }]);
  expect(await taskOf(taskId)).toMatchObject({ sentCount: 2, skipCount: 1 });
});

test('what a program has sent of a task counts for the most messages of a buyer once, logged or not', async () => {
  const ask = await openProgram();
  const ids = await buyers('11', 'a');
  const taskId = await hosted(ask, ids);
  const capped = async (messages: number) => {
    await bench.main.call(calls.saveConfig, { cap: { messages, days: 7 } });
    return codeOf(task(named(ids)));
  };
  const [handed] = (await take(ask, taskId)).recipients;
  expect(await capped(1)).toBe('bulk_send_nobody');
  clock.now += SECOND;
  await ask(calls.saveSendMessageLogs, { logs: [{ conversationId: ids[0], sentAt: clock.now }] });
  clock.now += SECOND;
  await tell(ask, taskId, [handed?.itemId, 'success']);
  expect([await capped(1), await capped(2)]).toEqual(['bulk_send_nobody', 'success']);
});

test('what a program has and has not told of yet counts among the messages in a row', async () => {
  const ask = await openProgram();
  const ids = await buyers('11', 'a');
  const content = { parts: ['One', 'Two', 'Three'].map((text) => ({ kind: 'text', text })), variants: [] };
  const leftOut = async () =>
    (await preview(task(named(ids), { content }))).shops.flatMap(({ skipped }) => skipped.map(({ reason }) => reason));
  await bench.main.call(calls.saveConfig, { cap: null });
  const taskId = await hosted(ask, ids, { content });
  expect(await leftOut()).toEqual([]);
  const [handed] = (await take(ask, taskId)).recipients;
  // Shopee takes five in a row.
  expect(await leftOut()).toEqual(['inARow']);
  clock.now += SECOND;
  await write('11', 'a', 'buyer');
  expect(await leftOut()).toEqual([]);
  await tell(ask, taskId, [handed?.itemId, 'success']);
});
