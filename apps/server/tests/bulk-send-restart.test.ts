import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CALLS } from '@pasar/api';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { ingest } from '../src/engine/ingest/ingest.ts';
import {
  listing,
  makeTenant,
  messageAt,
  openTestDatabase,
  type TestDatabase,
  type TestTenant,
} from './harness/database.ts';
import { type ServerProcess, startServerProcess } from './harness/server-process.ts';
import { until } from './harness/task-harness.ts';
import { Visitor } from './harness/web.ts';

/** Timed tasks whose start comes while no server runs, by real server processes. */
const calls = CALLS.bulkSend;
const MINUTE = 60_000;

let database: TestDatabase;
let tenant: TestTenant;
let folder: string;
let server: ServerProcess;
let member: Visitor;
beforeAll(async () => {
  database = await openTestDatabase();
  tenant = await makeTenant(database, 'owner', [['11']]);
});
afterAll(() => database.close());
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'pasar-bulk-send-'));
  await start();
});
afterEach(async () => {
  await server.kill();
  rmSync(folder, { recursive: true, force: true });
});

async function start(): Promise<void> {
  server = await startServerProcess(database, folder);
  member = new Visitor(server.url);
  expect(await member.logIn(CALLS.account.login, 'owner', 'right')).toMatchObject({ result: 'success' });
}

/** A buyer who has just written; gives the conversation. */
async function buyer(name: string, number: number): Promise<string> {
  const [owner] = tenant.connections;
  if (owner === undefined) throw new Error('no connection');
  const message = messageAt('11', name, number, 'buyer', { sentAt: Date.now() });
  await ingest(database.engine, tenant.accountId, [
    { kind: 'event', owner, event: { kind: 'conversation.listed', conversation: listing('11', name) } },
    { kind: 'event', owner, event: { kind: 'message.received', message, via: 'live' } },
  ]);
  const found = await database.owner.query<{ id: string }>(
    'select conversation_id as id from conversation where platform_conversation_id = $1',
    [name],
  );
  return found.rows[0]?.id ?? '';
}

async function planned(taskName: string, conversationId: string): Promise<string> {
  const answer = await member.call(calls.saveTimerTask, {
    taskName,
    sendTime: Date.now() + 10 * MINUTE,
    content: { parts: [{ kind: 'text', text: 'Hello' }], variants: [] },
    buyerListJson: { kind: 'named', conversationIds: [conversationId] },
  });
  if (answer.result !== 'success') throw new Error(answer.reason);
  return calls.saveTimerTask.output.parse(answer.data).taskId;
}

async function taskOf(taskId: string) {
  const answer = await member.call(calls.getBatchSendTaskList);
  if (answer.result !== 'success') throw new Error(answer.reason);
  return calls.getBatchSendTaskList.output.parse(answer.data).tasks.find((one) => one.taskId === taskId);
}

test('a start that a stopped server has missed by more than five minutes is cancelled, and one missed by less is not', async () => {
  const missed = await planned('missed', await buyer('a', 1));
  const late = await planned('late', await buyer('b', 2));
  const ahead = await planned('ahead', await buyer('c', 3));
  await server.kill();
  const stoppedAt = Date.now();
  // As if the server had been away for so long.
  const moveStart = async (taskId: string, sendAt: number) => {
    const moved = await database.owner.query(
      "update bulk_send_task set send_at = $2 where task_id = $1 and state = 'wait'",
      [taskId, sendAt],
    );
    expect(moved.rowCount).toBe(1);
  };
  await moveStart(missed, stoppedAt - 5 * MINUTE - 1);
  await moveStart(late, stoppedAt - 2 * MINUTE);
  await start();
  await until(async () => {
    expect(await taskOf(missed)).toMatchObject({ state: 'cancel' });
    expect(await taskOf(late)).toMatchObject({ state: 'processing' });
  });
  expect(await taskOf(missed)).toMatchObject({
    status: 'cancel',
    reason: 'task_not_run_in_time',
    beginTime: null,
    endTime: expect.any(Number),
    totalCount: 1,
    sentCount: 0,
    successCount: 0,
  });
  expect(await taskOf(late)).toMatchObject({ reason: null, beginTime: expect.any(Number) });
  expect(await taskOf(ahead)).toMatchObject({ state: 'wait', reason: null });
  const written = await database.owner.query<{ task_id: string }>(
    'select i.task_id from delivery d join bulk_send_item i on i.item_id = d.bulk_item_id',
  );
  expect(written.rows.filter((row) => row.task_id !== late)).toEqual([]);
  // It stays cancelled, also for a member who would have it go on, and over another restart.
  for (const [call, input] of [
    [calls.continueBulkSend, { taskId: missed }],
    [calls.updateTimerTask, { taskId: missed, sendTime: Date.now() + 10 * MINUTE }],
  ] as const) {
    expect(await member.call(call, input)).toMatchObject({ code: 'bulk_send_state' });
  }
  await server.kill();
  await start();
  expect(await taskOf(missed)).toMatchObject({ state: 'cancel', reason: 'task_not_run_in_time' });
});
