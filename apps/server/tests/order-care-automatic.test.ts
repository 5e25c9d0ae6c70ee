import { CALLS } from '@pasar/api';
import { asBuyerId, asShopId, type OrderRecord, type OrderStatus } from '@pasar/domain';
import { describe, expect, test } from 'vitest';
import { storeOrders } from '../src/records/order-book.ts';
import { wholeAccount } from '../src/storage/database.ts';
import { orderCareBench } from './harness/order-care.ts';

const care = orderCareBench();
const { bench, told, write, create, refused, tasks, outcomes, remind, become } = care;
const { clock, pass, texts, ledger, isLocked } = bench;
const calls = CALLS.orderCare;
const { MINUTE } = care;
const HOUR = 60 * MINUTE;

/** The order list of the shop tells of an order, as a reading stores it. */
async function read(
  orderId: string,
  status: OrderStatus,
  wireStatus = '',
  shop = '11',
  changedAt = clock.now,
): Promise<void> {
  const record: OrderRecord = {
    orderId,
    orderNumber: orderId,
    buyerId: asBuyerId(`buyer-${shop}-${orderId}`),
    buyerName: orderId,
    status,
    wireStatus,
    total: { amount: '1', currency: 'SGD' },
    createdAt: clock.now,
    changedAt,
    items: [],
    sellerNote: null,
    paymentMethod: null,
    shippingFee: null,
    address: null,
    isRatable: false,
    carrier: null,
    trackingNumber: null,
    cancelReason: null,
  };
  const { accountId } = bench.tenant;
  await bench.database.engine.within(wholeAccount(accountId), (transaction) =>
    storeOrders(transaction, {
      accountId,
      shopId: asShopId(bench.shopIdOf(shop)),
      records: [record],
      readAt: clock.now,
    }),
  );
}

test('orders that were not read are named by the preview, and are read from when a kind is on', async () => {
  const unread = async () =>
    (await told(calls.previewOrderCare, { kind: 'pay', range: '30', timeZone: 'UTC', shopIds: shops })).unreadShopIds;
  const shops = ['11', '12'].map(bench.shopIdOf);
  const readings = async () =>
    (
      await bench.database.owner.query<{ shop_id: string; state: string }>(
        "select shop_id, state from reading where subject = 'orders' and shop_id = any($1) order by shop_id",
        [shops],
      )
    ).rows;
  await write('pay', 'please pay');
  expect(await unread()).toEqual(shops.toSorted());
  await remind({});
  expect(await readings()).toEqual([]);
  await remind({ pay: 1 }, shops.slice(0, 1));
  expect(await readings()).toEqual([{ shop_id: shops[0], state: 'waiting' }]);
  // A reading that a member has stopped stays stopped.
  await told(CALLS.readings.stopReading, { subject: 'orders' });
  await remind({ pay: 1 });
  expect(await readings()).toEqual(
    shops
      .map((shop_id, at) => ({ shop_id, state: at === 0 ? 'stopped' : 'waiting' }))
      .toSorted((left, right) => (left.shop_id < right.shop_id ? -1 : 1)),
  );
  await bench.database.owner.query("update reading set complete_to = 1 where shop_id = $1 and subject = 'orders'", [
    shops[0],
  ]);
  expect(await unread()).toEqual(shops.slice(1));
});

test('a kind that came after the settings were saved is off, and can be switched on', async () => {
  await remind({ pay: 7 });
  await bench.database.owner.query(
    "update order_care_setting set reminders = reminders - 'outForDelivery' where account_id = $1",
    [bench.tenant.accountId],
  );
  const { reminders } = await told(calls.getOrderCareSettings, {});
  expect(reminders).toMatchObject({ pay: { isOn: true, afterMinutes: 7 }, outForDelivery: { isOn: false } });
  await remind({ outForDelivery: 3 });
  expect((await told(calls.getOrderCareSettings, {})).reminders.outForDelivery).toEqual({
    isOn: true,
    afterMinutes: 3,
  });
});

