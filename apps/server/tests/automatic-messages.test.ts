import type { AutomaticCause, ConnectionStateName, DeliveryState, MessageFacts } from '@pasar/domain';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Sender } from '../src/engine/delivery/sender.ts';
import { ingest } from '../src/engine/ingest/ingest.ts';
import type { OwnedConnection } from '../src/engine/ingest/types.ts';
import { turnsOf } from '../src/engine/turns.ts';
import { listing, makeTenant, messageAt, openTestDatabase, type TestDatabase } from './harness/database.ts';
import { openRunner, openRunnerContext } from './harness/runner.ts';
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
  const enter = (state: ConnectionStateName) =>
    database.owner.query('update connection set state = $2 where account_id = $1', [tenant.accountId, state]);
  await enter('live');
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
    enter,
    turns: turnsOf(context.database),
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

  test('that is an answer waits until it is known whether a person’s message before it has arrived', async () => {
    const harness = await openHarness();
    const byHand = await harness.write({ text: 'by hand' });
    await database.owner.query(
      "update delivery set state = 'doubted', attempt = 1, intent_at = $2, look_until = $3 where client_id = $1",
      [byHand, Date.now(), Date.now() + 600_000],
    );
    await harness.write({ text: 'we will answer soon', cause: 'autoReply' });
    await harness.write({ text: 'sale', cause: 'bulkSend', conversation: 'b' });
    await harness.sender.pump();
    await expect.poll(harness.states, PATIENT).toEqual(['doubted', 'pending', 'confirmed']);
    await harness.say('a', 500, 'seller', { content: { type: 'text', text: 'by hand' }, sentAt: Date.now() });
    await harness.sender.pump();
    await expect.poll(harness.states, PATIENT).toEqual(['confirmed', 'dismissed', 'confirmed']);
    expect(harness.sent()).toEqual(['sale']);
    await harness.end();
  });

  test('waits until what people have written meanwhile is read; a person’s does not', async () => {
    const harness = await openHarness();
    await harness.enter('catching_up');
    await harness.write({ text: 'we will answer soon', cause: 'autoReply' });
    await harness.write({ text: 'sale', cause: 'bulkSend', conversation: 'b' });
    await harness.write({ text: 'by hand', conversation: 'b' });
    await harness.sender.pump();
    await expect.poll(harness.states, PATIENT).toEqual(['pending', 'pending', 'confirmed']);
    await harness.say('a', 500, 'seller');
    await harness.enter('live');
    await harness.sender.pump();
    await expect.poll(harness.states, PATIENT).toEqual(['dismissed', 'confirmed', 'confirmed']);
    expect(harness.sent()).toEqual(['by hand', 'sale']);
    await harness.end();
  });

  test.each(['its shop is stopped', 'its login is lost'])(
    'that is claimed when %s stays in its place, and leaves later',
    async (why) => {
      const harness = await openHarness();
      await harness.write({ text: 'first', cause: 'orderCare' });
      await harness.write({ text: 'second', cause: 'orderCare' });
      // Automatic messages that are claimed let a member's go first.
      const isOver = harness.turns.memberSends();
      await harness.sender.pump();
      await expect.poll(harness.states, PATIENT).toEqual(['claimed', 'pending']);
      if (why === 'its login is lost') await harness.enter('interrupted');
      else {
        await database.owner.query(
          "insert into automatic_stop (account_id, shop_id, stopped_at, stopped_by) values ($1, $2, 1, 'main')",
          [harness.tenant.accountId, harness.shopId],
        );
      }
      isOver();
      await expect.poll(harness.states, PATIENT).toEqual(['pending', 'pending']);
      expect(harness.sent()).toEqual([]);
      await harness.enter('live');
      await database.owner.query('delete from automatic_stop where account_id = $1', [harness.tenant.accountId]);
      await harness.sender.pump();
      await expect.poll(harness.states, PATIENT).toEqual(['confirmed', 'confirmed']);
      expect(harness.sent()).toEqual(['first', 'second']);
      await harness.end();
    },
  );

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

describe('a socket that was lost', () => {
  test('is no way for automatic messages before what people have written meanwhile is read', async () => {
    tenants += 1;
    const tenant = await makeTenant(database, `automatic-${tenants}@x`, [['11']]);
    const [owner] = tenant.connections as [OwnedConnection];
    const connector = new ScriptedConnector();
    const has = (id: string, ...messages: readonly MessageFacts[]) => {
      connector.histories.set(id, [...messages]);
      const [newest] = messages;
      connector.listed = [
        ...connector.listed.filter((one) => one.platformConversationId !== id),
        listing('11', id, { lastMessageId: newest?.platformMessageId ?? null, lastMessageAt: newest?.sentAt ?? null }),
      ];
    };
    const asked = messageAt('11', 'a', 1, 'buyer');
    has('a', asked);
    has('b', messageAt('11', 'b', 2, 'buyer'));
    const { runner, stop } = openRunner(database, owner, connector);
    const find = async (text: string) => {
      const found = await database.owner.query<{ value: string }>(text, [tenant.accountId]);
      return found.rows.map(({ value }) => value);
    };
    await expect
      .poll(() => find('select state as value from connection where account_id = $1'), PATIENT)
      .toEqual(['live']);
    const answered = Promise.withResolvers<void>();
    connector.listsAnswered = answered.promise;
    const lists = connector.asked.lists.length;
    connector.dropSocket();
    await expect.poll(() => connector.asked.lists.length, PATIENT).toBeGreaterThan(lists);
    has('a', messageAt('11', 'a', 3, 'seller'), asked);
    await database.owner.query(
      `insert into delivery (account_id, shop_id, conversation_id, client_id, member_id, content, state, created_at, cause, anchor_position)
       select account_id, shop_id, conversation_id, gen_random_uuid(), case platform_conversation_id when 'b' then $2::uuid end, '{"type":"text","text":"soon"}', 'pending', 1,
         case platform_conversation_id when 'a' then 'autoReply' end, last_position
       from conversation where account_id = $1`,
      [tenant.accountId, tenant.mainId],
    );
    runner.wake();
    const states = () =>
      find(`select d.state as value from delivery d join conversation c using (conversation_id)
        where d.account_id = $1 order by c.platform_conversation_id`);
    await expect.poll(states, PATIENT).toEqual(['pending', 'confirmed']);
    answered.resolve();
    await expect.poll(states, PATIENT).toEqual(['dismissed', 'confirmed']);
    expect(connector.asked.sent).toHaveLength(1);
    await stop();
  });
});
