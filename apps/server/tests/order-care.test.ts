import { CALLS } from '@pasar/api';
import { ORDER_CARE_KINDS, type OrderCareKind, refusal } from '@pasar/domain';
import { describe, expect, test } from 'vitest';
import { orderCareBench } from './harness/order-care.ts';
import { PNG } from './harness/picture-connector.ts';

const care = orderCareBench();
const { bench, told, write, target, create, refused, tasks, items, outcomes, move, become, opens, readReviews } = care;
const { clock, order, pass, texts, refuse } = bench;
const calls = CALLS.orderCare;
const { MINUTE } = care;
const DAY = 86_400_000;

describe('the stage of an order', () => {
  // `also`: a sent order stays sent, however far its parcels are, and a delivered one of Lazada is finished.
  test.each([
    [
      'shopee',
      {
        pay: ['unpaid', '1'],
        paid: ['wait_seller_send', '2'],
        shipped: ['wait_receiver_confirm', '3'],
        outForDelivery: ['wait_receiver_confirm', '3'],
        delivered: ['wait_receiver_confirm', '3'],
        review: ['finished', '4'],
      },
      { shipped: ['outForDelivery', 'delivered'] },
    ],
    [
      'lazada',
      {
        pay: ['unpaid', 'unpaid'],
        paid: ['wait_seller_send', 'topack'],
        shipped: ['wait_receiver_confirm', 'shipped'],
        outForDelivery: ['wait_receiver_confirm', 'shipped'],
        delivered: ['finished', 'delivered'],
        review: ['finished', 'confirmed'],
      },
      { shipped: ['outForDelivery'], review: ['delivered'] },
    ],
    [
      'tiktok',
      {
        pay: ['unpaid', '100'],
        paid: ['wait_seller_send', '111'],
        shipped: ['wait_receiver_confirm', '121'],
        outForDelivery: ['wait_receiver_confirm', '121'],
        delivered: ['wait_receiver_confirm', '122'],
        review: ['finished', '130'],
      },
      { shipped: ['outForDelivery'] },
    ],
  ] as const)(
    'decides who gets a message at %s',
    async (marketplace, stages, also: Readonly<Partial<Record<OrderCareKind, readonly string[]>>>) => {
      await become('11', marketplace);
      await readReviews('11');
      for (const [kind, [status, word]] of Object.entries(stages)) {
        await bench.buyers('11', kind);
        await order('11', kind, `of-${kind}`, { status, word, createdAt: clock.now - 4 * DAY });
      }
      await care.parcel('of-outForDelivery', 'outForDelivery');
      if (marketplace === 'shopee') await care.parcel('of-delivered', 'delivered');
      for (const kind of ORDER_CARE_KINDS) {
        await write(kind, kind);
        const expected = [kind, ...(also[kind] ?? [])];
        const preview = await told(calls.previewOrderCare, target(kind, {}, ['11']));
        expect([kind, preview.sendCount]).toEqual([kind, expected.length]);
        const taskId = await create(kind);
        expect(await outcomes({ taskId })).toEqual(expected.map((one) => `of-${one} wait`).toSorted());
      }
    },
  );

  test('is not served a second time where the shop was unbound and authorized again', async () => {
    await bench.buyers('11', 'a');
    await order('11', 'a', 'a', { status: 'unpaid' });
    await write('pay', 'please pay');
    await create('pay');
    await pass(MINUTE);
    expect(await texts()).toHaveLength(1);
    const { owner } = bench.database;
    const shopId = bench.shopIdOf('11');
    const [bound] = (await owner.query('select to_jsonb(shop) as shop from shop where shop_id = $1', [shopId])).rows;
    await told(CALLS.shops.deleteUser, { userId: '11', platform: 'shopee' });
    await owner.query('insert into shop select * from jsonb_populate_record(null::shop, $1)', [bound.shop]);
    await bench.buyers('11', 'a', 'b');
    await order('11', 'a', 'a', { status: 'unpaid' });
    await order('11', 'b', 'b', { status: 'unpaid' });
    const taskId = await create('pay');
    expect(await outcomes({ taskId })).toEqual(['a skip caredFor', 'b wait']);
  });

  test('is over when the buyer pays before the message goes, when it is reviewed, and 30 days after the last change', async () => {
    await bench.buyers('11', 'a', 'b', 'c');
    await order('11', 'a', 'a', { status: 'unpaid' });
    await order('11', 'b', 'b', { status: 'unpaid' });
    await order('11', 'c', 'c', { status: 'unpaid', createdAt: clock.now - 31 * DAY });
    await write('pay', 'please pay');
    await create('pay');
    await pass(0, null);
    await move('b', 'wait_seller_send');
    await pass(MINUTE);
    expect(await outcomes()).toEqual(['a success', 'b skip stageOver']);
    await order('11', 'a', 'd', { status: 'finished' });
    await order('11', 'b', 'e', { status: 'finished' });
    await bench.database.owner.query(
      `insert into shop_review (account_id, shop_id, review_id, record, stars, is_answered, created_at, known_at, read_at)
       values ($1, $2, '1', '{"orderNumber": "d"}', 5, false, 1, 1, 1)`,
      [bench.tenant.accountId, bench.shopIdOf('11')],
    );
    await readReviews('11');
    await write('review', 'how was it?');
    const taskId = await create('review');
    await pass(MINUTE);
    expect(await outcomes({ taskId })).toEqual(['e success']);
  });

  test('of a review is not known before the reviews of the shop were read; where no list tells of them, it is', async () => {
    await bench.buyers('11', 'a');
    await bench.buyers('12', 'b');
    await order('11', 'a', 'a', { status: 'finished' });
    await order('12', 'b', 'b', { status: 'finished', word: '130', createdAt: clock.now - 4 * DAY });
    await become('12', 'tiktok');
    await write('review', 'how was it?');
    const preview = async () => {
      const { sendCount, unreadReviewShopIds } = await told(calls.previewOrderCare, target('review'));
      return { sendCount, unreadReviewShopIds };
    };
    expect(await preview()).toEqual({ sendCount: 1, unreadReviewShopIds: [bench.shopIdOf('11')] });
    expect(await told(calls.previewOrderCare, target('pay'))).toMatchObject({ unreadReviewShopIds: [] });
    await readReviews('11');
    expect(await preview()).toEqual({ sendCount: 2, unreadReviewShopIds: [] });
  });

  test.each([
    ['lazada', 'confirmed'],
    ['tiktok', '130'],
  ] as const)('of a review at %s waits as long as the automatic message, whoever sends', async (marketplace, word) => {
    await become('11', marketplace);
    const at = (hours: number) => clock.now - hours * 60 * MINUTE;
    const times = {
      new: { changedAt: at(71), knownAt: at(71) },
      old: { changedAt: at(72), knownAt: at(1) },
      noted: { changedAt: at(1), knownAt: at(72) },
    };
    for (const [name, known] of Object.entries(times)) {
      await bench.buyers('11', name);
      await order('11', name, name, { status: 'finished', word, createdAt: at(200), ...known });
    }
    await write('review', 'how was it?');
    const asked = target('review', {}, ['11']);
    const [shop] = (await told(calls.previewOrderCare, asked)).shops;
    expect([shop?.sendCount, shop?.skipped]).toEqual([2, [{ reason: 'stageNew', count: 1 }]]);
    const taskId = (await told(calls.createOrderCareTask, asked)).taskId;
    expect(await outcomes({ taskId })).toEqual(['new skip stageNew', 'noted wait', 'old wait']);
    await care.remind({ pay: 60, review: 71 * 60 });
    expect((await told(calls.previewOrderCare, asked)).sendCount).toBe(1);
  });

  test('counts from midnight of the time zone of who asks', async () => {
    await bench.buyers('11', 'a', 'b');
    // Eleven in the morning in Singapore, and ten in the evening of the day before in New York.
    await order('11', 'a', 'a', { status: 'unpaid', createdAt: clock.now - 4 * 60 * MINUTE });
    await order('11', 'b', 'b', { status: 'unpaid', createdAt: clock.now - 12 * 60 * MINUTE });
    await write('pay', 'please pay');
    const count = async (more: object) => (await told(calls.previewOrderCare, target('pay', more))).sendCount;
    expect(await count({ range: 'today', timeZone: 'Asia/Singapore' })).toBe(1);
    expect(await count({ range: 'today', timeZone: 'America/New_York' })).toBe(2);
    expect(await count({ range: '7' })).toBe(2);
    expect(await refused(calls.previewOrderCare, target('pay', { timeZone: 'Mars/Base' }))).toBe('invalid_request');
  });
});

