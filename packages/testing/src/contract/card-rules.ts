import { randomUUID } from 'node:crypto';
import type { ConnectorSession, ConversationRef } from '@pasar/connector-kit';
import {
  ABILITIES,
  type CardAbility,
  idsOfCard,
  levelOf,
  type MessageContent,
  type OutgoingCard,
  type ProductCard,
} from '@pasar/domain';
import { expect, it } from 'vitest';
import type { Place } from '../control.ts';
import { createFakeClock } from '../fake-clock.ts';
import { within } from '../wait.ts';
import { readToTheEnd } from './affair.ts';
import { type ContractHarness, value } from './harness.ts';
import { RequestLog } from './request-log.ts';

/** The cards that name something of the shop. */
const NAMING = ['productCard', 'productList', 'orderCard', 'voucherCard', 'sticker'] as const satisfies CardAbility[];
const CARDS = [...NAMING, 'followInvitation', 'ratingCard'] as const satisfies CardAbility[];
const DAY_MS = 86_400_000;
/** An id that no shop has. */
const NOTHING = '1';

interface Desk {
  readonly session: ConnectorSession;
  readonly place: Place;
  readonly conversation: ConversationRef;
  readonly card: OutgoingCard;
}

const productCard = (itemId: string, more: Partial<ProductCard> = {}): ProductCard => ({
  itemId,
  title: null,
  price: null,
  oldPrice: null,
  iconUrl: null,
  actionUrl: null,
  ...more,
});

/** A card of the shop that the marketplace has, in a conversation where it may be sent. */
async function takeCard(
  harness: ContractHarness,
  session: ConnectorSession,
  ability: CardAbility,
): Promise<Pick<Desk, 'place' | 'card'>> {
  const shop = harness.shopOf(harness.login);
  const { products, vouchers } = await harness.tradeOf(shop);
  const place = harness.takePlace();
  const online = products.filter(({ isOnline }) => isOnline);
  switch (ability) {
    case 'productCard':
    case 'productList': {
      const price = { amount: '1290.5', currency: 'THB' };
      const oldPrice = { amount: '2000', currency: 'THB' };
      const some = online.slice(0, ability === 'productCard' ? 1 : 3);
      const cards = some.map(({ productId, title }) => productCard(productId, { title, price, oldPrice }));
      return { place, card: { type: 'products', products: cards } };
    }
    case 'orderCard': {
      const search = { status: null, buyer: null, keyword: null };
      const { items } = await readToTheEnd((cursor) => session.calls.orders.listOrders(shop, { ...search, cursor }));
      const buyers = harness.buyersOf(shop);
      const order = items.find(({ buyerId }) => buyerId !== null && buyers.includes(buyerId));
      if (order === undefined || order.buyerId === null) throw new Error('no order of a buyer who writes');
      const { orderId, orderNumber, status, total } = order;
      return {
        place: { ...place, buyerId: order.buyerId },
        card: { type: 'order', order: { orderId, orderNumber, status, total, iconUrl: null } },
      };
    }
    case 'voucherCard': {
      const [voucher] = vouchers;
      if (voucher === undefined) throw new Error('no voucher');
      const { voucherId, voucherCode, name } = voucher;
      return { place, card: { type: 'voucher', voucher: { voucherId, voucherCode, title: name, discount: null } } };
    }
    case 'sticker': {
      const [sticker] = value(await session.calls.goods.listStickers(shop));
      if (sticker === undefined) throw new Error('no sticker');
      return { place, card: { type: 'sticker', sticker } };
    }
    case 'followInvitation':
      return { place, card: { type: 'follow' } };
    case 'ratingCard':
      return { place, card: { type: 'rating' } };
  }
}

async function openDesk(
  harness: ContractHarness,
  ability: CardAbility,
  options: Parameters<ContractHarness['open']>[1] = {},
): Promise<Desk> {
  const session = await harness.open(harness.login, options);
  const { place, card } = await takeCard(harness, session, ability);
  // In a small shop, an earlier rule may have closed the conversation.
  await harness.control.setStatus(place, 'activated');
  return { session, place, card, conversation: await harness.refOf(session, place) };
}

const acceptedWith = async (harness: ContractHarness, place: Place, key: string) =>
  (await harness.control.ledger(place)).filter(({ idempotencyKey }) => idempotencyKey === key);

