import { CALLS } from '@pasar/api';
import { asDeliveryId, type DeliveryEvent, type DomainEvent, type MessageFacts, refusal } from '@pasar/domain';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ingest } from '../src/engine/ingest/ingest.ts';
import type { OwnedConnection } from '../src/engine/ingest/types.ts';
import {
  listing,
  makeTenant,
  messageAt,
  openTestDatabase,
  type TestDatabase,
  type TestTenant,
} from './harness/database.ts';
import { openTestWeb, type TestWeb, Visitor } from './harness/web.ts';

let database: TestDatabase;
let tenant: TestTenant;
let owner: OwnedConnection;
let web: TestWeb;
let visitor: Visitor;
beforeAll(async () => {
  database = await openTestDatabase();
  const shops = (platformShopId: string) => [{ marketplace: 'shopee' as const, platformShopId }];
  tenant = await makeTenant(
    database,
    'deliveries@x',
    [['11'], ['12']],
    [
      {
        username: 'deliveries:elsewhere',
        password: 'right',
        name: 'e',
        permissionCodeList: ['chat'],
        shops: shops('12'),
      },
      {
        username: 'deliveries:keyless',
        password: 'right',
        name: 'k',
        permissionCodeList: ['order'],
        shops: shops('11'),
      },
    ],
  );
  [owner] = tenant.connections as [OwnedConnection];
  web = await openTestWeb(database);
  visitor = new Visitor(web.origin);
  await visitor.logIn(CALLS.account.login, 'deliveries@x', 'right');
});
afterAll(async () => {
  await web.close();
  await database.close();
});

const take = (...events: DomainEvent[]) =>
  ingest(
    database.engine,
    tenant.accountId,
    events.map((event) => ({ kind: 'event', owner, event })),
  );

async function conversationWith(id: string) {
  await take(
    { kind: 'conversation.listed', conversation: listing('11', id) },
    { kind: 'message.received', message: messageAt('11', id, id.length * 100, 'buyer'), via: 'live' },
  );
  const found = await database.owner.query<{ conversation_id: string }>(
    'select conversation_id from conversation where platform_conversation_id = $1',
    [id],
  );
  return found.rows[0]?.conversation_id ?? '';
}

/** Sends a text through the API, and then sets the state of its delivery. */
async function deliveryIn(conversationId: string, state: string, more = {}) {
  const clientId = crypto.randomUUID();
  const answer = await visitor.call(CALLS.chat.sendText, { conversationId, clientId, text: 'again?' });
  expect(answer.result).toBe('success');
  const times = { intent_at: null, refusal_reason: null, ...more };
  const found = await database.owner.query<{ delivery_id: string }>(
    `update delivery set state = $2, attempt = 1, intent_at = $3, refusal_reason = $4 where client_id = $1
     returning delivery_id`,
    [clientId, state, times.intent_at, times.refusal_reason],
  );
  return { clientId, deliveryId: found.rows[0]?.delivery_id ?? '' };
}

const shown = async (conversationId: string) => {
  const answer = await visitor.call(CALLS.chat.messages, { conversationId, limit: 50 });
  if (answer.result !== 'success') throw new Error('no messages');
  return CALLS.chat.messages.output.parse(answer.data);
};

describe('a dismissed message', () => {
  test.each([
    ['refused', { refusal_reason: 'message_refused' }],
    ['unconfirmed', { intent_at: 1 }],
  ])('is shown no more when it was %s, and never sent', async (state, more) => {
    const conversationId = await conversationWith(`dismiss ${state}`);
    const { deliveryId } = await deliveryIn(conversationId, state, more);
    expect((await shown(conversationId)).deliveries).toHaveLength(1);
    const answer = await visitor.call(CALLS.chat.dismissDelivery, { deliveryId });
    expect(answer).toMatchObject({ result: 'success', data: { delivery: { mark: 'dismissed' } } });
    expect((await shown(conversationId)).deliveries).toEqual([]);
    const again = await visitor.call(CALLS.chat.retryDelivery, { deliveryId });
    expect(again.result).toBe('fail');
  });

  test('is shown as sent when it turns up later', async () => {
    const conversationId = await conversationWith('turns up');
    const { clientId, deliveryId } = await deliveryIn(conversationId, 'unconfirmed', { intent_at: 1 });
    await visitor.call(CALLS.chat.dismissDelivery, { deliveryId });
    const echo = messageAt('11', 'turns up', 90_001, 'seller', { idempotencyKey: clientId });
    await take({ kind: 'message.received', message: echo, via: 'live' });
    const { messages, deliveries } = await shown(conversationId);
    expect(deliveries).toEqual([]);
    expect(messages.filter((message) => message.clientId === clientId)).toHaveLength(1);
    const row = await database.owner.query('select state from delivery where delivery_id = $1', [deliveryId]);
    expect(row.rows).toEqual([{ state: 'confirmed' }]);
  });

  test('cannot be dismissed while it is on its way', async () => {
    const conversationId = await conversationWith('on its way!');
    const { deliveryId } = await deliveryIn(conversationId, 'intent', { intent_at: 1 });
    expect((await visitor.call(CALLS.chat.dismissDelivery, { deliveryId })).result).toBe('fail');
  });
});

