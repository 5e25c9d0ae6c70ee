import type { ConnectorSession } from '@pasar/connector-kit';
import { asPlatformShopId, type ConversationFacts, refusal } from '@pasar/domain';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { catchUp } from '../src/engine/connection/catch-up.ts';
import type { Batcher } from '../src/engine/ingest/batcher.ts';
import type { OwnedConnection } from '../src/engine/ingest/types.ts';
import { listing, makeTenant, messageAt, openTestDatabase, type TestDatabase } from './harness/database.ts';
import { openBatcher, openRunnerContext } from './harness/runner.ts';
import { ScriptedConnector } from './harness/scripted-connector.ts';

let database: TestDatabase;
let batcher: Batcher;
beforeAll(async () => {
  database = await openTestDatabase();
  batcher = openBatcher(database);
});
afterAll(async () => {
  await batcher.close();
  await database.close();
});

let tenants = 0;
/**
 * A shop that was never listed, at a marketplace with one conversation where a buyer waits and one that was answered.
 */
async function newShop() {
  tenants += 1;
  const tenant = await makeTenant(database, `listed-${tenants}@x`, [['11']]);
  const [owner] = tenant.connections as [OwnedConnection];
  const connector = new ScriptedConnector();
  const talk = (id: string, number: number, author: 'buyer' | 'seller'): ConversationFacts => {
    const message = messageAt('11', id, number, author);
    connector.histories.set(id, [message]);
    return listing('11', id, { lastMessageId: message.platformMessageId, lastMessageAt: message.sentAt });
  };
  const [waits, answered] = [talk('waits', 1, 'buyer'), talk('answered', 2, 'seller')];
  connector.listed = [answered, waits];
  const context = openRunnerContext(database, owner, connector, { batcher });
  const known = async () => {
    const found = await database.owner.query(
      `select platform_conversation_id as id, (select count(*)::int from message m
         where m.conversation_id = c.conversation_id) as messages from conversation c where account_id = $1 order by 1`,
      [tenant.accountId],
    );
    return found.rows.map(({ id, messages }) => `${id}: ${messages}`);
  };
  const compare = (session: ConnectorSession) =>
    catchUp(context, session, asPlatformShopId('11'), {
      isAfterGap: true,
      skipped: 0,
      isUnsure: false,
      memory: { unreadClaims: new Map(), olderPages: new Map() },
    });
  return { session: connector.session(), waits, known, compare };
}

test('for a new shop, waiting buyers and their messages are there before the list is read; once', async () => {
  const { session, waits, known, compare } = await newShop();
  const before: string[][] = [];
  let asked = 0;
  const watched: ConnectorSession = {
    ...session,
    fetchUnreplied: async () => {
      asked += 1;
      return { ok: true, value: { items: [waits], next: null, unreadable: [] } };
    },
    fetchConversations: async (...wish) => {
      before.push(await known());
      return session.fetchConversations(...wish);
    },
  };
  await compare(watched);
  await compare(watched);
  expect(before).toEqual([['waits: 1'], ['answered: 1', 'waits: 1']]);
  expect(asked).toBe(1);
});

test('a list of waiting buyers that is refused or does not exist delays nothing', async () => {
  const refused = await newShop();
  await refused.compare({
    ...refused.session,
    fetchUnreplied: async () => ({ ok: false, refusal: refusal('unexpected_answer'), canRetry: false }),
  });
  expect(await refused.known()).toEqual(['answered: 1', 'waits: 1']);
  const without = await newShop();
  await without.compare({ ...without.session, fetchUnreplied: null });
  expect(await without.known()).toEqual(['answered: 1', 'waits: 1']);
});