/** What makes a message the same as the card: the ids of the things that it names, or a sticker's words. */
function said(content: MessageContent): readonly (string | null)[] {
  switch (content.type) {
    case 'text':
      return [content.text];
    case 'products':
      return content.products.map(({ itemId }) => itemId);
    case 'order':
      return [content.order.orderId, content.order.orderNumber];
    case 'voucher':
      return [content.voucher.voucherId];
    default:
      return [content.type];
  }
}
const meant = (card: OutgoingCard): readonly string[] =>
  card.type === 'sticker' ? [card.sticker.text] : idsOfCard(card);

/** The cards of goods and orders, where the table of abilities has them. */
export function cardRules(harness: () => ContractHarness): void {
  const isOffered = (ability: CardAbility) => levelOf(harness().subject.marketplace, ability) === 'yes';

  async function comesBackOnce(ability: CardAbility): Promise<void> {
    if (!isOffered(ability)) return;
    const { session, place, conversation, card } = await openDesk(harness(), ability);
    const { log } = await harness().listen(session);
    const key = randomUUID();
    const outcome = await session.sendCard({ conversation, card, idempotencyKey: key });
    if (outcome.kind !== 'accepted') throw new Error(JSON.stringify(outcome));
    expect((await acceptedWith(harness(), place, key)).map(({ messageId }) => messageId)).toEqual([
      outcome.platformMessageId,
    ]);
    const echo = await log.message(outcome.platformMessageId);
    expect(echo.author).toBe('seller');
    expect(said(echo.content)).toEqual(expect.arrayContaining([...meant(card)]));
    expect(echo.position).toBe(outcome.position);
    if (harness().connector.capabilities.isEchoingKey) expect(echo.idempotencyKey).toBe(key);
  }

  it('CK-C1 sends a product, which is accepted once and comes back as that product', () =>
    comesBackOnce('productCard'));
  it('CK-C2 sends several products as one list, in their order', () => comesBackOnce('productList'));
  it('CK-C3 sends an order of the buyer', () => comesBackOnce('orderCard'));
  it('CK-C4 sends a voucher of the shop', () => comesBackOnce('voucherCard'));
  it('CK-C5 sends a sticker', () => comesBackOnce('sticker'));
  it('CK-C10 sends an invitation to follow the shop', () => comesBackOnce('followInvitation'));

  it('CK-C11 asks the buyer to rate the service, once in a service session', async () => {
    await comesBackOnce('ratingCard');
    if (!isOffered('ratingCard')) return;
    const { session, place, conversation, card } = await openDesk(harness(), 'ratingCard');
    const { log } = await harness().listen(session);
    const send = () => session.sendCard({ conversation, card, idempotencyKey: randomUUID() });
    const refusedWith = (reason: string) => ({ kind: 'refused', refusal: { reason }, next: { kind: 'stop' } });
    const sent = await send();
    if (sent.kind !== 'accepted') throw new Error(JSON.stringify(sent));
    expect(await send()).toMatchObject(refusedWith('rating_card_duplicate'));
    await harness().control.rate(place, sent.platformMessageId, 4);
    expect(
      await log.waitFor(
        (all) => all.of('message.rated').find((told) => told.platformMessageId === sent.platformMessageId),
        'the rating',
      ),
    ).toMatchObject({ stars: 4 });
    // The next session may be rated again, also when it was closed a moment ago, and not after a day.
    await harness().control.setStatus(place, 'closed');
    await harness().control.setStatus(place, 'activated');
    await harness().control.setStatus(place, 'closed', Date.now() - DAY_MS - 60_000);
    expect(await send()).toMatchObject(refusedWith('rating_card_expired'));
    await harness().control.setStatus(place, 'activated');
    await harness().control.setStatus(place, 'closed');
    expect((await send()).kind).toBe('accepted');
    await harness().control.setStatus(place, 'activated');
  });

  it.each(NAMING)('CK-C6 is certain that a %s of nothing that the shop has was not accepted', async (ability) => {
    if (!isOffered(ability)) return;
    const { session, place, conversation, card } = await openDesk(harness(), ability);
    const key = randomUUID();
    const outcome = await session.sendCard({ conversation, card: ofNothing(card), idempotencyKey: key });
    expect(outcome).toMatchObject({ kind: 'refused', refusal: { reason: 'message_refused' }, next: { kind: 'stop' } });
    expect(await acceptedWith(harness(), place, key)).toEqual([]);
  });

  it.each(CARDS)('CK-C7 refuses a %s without a request where the marketplace has none', async (ability) => {
    if (isOffered(ability)) return;
    expect(ABILITIES[ability][harness().subject.marketplace]).not.toBe('yes');
    const log = new RequestLog();
    const session = await harness().open(harness().login, { log });
    const conversation = await harness().refOf(session, harness().takePlace());
    log.forget();
    const outcome = await session.sendCard({ conversation, card: ANY_CARD[ability], idempotencyKey: randomUUID() });
    expect(outcome).toMatchObject({ kind: 'refused', refusal: { reason: 'invalid_request' }, next: { kind: 'stop' } });
    expect(log.requests).toEqual([]);
  });

  it.each(CARDS)('CK-C8 is in doubt about a %s whose answer is lost, and finds it once', async (ability) => {
    if (!isOffered(ability)) return;
    const clock = createFakeClock(Date.now());
    const { session, place, conversation, card } = await openDesk(harness(), ability, { clock });
    const { marketplace, shopId } = place;
    const before = await harness().allHistory(await harness().open(), conversation);
    const faultId = await harness().control.addFault({ kind: 'answerLost', marketplace, shopId, count: 1 });
    const key = randomUUID();
    const outcome = session.sendCard({ conversation, card, idempotencyKey: key });
    await harness().control.faultIsSpent(faultId);
    clock.advance(harness().subject.sendTimeoutMs);
    expect((await within(outcome, 'the outcome of the send')).kind).toBe('inDoubt');
    const known = new Set(before.map(({ platformMessageId }) => platformMessageId));
    const history = await harness().allHistory(await harness().open(), conversation);
    const [found, ...more] = history.filter(({ platformMessageId }) => !known.has(platformMessageId));
    expect(more).toEqual([]);
    expect(found && said(found.content)).toEqual(expect.arrayContaining([...meant(card)]));
  });

  it('CK-C9 refuses a video without a request where the marketplace has none', async () => {
    if (levelOf(harness().subject.marketplace, 'video') === 'yes') return;
    const log = new RequestLog();
    const session = await harness().open(harness().login, { log });
    const conversation = await harness().refOf(session, harness().takePlace());
    log.forget();
    const video = { vid: '1', url: 'https://videos.example/1.mp4', coverUrl: null, isReady: true };
    const facts = { width: null, height: null, durationSeconds: null };
    const outcome = await session.sendVideo({ conversation, video, facts, idempotencyKey: randomUUID() });
    expect(outcome).toMatchObject({ kind: 'refused', refusal: { reason: 'invalid_request' }, next: { kind: 'stop' } });
    expect(log.requests).toEqual([]);
  });
}