describe('a message that goes out by itself', () => {
  test('is left out when it is a day late, or its shop was taken out while it was on its way', async () => {
    await bench.buyers('11', 'a');
    await bench.buyers('12', 'b');
    await write('pay', 'please pay');
    await remind({ pay: 1 });
    clock.now += 1;
    await read('b', 'unpaid', '', '12');
    await pass(4 * MINUTE, null);
    const [row] = await ledger();
    if (row === undefined) throw new Error('nothing is on its way');
    const turn = (state: string) =>
      bench.database.owner.query('update delivery set state = $2 where delivery_id = $1', [row.delivery_id, state]);
    await turn('claimed');
    await remind({ pay: 1 }, [bench.shopIdOf('11')]);
    await turn('pending');
    await bench.apply(row.delivery_id, { event: 'withdraw' });
    await pass(MINUTE);
    expect(await outcomes()).toEqual(['b skip notDue']);
    await read('a', 'unpaid');
    const log = (state: string) =>
      bench.database.owner.query('update connection set state = $2 where account_id = $1', [
        bench.tenant.accountId,
        state,
      ]);
    await log('login_required');
    await pass(4 * MINUTE);
    expect(await outcomes()).toEqual(['a wait', 'b skip notDue']);
    clock.now += 24 * HOUR;
    await log('live');
    await pass(MINUTE);
    expect(await outcomes()).toEqual(['a skip notDue', 'b skip notDue']);
    expect(await texts('confirmed')).toEqual([]);
  });

  test('is due some time after the stage began, once, and not for stages that began before it was switched on', async () => {
    await bench.buyers('11', 'before', 'first-read', 'a', 'b', 'paid');
    await read('before', 'unpaid');
    clock.now += 1;
    await write('pay', 'please pay, {buyer}');
    await remind({ pay: 60 });
    clock.now += 1;
    await read('first-read', 'unpaid', '', '11', clock.now - HOUR);
    for (const order of ['a', 'paid']) await read(order, 'unpaid');
    await pass(59 * MINUTE);
    await read('paid', 'wait_seller_send');
    expect(await texts()).toEqual([]);
    await pass(4 * MINUTE);
    expect(await texts('confirmed')).toEqual(['11-a: please pay, Buyer 11-a']);
    expect(await tasks()).toMatchObject([
      { isAutomatic: true, author: '', kind: 'pay', state: 'finish', totalCount: 1 },
    ]);
    // A member's choice of orders is no part of it.
    const [task] = await tasks();
    const orders = [{ shopId: bench.shopIdOf('11'), orderId: 'paid' }];
    const asked = { taskId: task?.taskId, orders };
    expect(await refused(calls.saveOrderCareTaskItemList, asked)).toBe('bulk_send_state');
    // The task of the day begins again for the next order, also when the worker dies while it looks.
    await read('b', 'unpaid');
    await pass(58 * MINUTE);
    for (let round = 0; round < 3; round += 1) {
      const job = await bench.nextJob(clock.now + 4 * MINUTE);
      if (job === null) throw new Error('nothing is looked for');
      clock.now = Math.max(clock.now, Number(job.at));
      await expect(bench.work(job, true)).rejects.toThrow('killed');
      await bench.work(job);
    }
    await pass(4 * MINUTE);
    expect(await texts('confirmed')).toHaveLength(2);
    expect(await tasks()).toMatchObject([{ state: 'finish', totalCount: 2, successCount: 2 }]);
    expect(await tasks(bench.anna)).toEqual([]);
  });

  test('begins with the word that tells the stage, and is of the day on which it is due', async () => {
    await become('11', 'tiktok');
    await bench.buyers('11', 'a', 'b');
    await write('delivered', 'is all well?');
    await remind({ delivered: 10 });
    clock.now += 1;
    for (const order of ['a', 'b']) await read(order, 'wait_receiver_confirm', '121');
    await pass(HOUR);
    await read('a', 'wait_receiver_confirm', '122');
    await pass(9 * MINUTE);
    expect(await texts()).toEqual([]);
    await pass(4 * MINUTE);
    expect(await texts()).toEqual(['11-a: is all well?']);
    clock.now += 24 * HOUR;
    await read('b', 'wait_receiver_confirm', '122');
    await pass(14 * MINUTE);
    expect(await texts()).toHaveLength(2);
    expect((await tasks()).map(({ totalCount }) => totalCount)).toEqual([1, 1]);
  });

  test('is not sent to who has it by a task of a member, and a member’s task leaves out who has it by itself', async () => {
    await bench.buyers('11', 'a', 'b');
    await write('pay', 'please pay');
    await remind({ pay: 60 });
    clock.now += 1;
    await read('a', 'unpaid');
    await create('pay');
    await pass(MINUTE);
    await read('b', 'unpaid');
    await pass(64 * MINUTE);
    expect((await texts('confirmed')).toSorted()).toEqual(['11-a: please pay', '11-b: please pay']);
    expect(await told(calls.previewOrderCare, care.target('pay'))).toMatchObject({ totalCount: 2, sendCount: 0 });
  });

  test('is withdrawn when it is switched off, and goes on the same day when it is switched on', async () => {
    await bench.buyers('11', 'a', 'b', 'c');
    await write('pay', 'please pay');
    await remind({ pay: 1 });
    clock.now += 1;
    for (const order of ['a', 'b']) await read(order, 'unpaid');
    await pass(4 * MINUTE, null);
    expect((await ledger()).map((row) => row.state)).toEqual(['pending']);
    await remind({});
    expect((await ledger()).map((row) => row.state)).toEqual(['dismissed']);
    expect(await tasks()).toMatchObject([{ state: 'stopped', sentCount: 0 }]);
    const [{ taskId } = { taskId: '' }] = await tasks();
    for (const call of [calls.continueOrderCare, calls.retryOrderCare]) {
      expect(await bench.main.call(call, { taskId })).toMatchObject({ code: 'order_care_off' });
    }
    await pass(HOUR);
    expect(await bench.nextJob(clock.now + 24 * HOUR)).toBeNull();
    await write('pay', 'corrected');
    await remind({ pay: 1 });
    await pass(4 * MINUTE);
    expect((await texts('confirmed')).toSorted()).toEqual(['11-a: corrected', '11-b: corrected']);
    await read('c', 'unpaid');
    await pass(4 * MINUTE, null);
    expect(await texts('pending')).toEqual(['11-c: corrected']);
    await remind({});
    await write('pay', null);
    await remind({ pay: 1 });
    await pass(4 * MINUTE);
    expect(await outcomes()).toEqual(['a success', 'b success', 'c skip nothingToSay']);
  });

  test('goes to buyers of the chosen shops, and what waits for others is withdrawn', async () => {
    await bench.buyers('11', 'a', 'b');
    await bench.buyers('12', 'a', 'b');
    await write('pay', 'please pay');
    await remind({ pay: 1 });
    clock.now += 1;
    for (const shop of ['11', '12']) for (const order of ['a', 'b']) await read(order, 'unpaid', '', shop);
    await pass(4 * MINUTE, null);
    await remind({ pay: 1 }, [bench.shopIdOf('11')]);
    await pass(HOUR);
    expect((await texts('confirmed')).toSorted()).toEqual(['11-a: please pay', '11-b: please pay']);
    expect(await outcomes()).toEqual(['a success', 'b success']);
    expect(await told(calls.getOrderCareSettings, {})).toMatchObject({ shopIds: [bench.shopIdOf('11')] });
  });

  test('is stopped by settings that hold no task and no counter while they wait for an order', async () => {
    for (const shop of ['11', '12']) await bench.buyers(shop, 'a', 'b');
    for (const kind of ['pay', 'paid'] as const) await write(kind, kind);
    await remind({ pay: 1, paid: 1 });
    clock.now += 1;
    await read('a', 'unpaid');
    await read('b', 'wait_seller_send', '', '12');
    await bench.database.owner.query("update connection set state = 'login_required' where account_id = $1", [
      bench.tenant.accountId,
    ]);
    await pass(4 * MINUTE, null);
    expect(await outcomes()).toEqual(['a wait', 'b wait']);
    const saved = await bench.database.engine.within(wholeAccount(bench.tenant.accountId), async (transaction) => {
      await transaction.query("select from bulk_send_item where order_id = 'b' for update");
      const saving = remind({ paid: 1 }, [bench.shopIdOf('11')]);
      await isLocked();
      for (const table of ['bulk_send_task', 'account_counter']) {
        expect((await transaction.query(`select from ${table} for update nowait`)).rowCount).not.toBe(0);
      }
      return { saving };
    });
    await saved.saving;
    expect(await outcomes()).toEqual(['a wait']);
  });
});
