import { pino } from 'pino';
import { z } from 'zod';
import { TASKS } from '../../src/engine/tasks/table.ts';
import { defineAccountTask } from '../../src/engine/tasks/task.ts';
import { Tasks } from '../../src/engine/tasks/tasks.ts';
import { openDatabase } from '../../src/storage/database.ts';

/**
 * A process that takes tasks and nothing else. It tells its parent when a task has begun; a task that is told to hang
 * never ends. On any message it stops, and tells what held the process open before the start and after the stop.
 */
const connection = z.object({ host: z.string(), user: z.string(), password: z.string(), database: z.string() });
const config = connection.parse(JSON.parse(process.env.TASK_DATABASE ?? ''));

/** Only `send` of a process with a parent exists. */
const tell = (message: object): void => {
  process.send?.(message);
};
const held = (): string[] => process.getActiveResourcesInfo().toSorted();

process.once('message', () => {
  void tasks.stop().then(async () => {
    await database.close();
    tell({ before, after: held() });
    process.disconnect();
  });
});
const before = held();
const database = openDatabase(config, 'pasar_engine', 2);
const tasks = new Tasks({
  connection: config,
  database,
  askShop: async () => null,
  now: Date.now,
  log: pino({ level: 'silent' }),
  kinds: {
    ...TASKS,
    housekeeping: {
      scope: 'server',
      name: 'housekeeping',
      attempts: 1,
      cron: '0 0 29 2 *',
      isMadeUpWithinMs: 0,
      run: async () => undefined,
    },
    'account-housekeeping': defineAccountTask({
      name: 'account-housekeeping',
      attempts: 3,
      input: z.strictObject({ number: z.int() }),
      run: ({ number }) => {
        tell({ begun: number });
        return new Promise(() => undefined);
      },
    }),
  },
});
tasks.start();