function ofNothing(card: OutgoingCard): OutgoingCard {
  switch (card.type) {
    case 'products':
      return { ...card, products: card.products.map((product) => ({ ...product, itemId: NOTHING })) };
    case 'order':
      return { ...card, order: { ...card.order, orderId: NOTHING, orderNumber: NOTHING } };
    case 'voucher':
      return { ...card, voucher: { ...card.voucher, voucherId: NOTHING } };
    case 'sticker':
      return { ...card, sticker: { ...card.sticker, stickerId: NOTHING, text: '[no such sticker]' } };
    case 'follow':
    case 'rating':
      return card;
  }
}

const ANY_CARD: Readonly<Record<CardAbility, OutgoingCard>> = {
  productCard: { type: 'products', products: [productCard('1')] },
  productList: { type: 'products', products: [productCard('1'), productCard('2')] },
  orderCard: {
    type: 'order',
    order: { orderId: '1', orderNumber: null, status: null, total: null, iconUrl: null },
  },
  voucherCard: { type: 'voucher', voucher: { voucherId: '1', voucherCode: null, title: null, discount: null } },
  sticker: { type: 'sticker', sticker: { stickerId: '1', packageId: '1', imageUrl: '', text: '[smile]' } },
  followInvitation: { type: 'follow' },
  ratingCard: { type: 'rating' },
};
