import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CALLS } from '@pasar/api';
import { pino } from 'pino';
import { TASKS } from '../../apps/server/src/engine/tasks/table.ts';
import { Tasks } from '../../apps/server/src/engine/tasks/tasks.ts';
import { openDatabaseIn, type TestDatabase } from '../../apps/server/tests/harness/database.ts';
import { NEVER } from '../../apps/server/tests/harness/task-harness.ts';
import { openTestWeb, Visitor } from '../../apps/server/tests/harness/web.ts';
import { PASSWORD, type Seeded, seedAccount } from './lists/seed.ts';
import { printGoals } from './table.ts';

/**
 * One action on 50,000 conversations, from the call to its end, against one call each over the same HTTP, of which some
 * hundred are made. `PASAR_BENCH_CONVERSATIONS=5000` tries it with fewer.
 */
const CONVERSATIONS = Number(process.env.PASAR_BENCH_CONVERSATIONS ?? 50_000);
const CALLS_EACH = 400;

const { conversationLists, chat, account } = CALLS;

export async function benchBulk(): Promise<void> {
  const database = await openDatabaseIn(mkdtempSync(join(tmpdir(), 'pasar-bench-')));
  const web = await openTestWeb(database);
  const tasks = new Tasks({
    connection: database.config,
    database: database.engine,
    askShop: async () => null,
    now: Date.now,
    log: pino({ level: 'silent' }),
    kinds: { ...TASKS, housekeeping: NEVER },
  });
  try {
    const large = await seedAccount(database, 'large', CONVERSATIONS, CONVERSATIONS);
    await database.owner.query('vacuum analyze');
    const main = new Visitor(web.origin);
    await main.logIn(account.login, large.main, PASSWORD);
    const eachMs = await oneByOne(database, large, main);
    tasks.start();
    const { tookMs, changed } = await together(main, { kind: 'pin', isOn: true });
    printGoals(`Many conversations at once; one call takes ${eachMs.toFixed(1)} ms`, [
      {
        name: `pin: ${changed} of ${CONVERSATIONS} in ${(tookMs / 1_000).toFixed(1)} s; one call each takes`,
        value: (eachMs * changed) / tookMs,
        unit: 'x as long',
        goal: { kind: 'atLeast', value: 20 },
      },
    ]);
  } finally {
    await tasks.stop();
    await web.close();
    await database.close();
  }
}

/** Milliseconds of a call that pins one conversation. */
async function oneByOne(database: TestDatabase, { accountId }: Seeded, main: Visitor): Promise<number> {
  const found = await database.owner.query<{ conversation_id: string }>(
    'select conversation_id from conversation where account_id = $1 and not is_pinned limit $2',
    [accountId, CALLS_EACH],
  );
  const startedAt = performance.now();
  for (const { conversation_id: conversationId } of found.rows) {
    await main.call(chat.pinnedConversation, { conversationId, pinned: true });
  }
  return (performance.now() - startedAt) / found.rows.length;
}

async function together(main: Visitor, setting: object) {
  const startedAt = performance.now();
  await main.call(conversationLists.beginBulk, { setting, target: { kind: 'matching', listing: { tab: 'all' } } });
  for (;;) {
    const answer = await main.call(conversationLists.bulkActions);
    const [action] = conversationLists.bulkActions.output.parse(
      answer.result === 'success' ? answer.data : null,
    ).actions;
    if (action?.isDoneHere === true) return { tookMs: performance.now() - startedAt, changed: action.changedCount };
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
