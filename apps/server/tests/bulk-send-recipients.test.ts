import { CALLS, type SendPreviewSlice, type SendRecipients, type SendRecipientView } from '@pasar/api';
import { asShopId, IDLE_DAYS } from '@pasar/domain';
import { describe, expect, test } from 'vitest';
import { ingest } from '../src/engine/ingest/ingest.ts';
import { messageAt } from './harness/database.ts';
import { orderCareBench } from './harness/order-care.ts';

const care = orderCareBench();
const { bench } = care;
const {
  calls,
  clock,
  buyers,
  write,
  conversationIds,
  shopIdOf,
  order,
  named,
  task,
  save,
  codeOf,
  counts,
  items,
  preview,
  recipients,
  pass,
  texts,
} = bench;
const MINUTE = 60_000;
const DAY = 86_400_000;

describe('who is left out', () => {
  const numbersOf = (shop: string) => ({ shopId: shopIdOf(shop), orderNumber: '2600000031' });
  const skipped = async (taskId: string) => (await items(taskId)).map((item) => item.skipped);

  test('a buyer with two conversations, whose cap is reached in the other one', async () => {
    const [a = '', b = ''] = await buyers('11', 'a', 'b');
    for (const table of ['conversation', 'conversation_buyer']) {
      await bench.database.owner.query(`update ${table} set buyer_id = 'same' where conversation_id = any($1)`, [
        [a, b],
      ]);
    }
    await bench.main.call(calls.saveConfig, { cap: { messages: 1, days: 7 } });
    expect(await codeOf(task(named([b])))).toBe('success');
    await bench.database.owner.query(
      `insert into send_message_log (account_id, shop_id, conversation_id, sent_at)
       select account_id, shop_id, conversation_id, $2 from conversation where conversation_id = $1`,
      [a, clock.now - DAY],
    );
    expect(await codeOf(task(named([b])))).toBe('bulk_send_nobody');
  });

  test('the preview says who gets what, and the task does that', async () => {
    const [a = '', b = '', c = '', d = ''] = await buyers('11', 'a', 'b', 'c', 'd');
    await bench.database.owner.query('update conversation set is_buyer_blocked = true where conversation_id = $1', [b]);
    await order('11', 'c', '2600000001');
    for (let count = 0; count < 5; count += 1) await write('11', 'd', 'seller', clock.now - DAY / 2);
    const asked = task(named([a, b, c, d]), { conditionJson: { hasNoOpenOrders: true } });
    const shown = await preview(asked);
    expect(shown).toMatchObject({ totalCount: 4, sendCount: 1 });
    expect(shown.shops).toHaveLength(1);
    expect(new Map(shown.shops[0]?.skipped.map(({ reason, count }) => [reason, count]))).toEqual(
      new Map([
        ['buyerBlocked', 1],
        ['openOrder', 1],
        ['inARow', 1],
      ]),
    );
    const listed = (await recipients(asked)).recipients;
    expect(new Map(listed.map((one) => [one.buyerName, one.skipped ?? one.parts]))).toEqual(
      new Map<string, unknown>([
        ['Buyer 11-a', [{ kind: 'text', text: 'Hello Buyer 11-a', pictureId: null }]],
        ['Buyer 11-b', 'buyerBlocked'],
        ['Buyer 11-c', 'openOrder'],
        ['Buyer 11-d', 'inARow'],
      ]),
    );
    const taskId = await save(asked);
    await pass(MINUTE);
    expect(await texts()).toEqual(['11-a: Hello Buyer 11-a']);
    expect(await skipped(taskId)).toEqual([null, 'buyerBlocked', 'openOrder', 'inARow']);
  });

  test('the preview lists everybody once, by pages, and those of a shop or of a reason', async () => {
    const names = Array.from({ length: 83 }, (_, number) => `n${number}`);
    const ids = [...(await buyers('11', ...names)), ...(await buyers('12', 'x', 'y'))];
    await bench.database.owner.query(
      `update conversation set is_buyer_blocked = true
       where account_id = $1 and platform_conversation_id in ('11-n7', '12-x')`,
      [bench.tenant.accountId],
    );
    const asked = task(named(ids));
    const all = async (slice: SendPreviewSlice = {}) => {
      const pages: SendRecipientView[][] = [];
      for (let after: string | null = ''; after !== null; ) {
        const page: SendRecipients = await recipients(asked, after === '' ? slice : { ...slice, after });
        pages.push(page.recipients);
        after = page.next;
      }
      return pages;
    };
    const everybody = await all();
    expect(everybody.map((page) => page.length)).toEqual([40, 40, 5]);
    expect(new Set(everybody.flat().map((one) => one.buyerName)).size).toBe(85);
    const shopId = asShopId(shopIdOf('12'));
    const found = async (slice: SendPreviewSlice) =>
      (await all(slice)).flat().map(({ buyerName, skipped: why }) => `${buyerName} ${why}`);
    expect(new Set(await found({ shopId }))).toEqual(new Set(['Buyer 12-x buyerBlocked', 'Buyer 12-y null']));
    expect(await found({ shopId, only: 'gets' })).toEqual(['Buyer 12-y null']);
    expect(new Set(await found({ only: 'leftOut' }))).toEqual(
      new Set(['Buyer 11-n7 buyerBlocked', 'Buyer 12-x buyerBlocked']),
    );
    expect(await found({ only: 'buyerBlocked', shopId })).toEqual(['Buyer 12-x buyerBlocked']);
    expect(await found({ only: 'cap' })).toEqual([]);
  });

  test('the preview shows of a message that is filled in why it cannot go out, as the task does', async () => {
    const ids = await buyers('11', 'a');
    const long = task(named(ids), { content: { parts: [{ kind: 'text', text: `{buyer}${'x'.repeat(595)}` }] } });
    expect((await recipients(long)).recipients).toMatchObject([{ skipped: 'tooLong', parts: [{ kind: 'text' }] }]);
    const taskId = await save(long);
    await pass(MINUTE);
    expect(await skipped(taskId)).toEqual(['tooLong']);
    await order('11', 'a', '2600000031');
    const numbers = { kind: 'orderNumbers' as const, shopIds: [asShopId(shopIdOf('11'))], numbers: ['2600000031'] };
    const untold = task(numbers, { content: { parts: [{ kind: 'text', text: 'Sent by {tracking}' }] } });
    expect((await recipients(untold)).recipients).toEqual([
      { ...numbersOf('11'), buyerName: 'Buyer 11-a', skipped: 'nothingToSay', parts: [] },
    ]);
  });

  test('buyers out of reach: Shopee wants a message within 7 days, an order within 30, or an open return', async () => {
    await write('11', 'old', 'buyer', clock.now - 8 * DAY);
    await write('11', 'ordered', 'buyer', clock.now - 8 * DAY);
    await order('11', 'ordered', '2600000002', { createdAt: clock.now - 29 * DAY });
    await write('11', 'long', 'buyer', clock.now - 8 * DAY);
    await order('11', 'long', '2600000003', { createdAt: clock.now - 31 * DAY });
    const ids = await conversationIds('11-long', '11-old', '11-ordered');
    const taskId = await save(task(named(ids)));
    expect(new Set(await skipped(taskId))).toEqual(new Set(['outOfReach', null]));
    await pass(MINUTE);
    expect(await texts()).toEqual(['11-ordered: Hello Buyer 11-ordered']);
  });

  test('a buyer without a conversation is out of reach where the marketplace opens none: at Lazada 30 days after an order', async () => {
    const shopIds = [asShopId(shopIdOf('11'))];
    await bench.database.owner.query("update shop set marketplace = 'lazada' where shop_id = $1", [shopIds[0]]);
    await buyers('11', 'known');
    await order('11', 'known', 'of-known', { createdAt: clock.now - 31 * DAY });
    await order('11', 'late', 'of-late', { createdAt: clock.now - 31 * DAY });
    await order('11', 'early', 'of-early', { createdAt: clock.now - 29 * DAY });
    const counted = async () => (await preview(task({ kind: 'orders', shopIds, days: 60 }))).shops;
    expect(await counted()).toMatchObject([{ sendCount: 2, skipped: [{ reason: 'outOfReach', count: 1 }] }]);
    await bench.database.owner.query("update shop set marketplace = 'tiktok' where shop_id = $1", [shopIds[0]]);
    expect(await counted()).toMatchObject([{ sendCount: 3, skipped: [] }]);
  });

  test('idle buyers only, buyers written to lately, and the most messages of a buyer', async () => {
    await order('11', 'idle', '2600000004');
    await write('11', 'idle', 'buyer', clock.now - 11 * DAY);
    const [busy = ''] = await buyers('11', 'busy');
    const [idle = ''] = await conversationIds('11-idle');
    const asked = (ids: readonly string[], conditionJson: object) => task(named(ids), { conditionJson });
    expect(await skipped(await save(asked([busy, idle], { idleDays: 10 })))).toEqual(
      expect.arrayContaining(['notIdle', null]),
    );
    await pass(MINUTE);
    await write('11', 'busy', 'seller', clock.now - 2 * DAY);
    expect(await codeOf(asked([busy], { writtenDays: 3 }))).toBe('bulk_send_nobody');
    expect(await codeOf(asked([busy], { writtenDays: 1 }))).toBe('success');
    await bench.main.call(calls.saveConfig, { cap: { messages: 1, days: 7 } });
    const program = await bench.database.owner.query(
      `insert into send_message_log (account_id, shop_id, conversation_id, sent_at)
       select account_id, shop_id, conversation_id, $2 from conversation where conversation_id = $1`,
      [busy, clock.now - DAY],
    );
    expect(program.rowCount).toBe(1);
    expect(await codeOf(asked([busy], {}))).toBe('bulk_send_nobody');
  });

  test.each(IDLE_DAYS)('buyers who are not idle for %d days, to the millisecond', async (idleDays) => {
    const lastAt = { idle: clock.now - idleDays * DAY - 1, busy: clock.now - idleDays * DAY };
    for (const [buyer, at] of Object.entries(lastAt)) {
      await order('11', buyer, `of-${buyer}`);
      await write('11', buyer, 'buyer', at);
    }
    // A message of the shop is one as well.
    await order('11', 'answered', 'of-answered');
    await write('11', 'answered', 'buyer', lastAt.idle);
    await write('11', 'answered', 'seller', lastAt.busy);
    const asked = task(named(await conversationIds('11-answered', '11-busy', '11-idle')), {
      conditionJson: { idleDays },
    });
    expect((await preview(asked)).shops).toMatchObject([{ sendCount: 1, skipped: [{ reason: 'notIdle', count: 2 }] }]);
    const taskId = await save(asked);
    await pass(MINUTE);
    expect(await texts()).toEqual(['11-idle: Hello Buyer 11-idle']);
    expect(await counts(taskId)).toEqual(['success', 3, 0, 1, 0, 2]);
    expect(await codeOf({ ...asked, conditionJson: { idleDays: idleDays + 1 } })).toBe('invalid_request');
  });

  test('buyers whom order care has reached, while the task and the config of the account want it', async () => {
    const ids = await buyers('11', 'cared', 'other');
    const [cared = ''] = ids;
    await order('11', 'cared', '2600000040', { status: 'unpaid' });
    await care.write('pay', 'please pay');
    await care.create('pay');
    const reached = async (conversationIds = ids) =>
      (await care.told(calls.getSkipSendByHaveOrderCare, { conversationIds })).conversationIds;
    const shown = async (conditionJson: object) => {
      const { sendCount, shops } = await preview(task(named(ids), { conditionJson }));
      return [sendCount, shops.flatMap((shop) => shop.skipped)];
    };
    const leftOut = [1, [{ reason: 'orderCare', count: 1 }]];
    expect([await reached(), await shown({})]).toEqual([[], [2, []]]);
    // On its way it counts already.
    await pass(0, null);
    expect([await reached(), await shown({})]).toEqual([[cared], leftOut]);
    await bench.settle();
    const [connection] = bench.tenant.connections;
    if (connection === undefined) throw new Error('no connection');
    const sent = await bench.database.owner.query<{ client_id: string }>(
      "select client_id from delivery where account_id = $1 and cause = 'orderCare' and state = 'confirmed'",
      [bench.tenant.accountId],
    );
    const message = messageAt('11', '11-cared', 500_000, 'seller', {
      sentAt: clock.now,
      idempotencyKey: sent.rows[0]?.client_id ?? null,
    });
    await ingest(bench.database.engine, bench.tenant.accountId, [
      { kind: 'event', owner: connection, event: { kind: 'message.received', message, via: 'live' } },
    ]);
    expect([await reached(), await reached(ids.slice(1)), await shown({})]).toEqual([[cared], [], leftOut]);
    expect(await shown({ skipOrderCare: true })).toEqual(leftOut);
    expect(await shown({ skipOrderCare: false })).toEqual([2, []]);
    const ofTasks = async () => (await texts()).filter((text) => text.includes('Hello'));
    const without = await save(task(named(ids)));
    await pass(MINUTE);
    expect(await skipped(without)).toEqual(['orderCare', null]);
    expect(await ofTasks()).toEqual(['11-other: Hello Buyer 11-other']);
    const withThem = await save(task(named([cared]), { conditionJson: { skipOrderCare: false } }));
    await pass(MINUTE);
    expect(await skipped(withThem)).toEqual([null]);
    expect(await ofTasks()).toEqual(['11-other: Hello Buyer 11-other', '11-cared: Hello Buyer 11-cared']);
    await care.told(calls.saveConfig, { orderCareDays: null });
    expect([await reached(), await shown({})]).toEqual([[], [2, []]]);
    await care.told(calls.saveConfig, { orderCareDays: 3 });
    clock.now = message.sentAt + 3 * DAY - 1;
    expect([await reached(), await shown({})]).toEqual([[cared], leftOut]);
    clock.now += 1;
    expect([await reached(), await shown({})]).toEqual([[], [2, []]]);
  });

  test('what changes between the preview and the message counts', async () => {
    const [a = '', b = ''] = await buyers('11', 'a', 'b');
    const taskId = await save(task(named([a, b])));
    await bench.database.owner.query('update conversation set is_buyer_blocked = true where conversation_id = $1', [b]);
    await pass(MINUTE);
    expect(await counts(taskId)).toEqual(['success', 2, 0, 1, 0, 1]);
    expect(await skipped(taskId)).toEqual([null, 'buyerBlocked']);
  });

  test('the most messages of a buyer, by the longest language of the message', async () => {
    const ids = await buyers('11', 'a');
    await bench.main.call(calls.saveConfig, { cap: { messages: 2, days: 7 } });
    const text = (times: number) => Array.from({ length: times }, () => ({ kind: 'text', text: 'x' }));
    const content = (most: number) => ({
      content: { parts: text(1), variants: [{ language: 'th', parts: text(most) }] },
    });
    expect(await codeOf(task(named(ids), content(3)))).toBe('bulk_send_nobody');
    expect(await codeOf(task(named(ids), content(2)))).toBe('success');
  });

  test('a text that is too long for the marketplace', async () => {
    const text = 'x'.repeat(601);
    const asked = task(named(await buyers('11', 'a')), { content: { parts: [{ kind: 'text', text }] } });
    expect((await preview(asked)).shops[0]?.skipped).toEqual([{ reason: 'tooLong', count: 1 }]);
    expect(await codeOf(asked)).toBe('bulk_send_nobody');
  });
});

