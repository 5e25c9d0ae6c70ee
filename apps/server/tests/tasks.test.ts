import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { enqueue } from '../src/engine/tasks/task.ts';
import { wholeAccount } from '../src/storage/database.ts';
import { openTaskPool } from '../src/storage/task-pool.ts';
import { FAST, nothing, running, TaskHarness, until } from './harness/task-harness.ts';

let harness: TaskHarness;
const children: ChildProcess[] = [];
beforeAll(async () => {
  harness = await TaskHarness.open();
});
afterAll(() => harness.database.close());
beforeEach(() => harness.clear());
afterEach(async () => {
  await harness.stopWorkers();
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

const untilTries = (attempts: number) =>
  until(async () => expect(await harness.jobs()).toMatchObject([{ attempts, locked_by: null }]));
/** The clock of the database says that tries may be repeated, and that whatever was begun was begun long ago. */
const letTimePass = () =>
  harness.database.owner.query(
    "update graphile_worker._private_jobs set run_at = now(), locked_at = locked_at - interval '1 hour'",
  );
/** Every worker that is alive has looked for tasks of dead ones again. */
async function untilAllHaveLooked(): Promise<void> {
  const before = new Map((await harness.workers()).map((worker) => [worker.worker_id, worker]));
  await until(async () => {
    // A worker whose time ran out meanwhile is no longer listed.
    const after = await harness.workers();
    expect(after).not.toEqual([]);
    for (const { worker_id, alive_until } of after) {
      expect(Number(alive_until)).toBeGreaterThan(Number(before.get(worker_id)?.alive_until ?? 0));
    }
  });
}

function startProcess() {
  const child = fork(join(import.meta.dirname, 'harness/task-process.ts'), {
    env: { PATH: process.env.PATH, TASK_DATABASE: JSON.stringify(harness.database.config) },
  });
  children.push(child);
  const told = () => new Promise<unknown>((resolve) => child.once('message', resolve));
  const exited = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)));
  return { child, told, exited };
}

describe('a task', () => {
  test('is done once by two workers that both take tasks', async () => {
    const ran: number[] = [];
    const taking = new Set<string>();
    const both = Promise.withResolvers<void>();
    const worker = (name: string) =>
      running(async (number) => {
        ran.push(number);
        taking.add(name);
        if (taking.size === 2) both.resolve();
        await both.promise;
      });
    const numbers = Array.from({ length: 20 }, (_, number) => number);
    for (const number of numbers) await harness.put(number);
    harness.start(worker('one'));
    harness.start(worker('other'));
    await harness.untilDone();
    expect(ran.toSorted((one, other) => one - other)).toEqual(numbers);
    expect(harness.log.text()).toBe('');
  });

  test('is done for the account that its transaction was about, and not where that was rolled back', async () => {
    const seen: unknown[] = [];
    const isBroken = new Error('rolled back');
    const broken = harness.database.engine.within(wholeAccount(harness.tenant.accountId), async (transaction) => {
      await enqueue(transaction, nothing, { input: { number: 1 }, key: '1' });
      throw isBroken;
    });
    await expect(broken).rejects.toBe(isBroken);
    await harness.put(2);
    harness.start(
      running(async (number, { accountId, within }) => {
        const found = await within((transaction) => transaction.query('select account_id from account'));
        seen.push({ number, accountId, found: found.rows });
      }),
    );
    await harness.untilDone();
    const { accountId } = harness.tenant;
    expect(seen).toEqual([{ number: 2, accountId, found: [{ account_id: accountId }] }]);
  });

  test('that waits is replaced by a newer one about the same', async () => {
    const ran: number[] = [];
    for (const number of [1, 2, 3]) await harness.put(number, 'same');
    await harness.put(4, 'other');
    harness.start(running(async (number) => void ran.push(number)));
    await harness.untilDone();
    expect(ran.toSorted()).toEqual([3, 4]);
  });

  test('that fails is tried again as often as its kind says, and stays where the cause can be looked for', async () => {
    const fail = new Error('the other side is away');
    await harness.put(1);
    harness.start(running(() => Promise.reject(fail)));
    for (const attempt of [1, 2, 3]) {
      await untilTries(attempt);
      await letTimePass();
    }
    await untilAllHaveLooked();
    expect(await harness.jobs()).toMatchObject([{ attempts: 3, max_attempts: 3, last_error: fail.message }]);
    expect(harness.log.linesOf('task_failed').map(({ attempt }) => attempt)).toEqual([1, 2]);
    expect(harness.log.linesOf('task_given_up')).toMatchObject([{ attempt: 3, task: 'account-housekeeping' }]);
  });

  test.each([
    ['names no account', '{"accountId": "everybody", "input": {"number": 1}}', 'invalid_format at /accountId'],
    ['is told something else', '{"accountId": "ACCOUNT", "input": {"number": "s3cret"}}', 'invalid_type at /number'],
    ['is told too much', '{"accountId": "ACCOUNT", "input": {"number": 1, "more": 1}}', 'unrecognized_keys at /'],
  ])('that %s is refused with the place of the fault, and not tried', async (_, payload, reason) => {
    let ran = 0;
    await harness.database.owner.query(
      "select graphile_worker.add_job('account-housekeeping', $1::json, max_attempts => 3)",
      [payload.replace('ACCOUNT', harness.tenant.accountId)],
    );
    harness.start(
      running(async () => {
        ran += 1;
      }),
    );
    await until(async () =>
      expect(await harness.jobs()).toMatchObject([{ attempts: 1, max_attempts: 1, locked_by: null }]),
    );
    expect(await harness.jobs()).toMatchObject([{ last_error: reason }]);
    expect(harness.log.linesOf('task_refused')).toMatchObject([{ reason, task: 'account-housekeeping', attempt: 1 }]);
    expect(harness.log.text()).not.toContain('s3cret');
    expect(ran).toBe(0);
  });
});

