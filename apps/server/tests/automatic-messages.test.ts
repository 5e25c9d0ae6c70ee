import type { AutomaticCause, DeliveryState } from '@pasar/domain';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Sender } from '../src/engine/delivery/sender.ts';
import { ingest } from '../src/engine/ingest/ingest.ts';
import type { OwnedConnection } from '../src/engine/ingest/types.ts';
import { listing, makeTenant, messageAt, openTestDatabase, type TestDatabase } from './harness/database.ts';
import { openRunnerContext } from './harness/runner.ts';
import { ScriptedConnector } from './harness/scripted-connector.ts';

const PATIENT = { timeout: 15_000, interval: 20 };

let database: TestDatabase;
let tenants = 0;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

interface Plan {
  readonly text: string;
  readonly cause?: AutomaticCause;
  readonly conversation?: string;
  readonly notAfter?: number;
}

/** A shop in which the buyers `a` and `b` wait, and a sender that sends its messages to a scripted marketplace. */
async function openHarness() {
  tenants += 1;
  const tenant = await makeTenant(database, `automatic-${tenants}@x`, [['11']]);
  const [owner] = tenant.connections as [OwnedConnection];
  const shopId = owner.shopIds.values().next().value;
  const connector = new ScriptedConnector();
  const session = connector.session();
  const context = openRunnerContext(database, owner, connector);
  const sender = new Sender(context, { session: () => session, onLoggedOut: () => undefined });
  const take = (...events: Parameters<typeof ingest>[2]) => ingest(database.engine, tenant.accountId, events);
  const say = (id: string, number: number, author: 'buyer' | 'seller', more = {}) =>
    take({
      kind: 'event',
      owner,
      event: { kind: 'message.received', message: messageAt('11', id, number, author, more), via: 'live' },
    });
  for (const [index, id] of ['a', 'b'].entries()) {
    await take({ kind: 'event', owner, event: { kind: 'conversation.listed', conversation: listing('11', id) } });
    await say(id, index + 1, 'buyer');
  }
  let written = 0;
  return {
    connector,
    tenant,
    shopId,
    sender,
    say,
    async write({ text, cause, conversation = 'a', notAfter }: Plan): Promise<string> {
      written += 1;
      const made = await database.owner.query<{ client_id: string }>(
        `insert into delivery (account_id, shop_id, conversation_id, member_id, client_id, content, state, created_at, cause,
           not_after, anchor_position)
         select account_id, shop_id, conversation_id, $2, gen_random_uuid(), $3, 'pending', $4, $5, $6, last_position
         from conversation where shop_id = $1 and platform_conversation_id = $7 returning client_id`,
        [
          shopId,
          cause === 'autoReply' ? null : tenant.mainId,
          JSON.stringify({ type: 'text', text }),
          written,
          cause ?? null,
          notAfter ?? null,
          conversation,
        ],
      );
      return made.rows[0]?.client_id ?? '';
    },
    states: async () => {
      const found = await database.owner.query<{ state: DeliveryState }>(
        'select state from delivery where shop_id = $1 order by created_at',
        [shopId],
      );
      return found.rows.map((row) => row.state);
    },
    waits: async () => {
      const found = await database.owner.query<{ id: string }>(
        `select platform_conversation_id as id from conversation where shop_id = $1 and waiting_since is not null
         order by 1`,
        [shopId],
      );
      return found.rows.map((row) => row.id);
    },
    messages: async () => {
      const found = await database.owner.query<{ author: string; cause: string | null; text: string }>(
        `select author, cause, content->>'text' as text from message where shop_id = $1 and author <> 'buyer'
         order by cause, position`,
        [shopId],
      );
      return found.rows;
    },
    sent: () => connector.asked.sent.map(({ text }) => text),
    end: async () => {
      await sender.stop();
      await context.batcher.close();
    },
  };
}

