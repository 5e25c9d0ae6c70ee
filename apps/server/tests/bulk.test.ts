import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CALLS, type CallInput } from '@pasar/api';
import { type BulkSetting, refusal } from '@pasar/domain';
import { describe, expect, test } from 'vitest';
import type { OwnedConnection } from '../src/engine/ingest/types.ts';
import { bulkActionsBench, KINDS } from './harness/bulk-actions.ts';
import { openRunner } from './harness/runner.ts';
import { ScriptedConnector } from './harness/scripted-connector.ts';
import { startServerProcess } from './harness/server-process.ts';
import { until } from './harness/task-harness.ts';
import { Visitor } from './harness/web.ts';

/** Actions on many conversations, from the call to the rows, by real workers. Shop 11 is at Shopee. */
const bench = bulkActionsBench();
const { calls, owner, dataOf, newest } = bench;

/** Each with one unread message of the buyer, who waits; the shop counts them. */
async function fill(count: number): Promise<void> {
  await owner(
    `insert into conversation (account_id, shop_id, platform_conversation_id, buyer_id, buyer_name, status, is_pinned, address,
       last_message_at, last_position, unread_count, waiting_since)
     select account_id, shop_id, number::text, number::text, 'buyer ' || number, 'activated', false, '{}', number, number, 1, number
     from shop, generate_series(1, $1) number`,
    [count],
  );
  await owner(
    `insert into message (account_id, shop_id, conversation_id, platform_message_id, position, sent_at, author, content)
     select account_id, shop_id, conversation_id, buyer_id, last_position, last_message_at, 'buyer',
       '{"type": "text", "text": "t"}' from conversation`,
  );
  await owner('update shop set unread_count = $1, waiting_count = $1', [count]);
}
const count = async (where: string): Promise<number> =>
  (await owner(`select count(*)::int as n from conversation where ${where}`)).rows[0]?.n;
const shop = async () => (await owner('select unread_count, waiting_count from shop')).rows[0];

type Target = CallInput<typeof calls.beginBulk>['target'];
const everything: Target = { kind: 'matching', listing: { tab: 'all' } };
async function begin(setting: BulkSetting, target: Target = everything) {
  return calls.beginBulk.output.parse(dataOf(await bench.main.call(calls.beginBulk, { setting, target }))).action;
}
const untilEnded = () => until(async () => expect(await newest()).toMatchObject({ isDoneHere: true }));
async function doAll(setting: BulkSetting, target?: Target) {
  await begin(setting, target);
  bench.harness.start(KINDS);
  await untilEnded();
  return newest();
}

/** The first buyer writes once more. */
async function comes(): Promise<void> {
  await owner(
    `insert into message (account_id, shop_id, conversation_id, platform_message_id, position, sent_at, author, content)
     select account_id, shop_id, conversation_id, 'later ' || last_position, last_position + 10, last_position + 10, 'buyer',
       '{"type": "text", "text": "t"}' from conversation where buyer_id = '1'`,
  );
  await owner(
    `update conversation set last_position = last_position + 10, unread_count = unread_count + 1,
       waiting_since = coalesce(waiting_since, last_position + 10) where buyer_id = '1'`,
  );
  await owner('update shop set unread_count = unread_count + 1');
}