describe('a worker', () => {
  test('whose process is killed loses no task: another takes it up as soon as the dead one has been silent for long', async () => {
    const victim = startProcess();
    const begun = victim.told();
    await harness.put(1);
    expect(await begun).toEqual({ begun: 1 });
    // A worker takes tasks before it has told for the first time that it is alive.
    await harness.untilWorkers(1);
    victim.child.kill('SIGKILL');
    await victim.exited;
    const ran: number[] = [];
    harness.start(running(async (number) => void ran.push(number)));
    await harness.untilWorkers(2);
    await letTimePass();
    await untilOthersLook();
    expect(ran).toEqual([]);
    await harness.database.owner.query(
      "update task_worker set alive_until = now() - interval '1 hour' where worker_id = $1",
      [(await harness.jobs())[0]?.locked_by],
    );
    await harness.untilDone();
    expect(ran).toEqual([1]);
    expect(await harness.workers()).toHaveLength(1);
  });

  /** The dead worker looks no more. */
  async function untilOthersLook(): Promise<void> {
    const latest = async () => Math.max(...(await harness.workers()).map(({ alive_until }) => Number(alive_until)));
    const before = await latest();
    await until(async () => expect(await latest()).toBeGreaterThan(before));
  }

  test('that lives keeps what it has begun, however long ago that was', async () => {
    let ran = 0;
    const end = Promise.withResolvers<void>();
    const kinds = running(() => {
      ran += 1;
      return end.promise;
    });
    await harness.put(1);
    harness.start(kinds);
    await until(() => expect(ran).toBe(1));
    harness.start(kinds);
    await harness.untilWorkers(2);
    await letTimePass();
    await untilAllHaveLooked();
    expect(ran).toBe(1);
    end.resolve();
    await harness.untilDone();
    expect(ran).toBe(1);
  });

  test('that is stopped waits for what is under way, and takes nothing more', async () => {
    const ran: number[] = [];
    const begun = Promise.withResolvers<void>();
    const told = Promise.withResolvers<void>();
    const end = Promise.withResolvers<void>();
    await harness.put(1);
    const tasks = harness.start(
      running(async (number, { signal }) => {
        ran.push(number);
        signal.addEventListener('abort', () => told.resolve());
        begun.resolve();
        await end.promise;
      }),
      // Another of its takers could have asked for a task before the stop, and get the new one.
      { ...FAST, atOnce: 1, farewellMs: 20_000 },
    );
    await begun.promise;
    let isStopped = false;
    const stopped = tasks.stop().then(() => {
      isStopped = true;
    });
    await told.promise;
    await harness.put(2);
    expect(isStopped).toBe(false);
    expect(await harness.jobs()).toMatchObject([
      { attempts: 1, locked_by: expect.any(String) },
      { attempts: 0, locked_by: null },
    ]);
    end.resolve();
    await stopped;
    expect(ran).toEqual([1]);
    expect(await harness.jobs()).toMatchObject([{ attempts: 0, locked_by: null }]);
    harness.start(running(async (number) => void ran.push(number)));
    await harness.untilDone();
    expect(ran).toEqual([1, 2]);
    expect(harness.log.text()).toBe('');
  });

  test('that is stopped gives back what takes too long, for another to try again', async () => {
    const begun = Promise.withResolvers<void>();
    await harness.put(1);
    const tasks = harness.start(
      running((_, { signal }) => {
        begun.resolve();
        return new Promise((_done, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
      }),
    );
    await begun.promise;
    await tasks.stop();
    await untilTries(1);
    expect(harness.log.linesOf('task_interrupted')).toMatchObject([{ task: 'account-housekeeping', attempt: 1 }]);
    await harness.put(2);
    const hangs = Promise.withResolvers<void>();
    const deaf = harness.start(
      running(() => {
        hangs.resolve();
        return new Promise(() => undefined);
      }),
    );
    await hangs.promise;
    await deaf.stop();
    await until(async () => expect((await harness.jobs()).every(({ locked_by }) => locked_by === null)).toBe(true));
    await letTimePass();
    const ran: number[] = [];
    harness.start(running(async (number) => void ran.push(number)));
    await harness.untilDone();
    expect(ran.toSorted()).toEqual([1, 2]);
  });

  test('that is stopped leaves no timer and no socket, and its process ends', async () => {
    const { child, told, exited } = startProcess();
    const begun = told();
    await harness.put(1);
    expect(await begun).toEqual({ begun: 1 });
    const left = told();
    child.send('stop');
    const { before, after } = z.object({ before: z.array(z.string()), after: z.array(z.string()) }).parse(await left);
    expect(after).toEqual(before);
    expect(await exited).toBe(0);
    expect(await harness.jobs()).toMatchObject([{ attempts: 1, locked_by: null }]);
  });

  test('whose connections break does what waits', async () => {
    const ran: number[] = [];
    harness.start(running(async (number) => void ran.push(number)));
    await harness.put(1);
    await harness.untilDone();
    await harness.database.owner.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'pasar_engine'",
    );
    await until(() => harness.put(2));
    await harness.untilDone();
    expect(ran).toEqual([1, 2]);
  });

  const connections = async (): Promise<number[]> => {
    const found = await harness.database.owner.query<{ pid: number }>(
      "select pid from pg_stat_activity where application_name = 'pasar_engine'",
    );
    return found.rows.map(({ pid }) => pid);
  };

  test('that the database refuses begins anew again and again, says so once, and does what waits', async () => {
    const ran: number[] = [];
    harness.start(running(async (number) => void ran.push(number)));
    await harness.put(1);
    await harness.untilDone();
    await harness.database.owner.query('revoke update on task_worker from pasar_engine');
    await until(() => expect(harness.log.linesOf('tasks_interrupted')).toHaveLength(1));
    const later = new Set<number>();
    const known = await connections();
    await until(async () => {
      for (const pid of await connections()) if (!known.includes(pid)) later.add(pid);
      // Each worker has at most four connections.
      expect(later.size).toBeGreaterThan(4);
    });
    await harness.database.owner.query('grant update on task_worker to pasar_engine');
    await harness.put(2);
    await harness.untilDone();
    expect(ran).toEqual([1, 2]);
    expect(harness.log.linesOf('tasks_interrupted')).toHaveLength(1);
  });

  test('that was closed because the database failed does not hear of the tasks that end later', async () => {
    const { owner } = harness.database;
    const begun: number[] = [];
    const ends = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    for (const number of [0, 1]) await harness.put(number);
    harness.start(
      running((number) => {
        const isFirstTry = !begun.includes(number);
        begun.push(number);
        return isFirstTry && ends[number] ? ends[number].promise : Promise.resolve();
      }),
    );
    await until(() => expect(begun).toHaveLength(2));
    await owner.query('revoke delete on graphile_worker._private_jobs from pasar_engine');
    ends[0]?.resolve();
    await until(() => expect(harness.log.linesOf('tasks_disturbed')).not.toEqual([]));
    await owner.query('revoke update on task_worker from pasar_engine');
    await until(() => expect(harness.log.linesOf('tasks_interrupted')).toHaveLength(1));
    ends[1]?.resolve();
    await owner.query('grant update on task_worker to pasar_engine');
    await owner.query('grant delete on graphile_worker._private_jobs to pasar_engine');
    await until(async () => {
      await letTimePass();
      await owner.query('delete from task_worker');
      expect(await harness.jobs()).toEqual([]);
    });
    expect(new Set(begun)).toEqual(new Set([0, 1]));
    expect(begun.length).toBeGreaterThan(2);
  });

  test.each(['well', 'badly'])('that was closed before its task ended %s is disturbed by it no more', async (how) => {
    const begun = Promise.withResolvers<void>();
    const end = Promise.withResolvers<void>();
    await harness.put(1);
    const tasks = harness.start(
      running(() => {
        begun.resolve();
        return end.promise;
      }),
    );
    await begun.promise;
    await tasks.stop();
    if (how === 'well') end.resolve();
    else end.reject(new Error('too late'));
    const ran: number[] = [];
    await until(async () => expect(await harness.jobs()).toMatchObject([{ locked_by: null }]));
    await letTimePass();
    harness.start(running(async (number) => void ran.push(number)));
    await harness.untilDone();
    expect(ran).toEqual([1]);
  });
});

test('a connection that the library gives back twice is taken back once, and after the end there is none', async () => {
  const { pool, destroy } = openTaskPool(harness.database.config, 1);
  type Given = { readonly error: Error | undefined; readonly giveBack: (() => void) | undefined };
  const connect = () =>
    new Promise<Given>((resolve) => pool.connect((error, _, release) => resolve({ error, giveBack: release })));
  const { giveBack } = await connect();
  giveBack?.();
  giveBack?.();
  expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  await destroy();
  expect(await connect()).toEqual({ error: expect.any(Error), giveBack: undefined });
});

test('the role that answers members sees no task, and puts none into the queue', async () => {
  const as = (statement: string) =>
    harness.database.app.within(wholeAccount(harness.tenant.accountId), (transaction) => transaction.query(statement));
  await expect(as('select * from graphile_worker._private_jobs')).rejects.toThrow('permission denied');
  await expect(as("select graphile_worker.add_job('housekeeping')")).rejects.toThrow('permission denied');
  await expect(as('select * from task_worker')).rejects.toThrow('permission denied');
});
