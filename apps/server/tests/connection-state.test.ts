import { refusal } from '@pasar/domain';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { storeState } from '../src/engine/connection/store.ts';
import type { OwnedConnection } from '../src/engine/ingest/types.ts';
import { makeTenant, openTestDatabase, type TestDatabase } from './harness/database.ts';
import { openRunnerContext } from './harness/runner.ts';
import { ScriptedConnector } from './harness/scripted-connector.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

test("the marketplace's own words are told when they change, and not again while they are the same", async () => {
  const tenant = await makeTenant(database, 'words@x', [['11']]);
  const [owner] = tenant.connections as [OwnedConnection];
  const context = openRunnerContext(database, owner, new ScriptedConnector());
  const told = async () => {
    const found = await database.owner.query<{ detail: string | null }>(
      `select payload->'shop'->'connection'->'refusal'->>'detail' as detail from change
       where account_id = $1 and payload->>'kind' = 'shop' order by seq`,
      [tenant.accountId],
    );
    return found.rows.map(({ detail }) => detail);
  };
  for (const words of ['first words', 'first words', 'other words']) {
    await storeState(context, 'failed', refusal('login_failed', words));
  }
  expect(await told()).toEqual(['first words', 'other words']);
  await context.batcher.close();
});