describe('a message whose key is not echoed', () => {
  test('is not matched to a message that was there before it was written', async () => {
    const conversationId = await conversationWith('the same text');
    const before = messageAt('11', 'the same text', 50_001, 'seller', {
      content: { type: 'text', text: 'again?' },
      sentAt: Date.now(),
    });
    await take({ kind: 'message.received', message: before, via: 'live' });
    const { deliveryId } = await deliveryIn(conversationId, 'unconfirmed', { intent_at: Date.now() });
    await database.owner.query('update delivery set anchor_position = $2 where delivery_id = $1', [
      deliveryId,
      before.position,
    ]);
    const state = async () =>
      (await database.owner.query('select state from delivery where delivery_id = $1', [deliveryId])).rows[0]?.state;
    await take({
      kind: 'message.received',
      message: messageAt('11', 'the same text', 50_002, 'seller', { sentAt: Date.now() }),
      via: 'history',
    });
    expect(await state()).toBe('unconfirmed');
    const after = { ...before, ...messageAt('11', 'the same text', 50_003, 'seller'), content: before.content };
    await take({ kind: 'message.received', message: { ...after, sentAt: Date.now() }, via: 'history' });
    expect(await state()).toBe('confirmed');
  });

  describe('of two with the same words', () => {
    const state = async (deliveryId: string) =>
      (await database.owner.query('select state from delivery where delivery_id = $1', [deliveryId])).rows[0]?.state;
    const arrives = (id: string, number: number) =>
      take({
        kind: 'message.received',
        message: messageAt('11', id, number, 'seller', {
          content: { type: 'text', text: 'again?' },
          sentAt: Date.now(),
        }),
        via: 'history',
      });

    test('the one in doubt gets the message before the one that was given up', async () => {
      const conversationId = await conversationWith('given up');
      const givenUp = await deliveryIn(conversationId, 'unconfirmed', { intent_at: Date.now() - 30_000 });
      const doubted = await deliveryIn(conversationId, 'doubted', { intent_at: Date.now() });
      await database.owner.query('update delivery set look_until = $2 where delivery_id = $1', [
        doubted.deliveryId,
        Date.now() + 600_000,
      ]);
      await arrives('given up', 60_001);
      expect([await state(givenUp.deliveryId), await state(doubted.deliveryId)]).toEqual(['unconfirmed', 'confirmed']);
      await arrives('given up', 60_002);
      expect(await state(givenUp.deliveryId)).toBe('confirmed');
    });

    test('of those that were given up the newest gets it', async () => {
      const conversationId = await conversationWith('both given up');
      const older = await deliveryIn(conversationId, 'unconfirmed', { intent_at: Date.now() - 30_000 });
      const newer = await deliveryIn(conversationId, 'unconfirmed', { intent_at: Date.now() });
      await arrives('both given up', 61_001);
      expect([await state(older.deliveryId), await state(newer.deliveryId)]).toEqual(['unconfirmed', 'confirmed']);
      await arrives('both given up', 61_002);
      expect(await state(older.deliveryId)).toBe('confirmed');
    });

    /** The answer of the marketplace to the message that is on the wire. */
    const answered = async (deliveryId: string, event: DeliveryEvent, accepted: MessageFacts | null = null) => {
      const item = { kind: 'delivery' as const, owner, deliveryId: asDeliveryId(deliveryId), event, accepted };
      await ingest(database.engine, tenant.accountId, [item]);
    };

    test('the one on the wire may own the message, so the one that was given up waits for its answer', async () => {
      const conversationId = await conversationWith('on the wire');
      const givenUp = await deliveryIn(conversationId, 'unconfirmed', { intent_at: Date.now() - 30_000 });
      const onWire = await deliveryIn(conversationId, 'intent', { intent_at: Date.now() });
      await arrives('on the wire', 70_001);
      expect(await state(givenUp.deliveryId)).toBe('unconfirmed');
      await answered(onWire.deliveryId, { event: 'refuse', refusal: refusal('message_refused') });
      expect([await state(givenUp.deliveryId), await state(onWire.deliveryId)]).toEqual(['confirmed', 'refused']);
    });

    test('each has its own once the answer names the message of the one on the wire', async () => {
      const conversationId = await conversationWith('both arrive');
      const givenUp = await deliveryIn(conversationId, 'unconfirmed', { intent_at: Date.now() - 30_000 });
      const onWire = await deliveryIn(conversationId, 'intent', { intent_at: Date.now() });
      await arrives('both arrive', 71_001);
      await arrives('both arrive', 71_002);
      expect(await state(givenUp.deliveryId)).toBe('unconfirmed');
      const own = messageAt('11', 'both arrive', 71_002, 'seller', {
        content: { type: 'text', text: 'again?' },
        sentAt: Date.now(),
      });
      await answered(onWire.deliveryId, { event: 'accept', platformMessageId: own.platformMessageId }, own);
      expect([await state(givenUp.deliveryId), await state(onWire.deliveryId)]).toEqual(['confirmed', 'confirmed']);
      const shownOf = async (clientId: string) =>
        (await shown(conversationId)).messages.filter((message) => message.clientId === clientId);
      expect(await shownOf(onWire.clientId)).toMatchObject([{ platformMessageId: own.platformMessageId }]);
      expect(await shownOf(givenUp.clientId)).toHaveLength(1);
    });

    test('of a picture another picture on the wire is enough to wait for', async () => {
      const conversationId = await conversationWith('two pictures');
      const pictured = async (id: string, fileName: string) => {
        const image = { type: 'image/png', width: 1, height: 1, fileName };
        await database.owner.query('update delivery set content = $2 where delivery_id = $1', [
          id,
          JSON.stringify({ type: 'image', image }),
        ]);
      };
      const givenUp = await deliveryIn(conversationId, 'unconfirmed', { intent_at: Date.now() - 30_000 });
      const onWire = await deliveryIn(conversationId, 'intent', { intent_at: Date.now() });
      await pictured(givenUp.deliveryId, 'a.png');
      await pictured(onWire.deliveryId, 'b.png');
      const picture = { url: 'https://pictures.example/b.png', thumbUrl: null, width: 1, height: 1 };
      await take({
        kind: 'message.received',
        message: messageAt('11', 'two pictures', 72_001, 'seller', {
          content: { type: 'image', picture, raw: null, wireType: 'image' },
          sentAt: Date.now(),
        }),
        via: 'live',
      });
      expect(await state(givenUp.deliveryId)).toBe('unconfirmed');
    });
  });
});