describe('a message of order care', () => {
  test('is that of the country, or that of all others, filled in; a country without one is left out', async () => {
    await become('12', 'shopee', 'TH');
    await bench.buyers('11', 'a');
    await bench.buyers('12', 'a');
    await order('11', 'a', '26A', { status: 'unpaid' });
    await order('12', 'a', '26B', { status: 'unpaid' });
    expect(await refused(calls.createOrderCareTask, target('pay'))).toBe('content_empty');
    await write('pay', 'only in Thailand {order}', 'TH');
    const { shops } = await told(calls.previewOrderCare, target('pay'));
    const listed = await told(calls.previewOrderCareRecipients, target('pay'));
    expect(new Map(listed.recipients.map((one) => [one.orderNumber, one.skipped ?? one.parts]))).toEqual(
      new Map<string | null, unknown>([
        ['26A', 'nothingToSay'],
        ['26B', [{ kind: 'text', text: 'only in Thailand 26B', pictureId: null }]],
      ]),
    );
    expect(shops.flatMap(({ skipped }) => skipped)).toEqual([{ reason: 'nothingToSay', count: 1 }]);
    await write('pay', '{buyer}, {amount} for {order} at {shop}');
    const taskId = await create('pay');
    // The task says what its preview has shown.
    await write('pay', 'changed meanwhile');
    await pass(MINUTE);
    expect((await texts()).toSorted()).toEqual([
      '11-a: Buyer 11-a, SGD 1,234.50 for 26A at shop 11',
      '12-a: only in Thailand 26B',
    ]);
    expect((await items({ taskId, orderNumber: '26A' })).map((item) => item.texts)).toEqual([
      ['Buyer 11-a, SGD 1,234.50 for 26A at shop 11'],
    ]);
    expect(await told(calls.getOrderCareContent, { kind: 'pay' })).toMatchObject({
      contents: [{ country: null }, { country: 'TH' }],
    });
  });

  test('keeps the pictures that its preview has shown, also when the content has others by then', async () => {
    await bench.buyers('11', 'a');
    await order('11', 'a', 'a', { status: 'unpaid' });
    const picture = await told(CALLS.automation.saveAutomaticPicture, {
      fileName: 'pay.png',
      type: 'image/png',
      file: PNG.toString('base64'),
    });
    const { pictureId, width, height } = picture;
    const part = { kind: 'image', pictureId, fileName: 'pay.png', type: 'image/png', width, height };
    const save = (parts: readonly object[]) =>
      refused(calls.saveOrderCareContent, { kind: 'pay', content: { parts, variants: [] } });
    expect(await save([part])).toBe('success');
    expect(
      await refused(calls.saveOrderCareContent, { kind: 'review', content: { parts: [part], variants: [] } }),
    ).toBe('image_data_missing');
    expect(await save([{ kind: 'product', shopId: bench.shopIdOf('11'), itemId: '1', title: 'x' }])).not.toBe(
      'success',
    );
    await create('pay');
    expect(await save([{ kind: 'text', text: 'no picture any more' }])).toBe('success');
    await pass(0, null);
    const sent = await bench.database.owner.query(
      'select name from delivery_image i join delivery d using (delivery_id) where d.account_id = $1',
      [bench.tenant.accountId],
    );
    expect(sent.rows).toEqual([{ name: 'pay.png' }]);
  });

  test('goes once for an order and a kind, whoever asks', async () => {
    await bench.buyers('11', 'a', 'b');
    await order('11', 'a', 'a', { status: 'unpaid' });
    await order('11', 'b', 'b', { status: 'unpaid' });
    await write('pay', 'please pay');
    await write('paid', 'thank you');
    const both = await Promise.all([
      refused(calls.createOrderCareTask, target('pay')),
      refused(calls.createOrderCareTask, target('pay')),
    ]);
    expect(both.toSorted()).toEqual(['no_shops_to_urge', 'success']);
    await pass(0, refuse);
    await pass(MINUTE);
    const [task] = await tasks();
    await told(calls.retryOrderCare, { taskId: task?.taskId });
    await pass(MINUTE);
    expect(await texts('confirmed')).toEqual(['11-b: please pay', '11-a: please pay']);
    expect(await refused(calls.createOrderCareTask, target('pay'))).toBe('no_shops_to_urge');
    expect(await told(calls.previewOrderCare, target('pay'))).toMatchObject({
      totalCount: 2,
      sendCount: 0,
      shops: [{ skipped: [{ reason: 'caredFor', count: 2 }] }],
    });
    // Another kind is another message.
    await move('a', 'wait_seller_send');
    const named = [{ shopId: bench.shopIdOf('11'), orderId: 'a' }];
    const added = await told(calls.saveOrderCareTaskItemList, { kind: 'paid', orders: named });
    expect(added.addedCount).toBe(1);
    expect(
      await told(calls.getOrderIdAndOrderCareTypeListMap, { shopId: bench.shopIdOf('11'), orderIds: ['a', 'b', 'x'] }),
    ).toEqual({ orders: { a: ['paid', 'pay'], b: ['pay'] } });
  });

  test('is sent by another task where it still waits in a stopped one, and the row of a sent one outlives the task’s time', async () => {
    await bench.buyers('11', 'a');
    await order('11', 'a', 'a', { status: 'unpaid' });
    await write('pay', 'wrong');
    const first = await create('pay');
    await told(calls.stopOrderCare, { taskId: first });
    await write('pay', 'right');
    const second = await create('pay');
    await told(calls.continueOrderCare, { taskId: first });
    await pass(MINUTE);
    expect(await texts()).toEqual(['11-a: right']);
    clock.now += 200 * DAY;
    await bench.database.owner.query('update shop_order set changed_at = $1 where order_id = $2', [clock.now, 'a']);
    for (let run = 0; run < 2; run += 1) await bench.housekeep();
    expect((await tasks()).map(({ taskId }) => taskId)).toEqual([second]);
  });

  test('opens the conversation that is missing, once; what a marketplace refuses fails with its words', async () => {
    await order('11', 'new', 'n', { status: 'unpaid' });
    await write('pay', 'please pay, {buyer}');
    expect(await told(calls.previewOrderCare, target('pay'))).toMatchObject({ sendCount: 1 });
    const taskId = await create('pay');
    opens('no session');
    await pass(MINUTE);
    expect(await outcomes()).toEqual(['n wait']);
    opens(refusal('not_found', 'no such user'));
    await pass(MINUTE);
    expect(await items()).toMatchObject([
      { state: 'fail', reason: 'conversation_create_failed', detail: 'no such user' },
    ]);
    const asked = opens();
    await told(calls.retryOrderCare, { taskId });
    // The worker dies before it has noted the conversation.
    const job = await bench.nextJob(clock.now + MINUTE);
    if (job !== null) await bench.work(job);
    const shop = await bench.nextJob(clock.now + MINUTE);
    if (shop === null) throw new Error('nothing to send');
    await expect(bench.work(shop, true)).rejects.toThrow('killed');
    await pass(MINUTE);
    expect(new Set(asked)).toEqual(new Set(['buyers.openConversation buyer-11-new']));
    expect(await texts('confirmed')).toEqual(['opened buyer-11-new: please pay, Name of new']);
    expect((await items())[0]?.conversationId).not.toBeNull();
  });

  test('of a buyer without an id cannot be sent, and the limits of a marketplace hold', async () => {
    await order('11', 'x', 'x', { status: 'unpaid' });
    await bench.database.owner.query("update shop_order set buyer_id = null where order_id = 'x'");
    await order('11', 'old', 'o', { status: 'unpaid', createdAt: clock.now - 40 * DAY, changedAt: clock.now - DAY });
    await write('pay', 'please pay');
    const { shops } = await told(calls.previewOrderCare, target('pay'));
    expect(
      shops.flatMap(({ skipped }) => skipped).toSorted((one, other) => (one.reason < other.reason ? -1 : 1)),
    ).toEqual([
      { reason: 'noConversation', count: 1 },
      { reason: 'outOfReach', count: 1 },
    ]);
  });
});

