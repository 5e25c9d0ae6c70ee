import { CALLS } from '@pasar/api';
import type { SessionAnswer } from '@pasar/connector-kit';
import {
  asBuyerId,
  type Marketplace,
  type MessageContent,
  OFFER_ANSWER_MS,
  type Offer,
  type ReasonCode,
  refusal,
} from '@pasar/domain';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ingest } from '../src/engine/ingest/ingest.ts';
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
let web: TestWeb;
let tenants: Readonly<Record<Marketplace, { readonly tenant: TestTenant; readonly visitor: Visitor }>>;
/** The questions to the marketplace, and what it says. */
const asked: { readonly method: string; readonly args: readonly unknown[] }[] = [];
const given = () => asked.filter(({ method }) => method === 'buyers.answerOffer').map(({ args }) => args);
let offer: Offer;
let reply: () => Promise<SessionAnswer<null>>;

const OFFER: Offer = {
  offerId: '7',
  buyerId: asBuyerId('b'),
  productId: '1',
  productName: 'Lamp',
  quantity: 2,
  price: { amount: '8.50', currency: 'SGD' },
  status: 'waiting',
  wireStatus: 'pending',
};
const cardOf = (offerId: string): MessageContent => ({
  type: 'offer',
  offer: { offerId, productId: null, productName: null, quantity: null, price: null, status: 'waiting', iconUrl: null },
  wireType: 'offer',
  raw: null,
});

beforeAll(async () => {
  database = await openTestDatabase();
  web = await openTestWeb(database, null, {
    askShop: async (_scope, _connection, method, args) => {
      asked.push({ method, args });
      return (method === 'buyers.offerDetail' ? { ok: true, value: offer } : await reply()) as never;
    },
  });
  const make = async (marketplace: Marketplace) => {
    const tenant = await makeTenant(database, `${marketplace}@x`, [['11']], [], marketplace);
    const visitor = new Visitor(web.origin);
    expect((await visitor.logIn(CALLS.account.login, `${marketplace}@x`, 'right')).result).toBe('success');
    return { tenant, visitor };
  };
  tenants = { shopee: await make('shopee'), lazada: await make('lazada'), tiktok: await make('tiktok') };
});
beforeEach(() => {
  asked.length = 0;
  offer = { ...OFFER, offerId: `${numbers}` };
  reply = async () => ({ ok: true, value: null });
});
afterAll(async () => {
  await web.close();
  await database.close();
});

let numbers = 100;
/** The id of a new message that shows a new offer. */
async function tell(marketplace: Marketplace = 'shopee'): Promise<string> {
  numbers += 1;
  offer = { ...offer, offerId: `${numbers}` };
  const { tenant } = tenants[marketplace];
  const [owner] = tenant.connections;
  if (owner === undefined) throw new Error('no connection');
  const message = messageAt('11', 'c-11', numbers, 'buyer', { content: cardOf(offer.offerId) });
  await ingest(database.engine, tenant.accountId, [
    { kind: 'event', owner, event: { kind: 'conversation.listed', conversation: listing('11', 'c-11') } },
    { kind: 'event', owner, event: { kind: 'message.received', message, via: 'live' } },
  ]);
  const found = await database.owner.query<{ message_id: string }>(
    'select message_id from message where account_id = $1 and platform_message_id = $2',
    [tenant.accountId, message.platformMessageId],
  );
  return found.rows[0]?.message_id ?? '';
}
const AS_SEEN = { amount: '8.50', currency: 'SGD', quantity: 2 };
const answer = (messageId: string, isAccepted: boolean, seen = AS_SEEN, marketplace: Marketplace = 'shopee') =>
  tenants[marketplace].visitor.call(CALLS.chat.answerOffer, { messageId, isAccepted, ...seen });
const stateOf = async (messageId: string) => {
  const looked = await tenants.shopee.visitor.call(CALLS.chat.cardDetail, { messageId });
  if (looked.result === 'fail') throw new Error(looked.reason);
  const { card } = CALLS.chat.cardDetail.output.parse(looked.data);
  return card.kind === 'offer' ? card.offer.state : null;
};
const kept = async () => {
  const rows = await database.owner.query('select is_accepted, is_told from offer_answer where offer_id = $1', [
    offer.offerId,
  ]);
  return rows.rows;
};
const lose = (reason: ReasonCode) => {
  reply = async () => ({ ok: false, refusal: refusal(reason), canRetry: true });
};

