import type { SendOutcome } from '@pasar/connector-kit';
import { refusal } from '@pasar/domain';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Sender } from '../src/engine/delivery/sender.ts';
import { ingest } from '../src/engine/ingest/ingest.ts';
import type { OwnedConnection } from '../src/engine/ingest/types.ts';
import { listing, makeTenant, messageAt, openTestDatabase, type TestDatabase } from './harness/database.ts';
import { openRunnerContext } from './harness/runner.ts';
import { ScriptedConnector } from './harness/scripted-connector.ts';

const PATIENT = { timeout: 15_000, interval: 20 };
const CLOSED: SendOutcome = {
  kind: 'refused',
  refusal: refusal('conversation_closed', 'conversation is closed'),
  next: { kind: 'reopen' },
};
const TOO_MANY: SendOutcome = {
  kind: 'refused',
  refusal: refusal('too_frequent', 'HTTP 429'),
  next: { kind: 'wait', delayMs: 0 },
};

let database: TestDatabase;
let tenants = 0;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

interface Row {
  readonly state: string;
  readonly attempt: number;
  readonly refusal_reason: string | null;
  readonly platform_conversation_id: string;
}

/** A shop with the conversation `old`, and a sender that sends its messages to a scripted marketplace. */
async function openHarness() {
  tenants += 1;
  const tenant = await makeTenant(database, `reopening-${tenants}@x`, [['11']]);
  const [owner] = tenant.connections as [OwnedConnection];
  const shopId = owner.shopIds.values().next().value;
  const connector = new ScriptedConnector();
  const session = connector.session();
  const context = openRunnerContext(database, owner, connector);
  const sender = new Sender(context, { session: () => session, onLoggedOut: () => undefined });
  const list = async (id: string) => {
    const { accountId } = tenant;
    await ingest(database.engine, accountId, [
      { kind: 'event', owner, event: { kind: 'conversation.listed', conversation: listing('11', id) } },
      {
        kind: 'event',
        owner,
        event: { kind: 'message.received', message: messageAt('11', id, id === 'old' ? 1 : 2, 'buyer'), via: 'live' },
      },
    ]);
    const found = await database.owner.query<{ conversation_id: string }>(
      'select conversation_id from conversation where shop_id = $1 and platform_conversation_id = $2',
      [shopId, id],
    );
    return found.rows[0]?.conversation_id ?? '';
  };
  const conversationId = await list('old');
  return {
    connector,
    list,
    /** Sends a text to `old`, or retries the last one, and waits for the end of the attempt. */
    async send(isAgain = false): Promise<Row> {
      const found = isAgain
        ? await database.owner.query<{ delivery_id: string }>(
            "update delivery set state = 'pending', attempt = 0 where shop_id = $1 returning delivery_id",
            [shopId],
          )
        : await database.owner.query<{ delivery_id: string }>(
            `insert into delivery (account_id, shop_id, conversation_id, member_id, client_id, content, state, created_at)
         values ($1, $2, $3, gen_random_uuid(), gen_random_uuid(), '{"type":"text","text":"hello"}', 'pending', $4) returning delivery_id`,
            [owner.accountId, shopId, conversationId, Date.now()],
          );
      const row = async () => {
        const now = await database.owner.query<Row>(
          `select d.state, d.attempt, d.refusal_reason, c.platform_conversation_id
           from delivery d join conversation c using (conversation_id) where delivery_id = $1`,
          [found.rows[0]?.delivery_id],
        );
        return now.rows[0];
      };
      await expect
        .poll(async () => {
          await sender.pump();
          return (await row())?.state;
        }, PATIENT)
        .toMatch(/confirmed|refused/);
      const last = await row();
      if (last === undefined) throw new Error('the delivery is gone');
      return last;
    },
    conversations: async () => {
      const found = await database.owner.query<{ id: string; messages: number }>(
        `select platform_conversation_id as id,
           (select count(*)::int from message m where m.conversation_id = c.conversation_id) as messages
         from conversation c where shop_id = $1 order by 1`,
        [shopId],
      );
      return found.rows;
    },
    sentTo: () => connector.asked.sent.map(({ conversation }) => conversation.platformConversationId),
    end: async () => {
      await sender.stop();
      await context.batcher.close();
    },
  };
}

// Spec 2 §4: a closed conversation is redirected and reopened, and the message that found it closed is sent once more.
describe('a message for a closed conversation', () => {
  test('goes to the conversation that the redirection names; the conversation continues under its id', async () => {
    const harness = await openHarness();
    harness.connector.outcomes.push(CLOSED);
    harness.connector.redirections.set('old', 'new');
    expect(await harness.send()).toMatchObject({ state: 'confirmed', platform_conversation_id: 'new' });
    expect(harness.sentTo()).toEqual(['old', 'new']);
    // The buyer is listed once, with the earlier messages and the new one.
    expect(await harness.conversations()).toEqual([{ id: 'new', messages: 2 }]);
    await harness.list('new');
    expect(await harness.conversations()).toHaveLength(1);
    await harness.end();
  });

  test('moves to the conversation that a list named before', async () => {
    const harness = await openHarness();
    await harness.list('new');
    harness.connector.outcomes.push(CLOSED);
    harness.connector.redirections.set('old', 'new');
    expect(await harness.send()).toMatchObject({ state: 'confirmed', platform_conversation_id: 'new' });
    expect(await harness.conversations()).toMatchObject([
      { id: 'new', messages: 2 },
      { id: 'old', messages: 1 },
    ]);
    await harness.end();
  });

  test('is repeated once after the reopening, however often it got 429 before', async () => {
    const harness = await openHarness();
    harness.connector.outcomes.push(TOO_MANY, TOO_MANY, TOO_MANY, CLOSED);
    expect(await harness.send()).toMatchObject({ state: 'confirmed', attempt: 5 });
    expect(harness.connector.asked.reopened).toEqual(['old']);
    await harness.end();
  });

  test('is refused when the conversation is closed again, and a retry by a person gets one more reopening', async () => {
    const harness = await openHarness();
    harness.connector.outcomes.push(CLOSED, CLOSED);
    expect(await harness.send()).toMatchObject({ state: 'refused', refusal_reason: 'conversation_closed', attempt: 2 });
    expect(harness.connector.asked.reopened).toEqual(['old']);
    harness.connector.outcomes.push(CLOSED);
    expect(await harness.send(true)).toMatchObject({ state: 'confirmed', attempt: 2 });
    expect(harness.connector.asked.reopened).toEqual(['old', 'old']);
    await harness.end();
  });
});