describe('an action on many conversations', () => {
  test('pins all that match, tells how many marketplaces must hear of it, and is taken back', async () => {
    await fill(600);
    await owner("update conversation set is_pinned = true where buyer_id in ('1', '2')");
    const begun = await begin({ kind: 'pin', isOn: true }, { kind: 'matching', listing: { tab: 'unread' } });
    expect(begun).toMatchObject({ state: 'running', total: 600, changedCount: 0, canUndo: false });
    bench.harness.start(KINDS);
    await untilEnded();
    const done = await newest();
    expect(done).toMatchObject({ state: 'running', changedCount: 598, sameCount: 2, failedCount: 0, toTell: 598 });
    expect(await count('is_pinned')).toBe(600);
    await owner(
      "delete from setting_outbox where conversation_id in (select conversation_id from conversation where buyer_id = '9')",
    );
    expect(await newest()).toMatchObject({ toTell: 597, canUndo: true });
    // A later wish of the same kind, of a member at one conversation, is not the action's.
    const [{ conversation_id: conversationId }] = (
      await owner("select conversation_id from conversation where buyer_id = '8'")
    ).rows;
    await bench.main.call(CALLS.chat.pinnedConversation, { conversationId, pinned: false });
    await bench.main.call(CALLS.chat.pinnedConversation, { conversationId, pinned: true });
    expect(await newest()).toMatchObject({ toTell: 596 });
    await bench.main.call(calls.undoBulk, { bulkId: done.bulkId });
    await untilEnded();
    expect(await newest()).toMatchObject({ total: 598, changedCount: 598 });
    expect(await count('is_pinned')).toBe(2);
    const again = await bench.main.call(calls.undoBulk, { bulkId: done.bulkId });
    expect(again).toMatchObject({ result: 'fail', code: 'invalid_request' });
  });

  test('is about what the window shows: of what is due only what is due soon, and no shop that the member has hidden', async () => {
    await fill(4);
    const soon = Date.now() + 60_000;
    await owner(
      "update conversation set due_at = case when buyer_id in ('1', '2') then $1::bigint else $2::bigint end",
      [soon, soon + 86_400_000],
    );
    const due: Target = { kind: 'matching', listing: { tab: 'due' } };
    expect(await begin({ kind: 'pin', isOn: true }, due)).toMatchObject({ total: 2 });
    await owner(
      `insert into shop_preference (account_id, member_id, shop_id, is_hidden)
       select m.account_id, m.member_id, s.shop_id, true from member m join shop s using (account_id) where m.is_main`,
    );
    expect(await begin({ kind: 'pin', isOn: true }, due)).toMatchObject({ total: 0 });
    const [shop] = (await owner('select shop_id from shop')).rows;
    const named: Target = { kind: 'matching', listing: { tab: 'all', shopId: shop.shop_id } };
    expect(await begin({ kind: 'pin', isOn: true }, named)).toMatchObject({ total: 4 });
    await owner('delete from shop_preference');
  });

  test('reads, and the counters of the shop follow; reading is not taken back', async () => {
    await fill(300);
    const done = await doAll({ kind: 'read' });
    expect(done).toMatchObject({ changedCount: 300, canUndo: false });
    expect(await count('unread_count = 0 and seller_read_position = last_position')).toBe(300);
    expect(await shop()).toEqual({ unread_count: 0, waiting_count: 300 });
    expect(await doAll({ kind: 'unread' })).toMatchObject({ changedCount: 300 });
    expect(await shop()).toMatchObject({ unread_count: 300 });
  });

  test('sets aside the named ones alone, and puts them back', async () => {
    await fill(10);
    const ids = (await owner("select conversation_id from conversation where buyer_id in ('3', '4')")).rows.map(
      (row) => row.conversation_id,
    );
    const done = await doAll({ kind: 'setAside', isOn: true }, { kind: 'named', conversationIds: ids });
    expect(done).toMatchObject({ total: 2, changedCount: 2, toTell: 0 });
    expect(await count('waiting_since is null')).toBe(2);
    expect(await shop()).toMatchObject({ waiting_count: 8 });
    await bench.main.call(calls.undoBulk, { bulkId: done.bulkId });
    await untilEnded();
    expect(await shop()).toMatchObject({ waiting_count: 10 });
  });

  test('that marks unread or puts back is taken back without what buyers wrote since', async () => {
    await fill(3);
    await doAll({ kind: 'read' });
    await doAll({ kind: 'setAside', isOn: true });
    const marked = await doAll({ kind: 'unread' });
    expect(marked).toMatchObject({ changedCount: 3, canUndo: true });
    const back = await doAll({ kind: 'setAside', isOn: false });
    expect(await shop()).toEqual({ unread_count: 3, waiting_count: 3 });
    await comes();
    // The mark counted as one message already.
    await owner('update shop set unread_count = unread_count - 1');
    // Somebody has opened it meanwhile.
    const [opened] = (await owner("select conversation_id, last_position from conversation where buyer_id = '2'")).rows;
    await bench.main.call(CALLS.chat.markRead, {
      conversationId: opened.conversation_id,
      position: opened.last_position,
    });
    await bench.main.call(calls.undoBulk, { bulkId: marked.bulkId });
    await untilEnded();
    expect(await newest()).toMatchObject({ setting: { kind: 'read' }, changedCount: 2, sameCount: 1, canUndo: false });
    await bench.main.call(calls.undoBulk, { bulkId: back.bulkId });
    await untilEnded();
    const columns = 'buyer_id, is_marked_unread, unread_count, waiting_since';
    expect((await owner(`select ${columns} from conversation order by 1`)).rows).toEqual([
      { buyer_id: '1', is_marked_unread: false, unread_count: 1, waiting_since: '11' },
      { buyer_id: '2', is_marked_unread: false, unread_count: 0, waiting_since: null },
      { buyer_id: '3', is_marked_unread: false, unread_count: 0, waiting_since: null },
    ]);
    expect(await shop()).toEqual({ unread_count: 1, waiting_count: 1 });
  });

  test('sets aside and reads no message that came after it was begun', async () => {
    await fill(2);
    for (const setting of [{ kind: 'setAside', isOn: true }, { kind: 'read' }] as const) {
      await begin(setting);
      await comes();
      bench.harness.start(KINDS);
      await untilEnded();
      expect(await newest()).toMatchObject({ changedCount: 2 });
      await bench.harness.stopWorkers();
    }
    const kept = await owner(
      'select buyer_id, unread_count, set_aside_position, seller_read_position, waiting_since from conversation order by buyer_id',
    );
    expect(kept.rows).toEqual([
      { buyer_id: '1', unread_count: 1, set_aside_position: '1', seller_read_position: '11', waiting_since: '11' },
      { buyer_id: '2', unread_count: 0, set_aside_position: '2', seller_read_position: '2', waiting_since: null },
    ]);
  });

  test('counts as failed what the marketplace refuses afterwards, which its member is not told one by one', async () => {
    await fill(2);
    const done = await doAll({ kind: 'pin', isOn: true });
    expect(done).toMatchObject({ changedCount: 2, failedCount: 0, toTell: 2 });
    const connector = new ScriptedConnector();
    connector.settings = { ok: false, refusal: refusal('marketplace_error', 'no pins today'), canRetry: false };
    const { seq } = CALLS.chat.snapshot.output.parse(dataOf(await bench.main.call(CALLS.chat.snapshot)));
    const window = await bench.main.live(seq);
    const [login] = bench.harness.tenant.connections as [OwnedConnection];
    const { runner, stop } = openRunner(bench.harness.database, login, connector);
    await until(async () => expect(await newest()).toMatchObject({ changedCount: 0, failedCount: 2, toTell: 0 }));
    expect(await newest()).toMatchObject({ total: 2, canUndo: false });
    const failures = calls.bulkFailures.output.parse(
      dataOf(await bench.main.call(calls.bulkFailures, { bulkId: done.bulkId })),
    );
    expect(failures.failures.map(({ reason }) => reason)).toEqual(['marketplace_error', 'marketplace_error']);
    await window.until(({ changes }) => changes.filter(({ kind }) => kind === 'bulkActions').length >= 2);
    // The same at one conversation is told, and it is the first that is.
    const [{ conversation_id: conversationId }] = (await owner('select conversation_id from conversation')).rows;
    await bench.main.call(CALLS.chat.pinnedConversation, { conversationId, pinned: false });
    runner.wake();
    await window.until(({ moments }) => moments.some(({ kind }) => kind === 'wishRefused'));
    expect(window.moments.filter(({ kind }) => kind === 'wishRefused')).toMatchObject([{ conversationId }]);
    window.close();
    await stop();
  });

  test('tags buyers; what a marketplace does not offer is listed with the reason', async () => {
    await fill(3);
    const made = dataOf(await bench.main.call(CALLS.buyerTags.saveTag, { buyerTagName: 'Late', color: 'red' }));
    const { buyerTagId } = CALLS.buyerTags.saveTag.output.parse(made);
    expect(await doAll({ kind: 'tag', buyerTagId, isOn: true })).toMatchObject({ changedCount: 3, canUndo: true });
    expect((await owner('select buyer_count from buyer_tag')).rows).toEqual([{ buyer_count: 3 }]);
    const rowTags = async () => (await owner('select tag_ids from conversation')).rows.map((row) => row.tag_ids);
    expect(await rowTags()).toEqual([[buyerTagId], [buyerTagId], [buyerTagId]]);
    await bench.main.call(calls.undoBulk, { bulkId: (await newest()).bulkId });
    await untilEnded();
    expect((await owner('select buyer_count from buyer_tag')).rows).toEqual([{ buyer_count: 0 }]);
    expect(await rowTags()).toEqual([[], [], []]);
    const failed = await doAll({ kind: 'favorite', isOn: true });
    expect(failed).toMatchObject({ changedCount: 0, failedCount: 3, canUndo: false });
    const { failures } = calls.bulkFailures.output.parse(
      dataOf(await bench.main.call(calls.bulkFailures, { bulkId: failed.bulkId })),
    );
    expect(failures.map(({ buyerName, reason }) => [buyerName, reason]).toSorted()).toEqual([
      ['buyer 1', 'not_offered'],
      ['buyer 2', 'not_offered'],
      ['buyer 3', 'not_offered'],
    ]);
  });

  test('lists everything that failed, page by page', async () => {
    await fill(120);
    const { bulkId } = await doAll({ kind: 'favorite', isOn: true });
    const pageOf = async (input: object) =>
      calls.bulkFailures.output.parse(dataOf(await bench.main.call(calls.bulkFailures, { bulkId, ...input })));
    const first = await pageOf({});
    const second = await pageOf({ cursor: first.next });
    expect([first.failures.length, second.failures.length, second.next]).toEqual([100, 20, null]);
    expect(new Set([...first.failures, ...second.failures].map(({ conversationId }) => conversationId)).size).toBe(120);
  });

  test('assigns to a member who may answer in the shop, with a history, and to nobody else', async () => {
    await fill(3);
    const { memberId } = CALLS.account.getAccount.output.parse(
      dataOf(await bench.main.call(CALLS.account.getAccount)),
    ).member;
    const history = async () => (await owner('select to_name, by_name from conversation_assignment')).rows;
    expect(await doAll({ kind: 'assign', memberId })).toMatchObject({ changedCount: 3, canUndo: true, toTell: 0 });
    expect(await count(`assignee_id = '${memberId}'`)).toBe(3);
    expect(await history()).toHaveLength(3);
    expect(await doAll({ kind: 'assign', memberId })).toMatchObject({ sameCount: 3 });
    const stranger = '00000000-0000-4000-8000-000000000001';
    expect(await doAll({ kind: 'assign', memberId: stranger })).toMatchObject({ total: 3, failedCount: 3 });
    expect(await count(`assignee_id = '${memberId}'`)).toBe(3);
    expect(await doAll({ kind: 'assign', memberId: null })).toMatchObject({ changedCount: 3 });
    expect(await count('assignee_id is null')).toBe(3);
    expect(await history()).toHaveLength(6);
    // Taken back: two get their assignee back, and what was assigned by hand since stays.
    const { bulkId } = await newest();
    await owner("update conversation set assignee_id = $1 where buyer_id = '1'", [memberId]);
    await bench.main.call(calls.undoBulk, { bulkId });
    await untilEnded();
    const undone = await newest();
    expect(undone).toMatchObject({ setting: { kind: 'assignBack', fromId: null }, changedCount: 2, sameCount: 1 });
    expect(undone).toMatchObject({ failedCount: 0, canUndo: false });
    expect(await count(`assignee_id = '${memberId}'`)).toBe(3);
    expect(await history()).toHaveLength(8);
  });

  test('is stopped between two pages, and what was done stays', async () => {
    await fill(5);
    const begun = await begin({ kind: 'pin', isOn: true });
    await bench.main.call(calls.stopBulk, { bulkId: begun.bulkId });
    bench.harness.start(KINDS);
    await bench.harness.untilDone();
    expect(await newest()).toMatchObject({ state: 'stopped', changedCount: 0 });
    expect(await count('is_pinned')).toBe(0);
    expect(await bench.main.call(calls.stopBulk, { bulkId: begun.bulkId })).toMatchObject({ code: 'not_found' });
  });

  test('goes on at another server where it stood when one is killed, and nothing is done twice', async () => {
    await fill(5_000);
    // Nobody connects to a marketplace.
    await owner("update connection_lease set holder = gen_random_uuid(), expires_at = 'infinity'");
    const folder = mkdtempSync(join(tmpdir(), 'pasar-bulk-'));
    let server = await startServerProcess(bench.harness.database, folder);
    try {
      const member = new Visitor(server.url);
      await member.logIn(CALLS.account.login, 'owner', 'right');
      dataOf(await member.call(calls.beginBulk, { setting: { kind: 'read' }, target: everything }));
      await until(async () => expect((await newest()).changedCount).toBeGreaterThan(0));
      await server.kill();
      expect(await newest()).toMatchObject({ isDoneHere: false });
      expect((await newest()).changedCount).toBeLessThan(5_000);
      // The clock of the database says that the process was last seen long ago.
      await owner('delete from task_worker');
      await owner("update graphile_worker._private_jobs set run_at = now(), locked_at = locked_at - interval '1 hour'");
      server = await startServerProcess(bench.harness.database, folder);
      await untilEnded();
    } finally {
      await server.kill();
      rmSync(folder, { recursive: true, force: true });
      await owner("update connection_lease set holder = null, expires_at = '-infinity'");
    }
    expect(await newest()).toMatchObject({ state: 'running', total: 5_000, changedCount: 5_000, sameCount: 0 });
    expect(await newest()).toMatchObject({ failedCount: 0, toTell: 5_000 });
    expect(await count('unread_count = 0')).toBe(5_000);
    expect(await shop()).toEqual({ unread_count: 0, waiting_count: 5_000 });
    expect((await owner('select max(version) as most, count(*)::int as n from setting_outbox')).rows).toEqual([
      { most: 1, n: 5_000 },
    ]);
  });

  test('deletes where nobody waits, names the others, and puts back', async () => {
    await fill(300);
    await owner(
      "update conversation set waiting_since = null, last_reply_position = last_position where buyer_id <> '7'",
    );
    await owner('update shop set waiting_count = 1');
    const done = await doAll({ kind: 'delete', isOn: true });
    expect(done).toMatchObject({ changedCount: 299, failedCount: 1, toTell: 299, canUndo: true });
    const failures = calls.bulkFailures.output.parse(
      dataOf(await bench.main.call(calls.bulkFailures, { bulkId: done.bulkId })),
    );
    expect(failures.failures).toMatchObject([{ buyerName: 'buyer 7', reason: 'buyer_waits' }]);
    expect(await shop()).toEqual({ unread_count: 1, waiting_count: 1 });
    expect(await count('deleted_position = last_position')).toBe(299);
    await bench.main.call(calls.undoBulk, { bulkId: done.bulkId });
    await untilEnded();
    expect(await newest()).toMatchObject({ changedCount: 299, failedCount: 0 });
    expect(await count('deleted_position is null')).toBe(300);
  });

  test('is seen and stopped by its own member alone', async () => {
    await fill(1);
    const { bulkId } = await begin({ kind: 'pin', isOn: true });
    await owner('update bulk_action set member_id = null');
    for (const call of [calls.stopBulk, calls.undoBulk]) {
      expect(await bench.main.call(call, { bulkId })).toMatchObject({ result: 'fail', code: 'not_found' });
    }
    expect(await bench.main.call(calls.bulkFailures, { bulkId })).toMatchObject({ code: 'not_found' });
    expect(calls.bulkActions.output.parse(dataOf(await bench.main.call(calls.bulkActions))).actions).toEqual([]);
  });
});