describe('rights', () => {
  test('tasks of the other feature are not found, and a sub-account sees its own tasks and its shops’ orders', async () => {
    const [a = ''] = await bench.buyers('11', 'a');
    await bench.buyers('12', 'a');
    await order('11', 'a', 'a', { status: 'unpaid' });
    await order('12', 'a', 'b', { status: 'unpaid' });
    await write('pay', 'please pay');
    const bulk = await bench.save(bench.task(bench.named([a])));
    const taskId = await create('pay');
    for (const call of [calls.stopOrderCare, calls.continueOrderCare, calls.retryOrderCare]) {
      expect(await refused(call, { taskId: bulk })).toBe('not_found');
    }
    const others = CALLS.bulkSend;
    for (const call of [others.stopBulkSend, others.continueBulkSend, others.retryBulkSend, others.bulkSendItems]) {
      expect(await refused(call, { taskId })).toBe('not_found');
    }
    expect(await refused(others.deleteBatchSendTask, { taskIds: JSON.stringify([taskId]) })).toBe('not_found');
    expect((await told(others.getBatchSendTaskList, {})).tasks.map((task) => task.taskId)).toEqual([bulk]);
    expect((await tasks()).map((task) => task.taskId)).toEqual([taskId]);
    expect(await tasks(bench.anna)).toEqual([]);
    expect(await refused(calls.stopOrderCare, { taskId }, bench.anna)).toBe('not_found');
    expect((await items({}, bench.anna)).map((item) => item.orderId)).toEqual(['a']);
    expect(await refused(calls.searchOrderCareTaskItemList, { taskId }, bench.anna)).toBe('not_found');
    expect(await refused(calls.createOrderCareTask, target('pay'), bench.anna)).toBe('not_found');
    expect(await refused(calls.saveOrderCareContent, { kind: 'pay' }, bench.anna)).toBe('no_permission');
    const ben = await bench.loggedIn(`${bench.username}:ben`);
    expect(await refused(calls.getOrderCareTaskList, {}, ben)).toBe('no_permission');
  });

  test('lists come by 20 tasks and 40 orders', async () => {
    await bench.buyers('11', 'a');
    await order('11', 'a', 'a', { status: 'unpaid' });
    await write('pay', 'please pay');
    const taskId = await create('pay');
    await bench.database.owner.query(
      `insert into bulk_send_item (task_id, account_id, shop_id, buyer_name, order_id, order_number, care_kind, state, reason)
       select $1, account_id, shop_id, 'x', 'x' || number, 'x' || number, 'pay', 'skip', 'stageOver'
       from shop, generate_series(1, 60) number where shop_id = $2`,
      [taskId, bench.shopIdOf('11')],
    );
    await bench.database.owner.query(
      `insert into bulk_send_task (account_id, author, name, type, interval_seconds, target, conditions, content, state,
         created_at, cause, care_kind)
       select account_id, '', '', 'immediate', 15, '{}', '{}', '[]', 'finish', 1, 'orderCare', 'review'
       from bulk_send_task, generate_series(1, 24) where task_id = $1`,
      [taskId],
    );
    const page = async (more: object) => {
      const told61 = await told(calls.searchOrderCareTaskItemList, more);
      return [told61.items.length, told61.totalCount];
    };
    expect(await page({})).toEqual([40, 61]);
    expect(await page({ page: 2 })).toEqual([21, 61]);
    expect(await page({ state: 'wait' })).toEqual([1, 1]);
    expect((await told(calls.getOrderCareTaskList, {})).tasks).toHaveLength(20);
    expect((await told(calls.getOrderCareTaskList, { pageNo: '2' })).tasks).toHaveLength(5);
  });
});