describe('targets', () => {
  test('buyers with a tag, in the shops that are named', async () => {
    const [a = ''] = await buyers('11', 'a', 'b');
    const [other = ''] = await buyers('12', 'c');
    const tagged = await bench.database.owner.query<{ tag_id: string }>(
      "insert into buyer_tag (account_id, name, color) values ($1, 'VIP', 'red') returning tag_id",
      [bench.tenant.accountId],
    );
    const buyerTagId = tagged.rows[0]?.tag_id ?? '';
    await bench.main.call(CALLS.buyerTags.batchAddBuyerTagToBuyer, {
      buyerTagId,
      conversationIds: [a, other],
    } as never);
    await bench.database.owner.query(
      `insert into buyer_tag_relation (account_id, tag_id, shop_id, buyer_id, conversation_id, added_by, added_at,
         last_message_at, is_unread, is_pinned)
       select account_id, $1, shop_id, buyer_id, conversation_id, 'main', 1, 1, false, false from conversation
       where conversation_id = any($2) on conflict do nothing`,
      [buyerTagId, [a, other]],
    );
    await save(task({ kind: 'tag', shopIds: [shopIdOf('11')], buyerTagIds: [buyerTagId] } as never));
    await pass(MINUTE);
    expect(await texts()).toEqual(['11-a: Hello Buyer 11-a']);
  });

  test('conversations of some shops, also of a hidden one that is named', async () => {
    await buyers('11', 'a');
    await buyers('12', 'c');
    await bench.main.call(CALLS.shops.hideShop, { shopId: asShopId(shopIdOf('12')), isHidden: true });
    const of = (more: object) => task({ kind: 'matching', listing: { tab: 'all' }, ...more } as never);
    expect(await preview(of({}))).toMatchObject({ totalCount: 1 });
    expect(await codeOf(of({ shopIds: [] }))).toBe('bulk_send_shops_required');
    expect(await codeOf(of({ shopIds: [shopIdOf('11'), crypto.randomUUID()] }))).toBe('not_found');
    await save(of({ shopIds: ['11', '12'].map(shopIdOf) }));
    await pass(MINUTE);
    expect((await texts()).toSorted()).toEqual(['11-a: Hello Buyer 11-a', '12-c: Hello Buyer 12-c']);
    await save(of({ shopIds: [shopIdOf('12')] }));
    await pass(MINUTE);
    expect((await texts()).filter((text) => text.startsWith('12'))).toHaveLength(2);
  });

  test('buyers of orders by status and days; who has no conversation gets one, and an order without a buyer is left out', async () => {
    await buyers('11', 'a', 'b');
    await order('11', 'a', '2600000010');
    await order('11', 'a', '2600000011', { createdAt: clock.now - DAY / 2 });
    await order('11', 'b', '2600000012', { status: 'finished' });
    await order('11', 'new', '2600000013');
    await order('11', 'nobody', '2600000014');
    await bench.database.owner.query("update shop_order set buyer_id = null where order_id = '2600000014'");
    const asked = care.opens();
    const target = { kind: 'orders', shopIds: [shopIdOf('11')], statuses: ['wait_seller_send'], days: 7 };
    const content = { parts: [{ kind: 'text', text: 'About {order}' }] };
    expect(await preview(task(target as never, { content }))).toMatchObject({ totalCount: 3, sendCount: 2 });
    const taskId = await save(task(target as never, { content }));
    await pass(MINUTE);
    expect((await texts()).toSorted()).toEqual(['11-a: About 2600000011', 'opened buyer-11-new: About 2600000013']);
    expect(asked).toEqual(['buyers.openConversation buyer-11-new']);
    const left = (await items(taskId)).filter((item) => item.skipped !== null);
    expect(left).toMatchObject([{ conversationId: null, buyerName: 'Name of nobody', skipped: 'noConversation' }]);
  });

  test('products and vouchers go to buyers of one shop, which is theirs', async () => {
    const [a = ''] = await buyers('11', 'a');
    const [b = ''] = await buyers('12', 'b');
    const voucher = (shop: string) => ({
      content: { parts: [{ kind: 'voucher', shopId: shopIdOf(shop), voucherId: '1', voucherCode: null, title: 'V' }] },
    });
    expect(await codeOf(task(named([a, b]), voucher('11')))).toBe('bulk_send_goods_one_shop');
    expect(await codeOf(task(named([a]), voucher('12')))).toBe('bulk_send_goods_one_shop');
    expect(await codeOf(task(named([a]), voucher('11')))).toBe('success');
  });

  test('a name, and somebody to write to, are required', async () => {
    const ids = await buyers('11', 'a');
    expect(await codeOf(task(named(ids), { taskName: ' ' }))).toBe('bulk_send_name_required');
    expect(await codeOf(task(named([])))).toBe('bulk_send_nobody');
    expect(await codeOf(task({ kind: 'orders', shopIds: [], days: 7 } as never))).toBe('bulk_send_shops_required');
    const six = Array.from({ length: 6 }, () => ({ kind: 'text', text: 'x' }));
    expect(await codeOf(task(named(ids), { content: { parts: six } }))).toBe('automatic_parts_too_many');
  });
});

test('a task that was told to hurry keeps the pace of the marketplace, and the preview counts with it', async () => {
  const ids = await buyers('11', 'a', 'b');
  const texts = ['one', 'two'].map((text) => ({ kind: 'text' as const, text }));
  const hurried = { interval: 5, content: { parts: texts, variants: [] } };
  const { durationMs } = await preview({ ...hurried, buyerListJson: named(ids) });
  // 360 messages in an hour, two to each buyer: 20 seconds, and up to half of it more.
  expect(durationMs).toBe(25_000);
  await save(task(named(ids), hurried));
  await pass(19_900);
  expect(await bench.ledger()).toHaveLength(2);
  await pass(10_200);
  expect(await bench.ledger()).toHaveLength(4);
});