describe('an automatic message', () => {
  test('is stored as a robot, with its cause, and leaves the buyer waiting; a person ends the wait', async () => {
    const harness = await openHarness();
    await harness.write({ text: 'we will answer soon', cause: 'autoReply' });
    await harness.write({ text: 'sale', cause: 'bulkSend', conversation: 'b' });
    await harness.sender.pump();
    await expect.poll(harness.states, PATIENT).toEqual(['confirmed', 'confirmed']);
    expect(await harness.messages()).toEqual([
      { author: 'robot', cause: 'autoReply', text: 'we will answer soon' },
      { author: 'robot', cause: 'bulkSend', text: 'sale' },
    ]);
    expect(await harness.waits()).toEqual(['a', 'b']);
    await harness.write({ text: 'here I am' });
    await harness.sender.pump();
    await expect.poll(harness.waits, PATIENT).toEqual(['b']);
    await harness.end();
  });

  test('that came back before it was known as such was an answer, and is none any more', async () => {
    const harness = await openHarness();
    const clientId = await harness.write({ text: 'sale', cause: 'bulkSend' });
    await database.owner.query(
      "update delivery set state = 'unconfirmed', attempt = 1, intent_at = $2 where client_id = $1",
      [clientId, Date.now()],
    );
    await harness.say('a', 500, 'seller', { content: { type: 'text', text: 'sale' }, sentAt: Date.now() });
    await expect.poll(harness.states, PATIENT).toEqual(['confirmed']);
    expect(await harness.messages()).toEqual([{ author: 'robot', cause: 'bulkSend', text: 'sale' }]);
    expect(await harness.waits()).toEqual(['a', 'b']);
    const counted = await database.owner.query('select waiting_count from shop where shop_id = $1', [harness.shopId]);
    expect(counted.rows).toEqual([{ waiting_count: 2 }]);
    await harness.end();
  });

  test('waits for the messages of persons in its conversation, also for those that were written later', async () => {
    const harness = await openHarness();
    await harness.write({ text: 'automatic', cause: 'bulkSend' });
    await harness.write({ text: 'first' });
    await harness.write({ text: 'second' });
    await harness.sender.pump();
    await expect.poll(harness.states, PATIENT).toEqual(['confirmed', 'confirmed', 'confirmed']);
    expect(harness.sent()).toEqual(['first', 'second', 'automatic']);
    await harness.end();
  });

  test('waits until it is known whether the automatic message before it has arrived; a person does not', async () => {
    const harness = await openHarness();
    const first = await harness.write({ text: 'first', cause: 'bulkSend' });
    await database.owner.query(
      "update delivery set state = 'doubted', attempt = 1, intent_at = $2, look_until = $3 where client_id = $1",
      [first, Date.now(), Date.now() + 600_000],
    );
    await harness.write({ text: 'second', cause: 'bulkSend' });
    await harness.write({ text: 'to another buyer', cause: 'bulkSend', conversation: 'b' });
    await harness.write({ text: 'a person’s' });
    await harness.sender.pump();
    await expect.poll(harness.states, PATIENT).toEqual(['doubted', 'pending', 'confirmed', 'confirmed']);
    await harness.sender.pump();
    expect(harness.sent().toSorted()).toEqual(['a person’s', 'to another buyer']);
    await harness.say('a', 500, 'seller', { content: { type: 'text', text: 'first' }, sentAt: Date.now() });
    await harness.sender.pump();
    await expect.poll(harness.states, PATIENT).toEqual(['confirmed', 'confirmed', 'confirmed', 'confirmed']);
    expect(harness.sent().at(-1)).toBe('second');
    await harness.end();
  });

  test('is withdrawn when its time is over, and an answer when a person was quicker', async () => {
    const harness = await openHarness();
    await harness.write({ text: 'too late', cause: 'bulkSend', notAfter: Date.now() - 1 });
    await harness.write({ text: 'we will answer soon', cause: 'autoReply', conversation: 'b' });
    await harness.say('b', 500, 'seller');
    // The buyer waits again, and for another answer.
    await harness.say('b', 600, 'buyer');
    await harness.sender.pump();
    await expect.poll(harness.states, PATIENT).toEqual(['dismissed', 'dismissed']);
    expect(harness.sent()).toEqual([]);
    await harness.end();
  });

  test('is withdrawn when a member has said that none is needed, also where the buyer writes again', async () => {
    const harness = await openHarness();
    await harness.write({ text: 'we will answer soon', cause: 'autoReply' });
    await database.owner.query(
      'update conversation set set_aside_position = last_position, waiting_since = null where shop_id = $1',
      [harness.shopId],
    );
    await harness.say('a', 600, 'buyer');
    await harness.sender.pump();
    await expect.poll(harness.states, PATIENT).toEqual(['dismissed']);
    expect(harness.sent()).toEqual([]);
    await harness.end();
  });

  test.each(['the shop', 'the account'])(
    'waits while %s is stopped, and a person’s message does not',
    async (where) => {
      const harness = await openHarness();
      const shopId = where === 'the shop' ? harness.shopId : null;
      await database.owner.query(
        "insert into automatic_stop (account_id, shop_id, stopped_at, stopped_by) values ($1, $2, 1, 'main')",
        [harness.tenant.accountId, shopId],
      );
      await harness.write({ text: 'automatic', cause: 'orderCare' });
      await harness.write({ text: 'by hand', conversation: 'b' });
      await harness.sender.pump();
      await expect.poll(harness.states, PATIENT).toEqual(['pending', 'confirmed']);
      await database.owner.query('delete from automatic_stop where account_id = $1', [harness.tenant.accountId]);
      await harness.sender.pump();
      await expect.poll(harness.states, PATIENT).toEqual(['confirmed', 'confirmed']);
      expect(harness.sent()).toEqual(['by hand', 'automatic']);
      await harness.end();
    },
  );
});
