import { CALLS, type CallInput } from '@pasar/api';
import { BULK_LIMITS } from '@pasar/domain';
import { beforeEach, expect, test } from 'vitest';
import { ingest } from '../src/engine/ingest/ingest.ts';
import type { OwnedConnection } from '../src/engine/ingest/types.ts';
import { TASKS } from '../src/engine/tasks/table.ts';
import { bulkActionsBench, KINDS } from './harness/bulk-actions.ts';
import { listing } from './harness/database.ts';
import { openRunner } from './harness/runner.ts';
import { ScriptedConnector } from './harness/scripted-connector.ts';
import { until } from './harness/task-harness.ts';

/** When an action on many conversations is done: done here, and told to the marketplaces or not to be told. */
const bench = bulkActionsBench();
const { calls, owner, dataOf, actions, newest } = bench;
let login: OwnedConnection;
beforeEach(async () => {
  [login] = bench.harness.tenant.connections as [OwnedConnection];
  const events = ['1', '2', '3'].map((id) => ({
    kind: 'event' as const,
    owner: login,
    event: { kind: 'conversation.listed' as const, conversation: listing('11', id) },
  }));
  await ingest(bench.harness.database.engine, login.accountId, events);
});

const untilDoneHere = () => until(async () => expect(await newest()).toMatchObject({ isDoneHere: true }));
async function pinAll() {
  const input: CallInput<typeof calls.beginBulk> = {
    setting: { kind: 'pin', isOn: true },
    target: { kind: 'matching', listing: { tab: 'all' } },
  };
  await bench.main.call(calls.beginBulk, input);
  bench.harness.start(KINDS);
  await untilDoneHere();
  return newest();
}
const keepHouse = async () => {
  // The workers of before know no housekeeping.
  await bench.harness.stopWorkers();
  await owner("select graphile_worker.add_job('housekeeping', '{}')");
  bench.harness.start({ ...KINDS, housekeeping: TASKS.housekeeping });
  await bench.harness.untilDone();
  await bench.harness.stopWorkers();
};

test('runs until the marketplace was told of the last conversation, and says then that it is done', async () => {
  const changed = await pinAll();
  expect(changed).toMatchObject({ state: 'running', isDoneHere: true, changedCount: 3, toTell: 3, endedAt: null });
  expect(changed).toMatchObject({ canUndo: true });
  // Nothing here is left to stop.
  expect(await bench.main.call(calls.stopBulk, { bulkId: changed.bulkId })).toMatchObject({ code: 'not_found' });
  const { seq } = CALLS.chat.snapshot.output.parse(dataOf(await bench.main.call(CALLS.chat.snapshot)));
  const window = await bench.main.live(seq);
  const before = Date.now();
  const { stop } = openRunner(bench.harness.database, login, new ScriptedConnector());
  await window.until(({ changes }) => changes.some(({ kind }) => kind === 'bulkActions'));
  const done = await newest();
  expect(done).toMatchObject({ state: 'done', changedCount: 3, failedCount: 0, toTell: 0, canUndo: true });
  expect(done.endedAt).toBeGreaterThanOrEqual(before);
  window.close();
  await stop();
});

test('is done at once when it is taken back, and what takes it back is told instead', async () => {
  const { bulkId } = await pinAll();
  await bench.main.call(calls.undoBulk, { bulkId });
  await untilDoneHere();
  expect(await actions()).toMatchObject([
    { setting: { kind: 'pin', isOn: false }, state: 'running', toTell: 3 },
    { bulkId, state: 'done', toTell: 0, canUndo: false },
  ]);
});

test('does not wait for a login that is out of reach for a day: what it could not tell has failed', async () => {
  const { bulkId } = await pinAll();
  const longAgo = Date.now() - BULK_LIMITS.lostMs - 60_000;
  const lose = (since: number) => owner('update connection set failed_since = $1, away_since = $1', [since]);
  await lose(longAgo);
  await keepHouse();
  // The action itself is not a day old.
  expect(await newest()).toMatchObject({ state: 'running', toTell: 3, failedCount: 0 });
  await owner('update bulk_action set ended_at = $1', [longAgo]);
  await lose(Date.now());
  await keepHouse();
  expect(await newest()).toMatchObject({ state: 'running', toTell: 3, failedCount: 0 });
  await lose(longAgo);
  await keepHouse();
  expect(await newest()).toMatchObject({ state: 'done', toTell: 0, changedCount: 0, failedCount: 3, canUndo: false });
  const answer = await bench.main.call(calls.bulkFailures, { bulkId });
  const { failures } = calls.bulkFailures.output.parse(dataOf(answer));
  expect(failures.map(({ reason }) => reason)).toEqual(Array.from({ length: 3 }, () => 'shop_login_expired'));
  expect((await owner('select from setting_outbox')).rowCount).toBe(0);
});

test('is not forgotten while marketplaces are still told of it', async () => {
  await pinAll();
  await owner('update bulk_action set ended_at = $1', [Date.now() - BULK_LIMITS.keptMs - 60_000]);
  await keepHouse();
  expect(await newest()).toMatchObject({ state: 'running', toTell: 3 });
  await owner('delete from setting_outbox');
  await keepHouse();
  expect(await actions()).toEqual([]);
});