describe('an offer', () => {
  test('is shown as its marketplace has it now', async () => {
    const messageId = await tell();
    expect(await tenants.shopee.visitor.call(CALLS.chat.cardDetail, { messageId })).toEqual({
      result: 'success',
      data: {
        card: {
          kind: 'offer',
          offer: { productId: '1', productName: 'Lamp', quantity: 2, price: OFFER.price, state: { state: 'waiting' } },
        },
      },
    });
    offer = { ...offer, status: 'unknown', wireStatus: 'haggling' };
    expect(await stateOf(messageId)).toEqual({ state: 'unknown', word: 'haggling' });
  });

  test.each([
    [true, 'accepted'],
    [false, 'rejected'],
  ] as const)(
    'is answered (accepted: %s) once, written down before the marketplace is asked',
    async (isAccepted, state) => {
      const messageId = await tell();
      let before: unknown = null;
      reply = async () => {
        before = await kept();
        return { ok: true, value: null };
      };
      expect(await answer(messageId, isAccepted)).toMatchObject({
        result: 'success',
        data: { outcome: 'told', offer: { state: { state } } },
      });
      expect(before).toEqual([{ is_accepted: isAccepted, is_told: false }]);
      expect(given()).toEqual([
        [
          expect.objectContaining({ platformShopId: '11', platformConversationId: 'c-11' }),
          { offerId: offer.offerId, messageId: expect.stringMatching(/^9\d+$/), isAccepted },
        ],
      ]);
      // The marketplace's detail is a little older than its answer.
      expect(await stateOf(messageId)).toEqual({ state });
      expect(await answer(messageId, !isAccepted)).toMatchObject({
        data: { outcome: 'unasked', offer: { state: { state } } },
      });
      expect(given()).toHaveLength(1);
    },
  );

  test('is answered once where two members answer at the same moment', async () => {
    const messageId = await tell();
    const outcomes = await Promise.all([answer(messageId, true), answer(messageId, false), answer(messageId, true)]);
    const told = outcomes.filter((item) => JSON.stringify(item).includes('"outcome":"told"'));
    expect(told).toHaveLength(1);
    expect(given()).toHaveLength(1);
  });

  test.each([
    ['price', { amount: '8.00' }],
    ['currency', { currency: 'MYR' }],
    ['quantity', { quantity: 20 }],
  ])('that has another %s than the member saw is not answered', async (_, seen) => {
    const messageId = await tell();
    expect(await answer(messageId, true, { ...AS_SEEN, ...seen })).toMatchObject({
      data: { outcome: 'unasked', offer: { price: OFFER.price, quantity: 2, state: { state: 'waiting' } } },
    });
    expect(given()).toEqual([]);
    expect(await kept()).toEqual([]);
  });

  test('that the buyer has taken back is not answered', async () => {
    const messageId = await tell();
    offer = { ...offer, status: 'cancelled', wireStatus: 'cancelled' };
    expect(await answer(messageId, true)).toMatchObject({
      data: { outcome: 'unasked', offer: { state: { state: 'cancelled' } } },
    });
    expect(given()).toEqual([]);
  });
});

describe('an answer that got no word', () => {
  test.each(['request_timed_out', 'marketplace_unreachable', 'shop_served_elsewhere', 'marketplace_error'] as const)(
    '(%s) is shown as unknown and never repeated by itself',
    async (reason) => {
      const messageId = await tell();
      lose(reason);
      const asks = { state: 'asked', isAccepted: true };
      expect(await answer(messageId, true)).toMatchObject({ data: { outcome: 'lost', offer: { state: asks } } });
      expect(await stateOf(messageId)).toEqual(asks);
      expect(await answer(messageId, true)).toMatchObject({ data: { outcome: 'unasked', offer: { state: asks } } });
      expect(given()).toHaveLength(1);
    },
  );

  test('is told where the marketplace has it after all', async () => {
    const messageId = await tell();
    reply = async () => {
      offer = { ...offer, status: 'accepted', wireStatus: 'accepted' };
      return { ok: false, refusal: refusal('request_timed_out'), canRetry: true };
    };
    expect(await answer(messageId, true)).toMatchObject({
      data: { outcome: 'told', offer: { state: { state: 'accepted' } } },
    });
  });

  test('may be given again by a person once it would have arrived and the marketplace says that it has not', async () => {
    const messageId = await tell();
    lose('request_timed_out');
    await answer(messageId, true);
    await database.owner.query('update offer_answer set asked_at = asked_at - $2 where offer_id = $1', [
      offer.offerId,
      OFFER_ANSWER_MS,
    ]);
    expect(await stateOf(messageId)).toEqual({ state: 'waiting' });
    reply = async () => ({ ok: true, value: null });
    expect(await answer(messageId, false)).toMatchObject({ data: { outcome: 'told' } });
    expect(given()).toHaveLength(2);
  });
});

describe('an answer that was not taken', () => {
  test('because the marketplace said no, says so, and may be given again', async () => {
    const messageId = await tell();
    reply = async () => ({ ok: false, refusal: refusal('marketplace_error', 'not now'), canRetry: false });
    expect(await answer(messageId, true)).toMatchObject({
      result: 'fail',
      code: 'marketplace_error',
      detail: 'not now',
    });
    expect(await kept()).toEqual([]);
    expect(await stateOf(messageId)).toEqual({ state: 'waiting' });
  });

  test('because nobody serves the shop, says so, and may be given again', async () => {
    const messageId = await tell();
    reply = async () => 'no session';
    expect(await answer(messageId, true)).toMatchObject({ result: 'fail', code: 'shop_not_logged_in' });
    expect(await kept()).toEqual([]);
  });
});

test.each(['lazada', 'tiktok'] as const)(
  '%s has no offers: it is not asked, neither for one nor to take an answer',
  async (marketplace) => {
    const messageId = await tell(marketplace);
    expect(await answer(messageId, true, AS_SEEN, marketplace)).toMatchObject({
      result: 'fail',
      code: 'invalid_request',
    });
    expect(await tenants[marketplace].visitor.call(CALLS.chat.cardDetail, { messageId })).toMatchObject({
      result: 'fail',
      code: 'invalid_request',
    });
    expect(asked).toEqual([]);
  },
);
