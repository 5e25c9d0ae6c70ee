import { CALLS } from '@pasar/api';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { TASKS } from '../../src/engine/tasks/table.ts';
import { NEVER, TaskHarness } from './task-harness.ts';
import { type AnyAnswer, openTestWeb, type TestWeb, Visitor } from './web.ts';

const { conversationLists: calls } = CALLS;
/** The tasks of the workers; nothing else runs beside the actions. */
export const KINDS = { ...TASKS, housekeeping: NEVER, 'team-figures': { ...TASKS['team-figures'], cron: NEVER.cron } };

/** Actions on many conversations of an account, before each test without any and without conversations. */
export function bulkActionsBench() {
  let harness: TaskHarness;
  let web: TestWeb;
  let main: Visitor;
  beforeAll(async () => {
    harness = await TaskHarness.open();
    web = await openTestWeb(harness.database, null, { isEverybodyOnline: true });
    main = new Visitor(web.origin);
    await main.logIn(CALLS.account.login, 'owner', 'right');
  });
  afterAll(async () => {
    await web.close();
    await harness.database.close();
  });
  beforeEach(async () => {
    await harness.clear();
    await owner('delete from bulk_action');
    await owner('delete from conversation');
    await owner('update shop set unread_count = 0, waiting_count = 0');
    await owner('update connection set failed_since = null, away_since = null');
  });
  afterEach(() => harness.stopWorkers());

  const owner = (text: string, values: unknown[] = []) => harness.database.owner.query(text, values);
  const dataOf = (answer: AnyAnswer): unknown => {
    if (answer.result !== 'success') throw new Error(answer.reason);
    return answer.data;
  };
  /** The newest first. */
  async function actions() {
    return calls.bulkActions.output.parse(dataOf(await main.call(calls.bulkActions))).actions;
  }
  async function newest() {
    const [action] = await actions();
    if (action === undefined) throw new Error('no action');
    return action;
  }
  return {
    calls,
    owner,
    dataOf,
    actions,
    newest,
    get harness() {
      return harness;
    },
    get web() {
      return web;
    },
    get main() {
      return main;
    },
  };
}
