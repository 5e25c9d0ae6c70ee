import { pino } from 'pino';
import { expect, test } from 'vitest';
import { forgetMessages } from '../src/engine/tasks/forget-messages.ts';
import type { AccountSurroundings } from '../src/engine/tasks/task.ts';
import { createTurns } from '../src/engine/turns.ts';
import { wholeAccount } from '../src/storage/database.ts';
import { bulkSendBench } from './harness/bulk-send.ts';

const bench = bulkSendBench();
const { calls, clock, buyers, write, conversationIds, order, named, task, codeOf, preview, housekeep } = bench;
const DAY = 86_400_000;

const sql = (text: string, ...values: readonly unknown[]) =>
  bench.database.owner.query(text, [bench.tenant.accountId, ...values]);

/** The account keeps messages for 30 days, and the older ones go. */
async function forget(): Promise<void> {
  await sql(
    `insert into retention (account_id, message_days, audit_days) values ($1, 30, 400)
     on conflict (account_id) do update set messages_done_until = 0`,
  );
  const prepared = forgetMessages.prepare({});
  if (!prepared.ok) throw prepared.error;
  const { accountId } = bench.tenant;
  const within: AccountSurroundings['within'] = (work) => bench.database.engine.within(wholeAccount(accountId), work);
  await prepared.run({
    accountId,
    askShop: async () => null,
    now: () => clock.now,
    signal: new AbortController().signal,
    log: pino({ level: 'silent' }),
    within,
    turns: createTurns(),
  });
}
const left = async () =>
  (await sql('select sent_at::float8 as at from message where account_id = $1')).rows.map((row) =>
    Math.round((clock.now - row.at) / DAY),
  );
/** Of the shop's messages to everybody, who wrote them: `bulkSend`, `orderCare`. */
const areBy = (cause: string) =>
  sql("update message set cause = $2, author = 'robot' where account_id = $1 and author = 'seller'", cause);
const reasonFor = async (ids: readonly string[], conditionJson: object) => {
  const { shops } = await preview({ buyerListJson: named(ids), conditionJson });
  return shops.flatMap(({ skipped }) => skipped.map(({ reason }) => reason));
};

test('the days in which the shop wrote, the cap and order care count messages that are no longer kept', async () => {
  await write('11', 'a', 'seller', clock.now - 40 * DAY);
  await areBy('orderCare');
  const ids = await buyers('11', 'a');
  const config = { cap: { messages: 1, days: 60 }, orderCareDays: 60 };
  expect((await bench.main.call(calls.saveConfig, config)).result).toBe('success');
  const asked = async () => [
    await reasonFor(ids, { writtenDays: 60, skipOrderCare: false }),
    await reasonFor(ids, { skipOrderCare: false }),
    await reasonFor(ids, { skipOrderCare: true }),
    await reasonFor(ids, { writtenDays: 30, skipOrderCare: false, idleDays: 10 }),
  ];
  const before = await asked();
  expect(before).toEqual([['writtenTo'], ['cap'], ['orderCare'], ['notIdle']]);
  await forget();
  expect(await left()).toEqual([1]);
  expect(await asked()).toEqual(before);
  await forget();
  expect(await asked()).toEqual(before);
  // 60 days after the message nothing asks for it, and after 90 days it goes.
  clock.now += 21 * DAY;
  // The order and the message keep every other reason away.
  await order('11', 'a', '1');
  await write('11', 'a', 'buyer', clock.now - DAY);
  expect(await reasonFor(ids, { writtenDays: 60, skipOrderCare: true })).toEqual([]);
  const kept = async () => (await sql('select from forgotten_sending where account_id = $1')).rowCount;
  expect(await kept()).toBe(1);
  clock.now += 30 * DAY;
  await housekeep();
  expect(await kept()).toBe(0);
});

test('how long nobody has written is told by the last message, also where it is no longer kept', async () => {
  await write('11', 'a', 'buyer', clock.now - 70 * DAY);
  const ids = await conversationIds('11-a');
  const asked = async () => [await reasonFor(ids, { idleDays: 60 }), await reasonFor(ids, { idleDays: 90 })];
  const before = await asked();
  expect(before).toEqual([['outOfReach'], ['notIdle']]);
  await forget();
  expect(await left()).toEqual([]);
  expect(await asked()).toEqual(before);
});

test('messages in a row count until the buyer writes, however long ago they were sent', async () => {
  const [a = ''] = await buyers('11', 'a');
  await sql('delete from message where account_id = $1');
  await sql('update conversation set buyer_wrote_at = $2 where account_id = $1', clock.now - 200 * DAY);
  for (let day = 0; day < 5; day += 1) await write('11', 'a', 'seller', clock.now - (100 + day) * DAY);
  // An order lets the shop write to a buyer whose last message is old.
  await order('11', 'a', '1');
  const asked = () => reasonFor([a], { skipOrderCare: false });
  expect(await asked()).toEqual(['inARow']);
  await forget();
  expect(await left()).toEqual([]);
  expect((await sql('select from forgotten_sending where account_id = $1')).rowCount).toBe(0);
  expect(await asked()).toEqual(['inARow']);
  await write('11', 'a', 'buyer', clock.now - DAY);
  expect(await asked()).toEqual([]);
  expect(await codeOf(task(named([a])))).toBe('success');
});