describe('an answer that did not arrive', () => {
  const snapshotOf = async (who: Visitor) => {
    const answer = await who.call(CALLS.chat.snapshot, {});
    if (answer.result !== 'success') throw new Error('no snapshot');
    return CALLS.chat.snapshot.output.parse(answer.data);
  };

  test('is in the snapshot with its conversation, however old, with its shop and the member who wrote it', async () => {
    const conversationId = await conversationWith('an old conversation');
    const { deliveryId } = await deliveryIn(conversationId, 'refused', { refusal_reason: 'blocked_by_user' });
    await database.owner.query('update conversation set last_message_at = 1 where conversation_id = $1', [
      conversationId,
    ]);
    // As many newer conversations as a snapshot holds.
    await database.owner.query(
      `insert into conversation (account_id, shop_id, platform_conversation_id, buyer_id, buyer_name, status, is_pinned,
         address, last_message_at)
       select account_id, shop_id, 'newer ' || number, 'b', 'newer', 'activated', false, '{}', 1000 + number
       from conversation, generate_series(1, 200) number where conversation_id = $1`,
      [conversationId],
    );
    const { conversations, deliveries, hasMore, member, shops } = await snapshotOf(visitor);
    expect(hasMore).toBe(true);
    expect(conversations.map((item) => item.conversationId)).toContain(conversationId);
    const found = deliveries.find((item) => item.deliveryId === deliveryId);
    expect(found).toMatchObject({
      mark: 'failed',
      shopId: shops[0]?.shopId,
      memberId: member.memberId,
      isInDoubt: false,
    });
    await visitor.call(CALLS.chat.dismissDelivery, { deliveryId });
    expect((await snapshotOf(visitor)).deliveries.map((item) => item.deliveryId)).not.toContain(deliveryId);
  });

  test('is in doubt while the marketplace is asked again', async () => {
    const conversationId = await conversationWith('in doubt now');
    const { deliveryId } = await deliveryIn(conversationId, 'unconfirmed', { intent_at: 1 });
    const answer = await visitor.call(CALLS.chat.checkDelivery, { deliveryId });
    expect(answer).toMatchObject({ result: 'success', data: { delivery: { mark: 'pending', isInDoubt: true } } });
  });

  test('is not in the snapshot of a member who does not see its shop, or may not read conversations', async () => {
    const conversationId = await conversationWith('of another shop');
    await deliveryIn(conversationId, 'refused', { refusal_reason: 'message_refused' });
    for (const username of ['deliveries:elsewhere', 'deliveries:keyless']) {
      const member = new Visitor(web.origin);
      await member.logIn(CALLS.account.login, username, 'right');
      const { conversations, deliveries } = await snapshotOf(member);
      expect([conversations, deliveries]).toEqual([[], []]);
    }
  });
});
