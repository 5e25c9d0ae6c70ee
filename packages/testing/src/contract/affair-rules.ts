import { type ConnectorSession, type ConversationRef, type Outcome, SHOP_CALLS } from '@pasar/connector-kit';
import { levelOf, type Marketplace, type PlatformShopId } from '@pasar/domain';
import { expect, it } from 'vitest';
import type { SimulatorLogin } from '../control.ts';
import { type About, type Affair, readToTheEnd } from './affair.ts';
import { AFFAIRS, PICTURE } from './affairs.ts';
import { type ContractHarness, toRef, value } from './harness.ts';
import { RequestLog, textOf } from './request-log.ts';
import type { ContractSubject } from './subject.ts';

/** Ids of a request (spec 2 §5). */
const CHUNK = 10;
/** Number of cards of each kind. */
const ENOUGH_CARDS = 5;
/**
 * Refusals for another login's shop. Spec 2 §8 has the second reason for Shopee. Our choice: the others refuse with the
 * first.
 */
const NOT_OURS = ['not_found', 'shop_not_logged_in', 'shop_not_in_software'];

/** The methods that the marketplace has nothing for by the table of abilities. */
const refusedAt = (marketplace: Marketplace): ReadonlySet<string> =>
  new Set(SHOP_CALLS.filter((method) => levelOf(marketplace, method) === 'no'));

const ALL: readonly (readonly [method: string, affair: Affair<unknown>])[] = Object.entries(AFFAIRS);

interface AffairsHarness {
  readonly session: ConnectorSession;
  readonly about: About;
  /** The requests that were made since the session was opened. */
  readonly log: RequestLog;
}

/** Opens a session and collects facts about one of its shops. */
async function openAffairs(harness: ContractHarness, login: SimulatorLogin = harness.login): Promise<AffairsHarness> {
  const log = new RequestLog();
  const session = await harness.open(login, { log });
  const about = await aboutOf(harness, session, login, 0);
  log.forget();
  return { session, about, log };
}

async function aboutOf(
  harness: ContractHarness,
  session: ConnectorSession,
  login: SimulatorLogin,
  index: number,
): Promise<About> {
  const shop = harness.shopOf(login, index);
  const place = harness.takePlace(login, index);
  const conversation = await harness.refOf(session, place);
  const search = { status: null, buyer: null, keyword: null };
  const { items } = await readToTheEnd((cursor) => session.calls.orders.listOrders(shop, { ...search, cursor }));
  return {
    subject: harness.subject,
    shop,
    conversation,
    place,
    control: harness.control,
    trade: await harness.tradeOf(shop),
    tradeNow: () => harness.tradeOf(shop),
    step: (orderId, step) => harness.control.stepOrder(harness.subject.marketplace, shop, orderId, step),
    tellStatus: (orderId, status) => harness.control.tellStatus(harness.subject.marketplace, shop, orderId, status),
    orders: items,
    pictureUrl: value(await session.calls.media.uploadImage(conversation, PICTURE)).url,
    password: login.password,
  };
}

const atShop = (about: About, shop: PlatformShopId): About => {
  const conversation: ConversationRef = { ...about.conversation, platformShopId: shop };
  return { ...about, shop, conversation };
};

const refusalIn = (outcome: Outcome<unknown>) =>
  outcome.ok ? null : { ...outcome.refusal, canRetry: outcome.canRetry };

/**
 * Each method of `ShopCalls` answers with the shop's data, or is refused because the marketplace has no call for it.
 */
export function affairRules(subject: ContractSubject, harness: () => ContractHarness): void {
  const refused = refusedAt(subject.marketplace);
  const offered = ALL.filter(([method]) => !refused.has(method));

  it('CK-A1 has a rule for every method, and every method', async () => {
    const session = await harness().open();
    const methods = Object.entries(session.calls).flatMap(([group, calls]) =>
      Object.keys(calls).map((name) => `${group}.${name}`),
    );
    expect(methods.toSorted()).toEqual(Object.keys(AFFAIRS).toSorted());
  });

  it.each(offered.filter(([, affair]) => !('isPaged' in affair)))(
    'CK-A2 %s: answers with what the shop has, and does what it is told',
    async (_method, affair) => {
      const { session, about } = await openAffairs(harness());
      await affair.holds(session.calls, about);
    },
  );

  it.each(offered.filter(([, affair]) => 'isPaged' in affair))(
    'CK-A3 %s: gives every row once, page by page, and ends',
    async (_method, affair) => {
      const { session, about } = await openAffairs(harness());
      await affair.holds(session.calls, about);
    },
  );

  it.each(ALL.filter(([method]) => refused.has(method)))(
    'CK-A4 %s: is refused as not offered, and nothing leaves for it',
    async (_method, affair) => {
      const { session, about, log } = await openAffairs(harness());
      expect(refusalIn(await affair.ask(session.calls, about))).toEqual({
        reason: 'invalid_request',
        detail: expect.stringMatching(/: not offered here$/),
        canRetry: false,
      });
      expect(log.requests).toEqual([]);
    },
  );
}

/** Many ids, shops of other logins, and several shops of one login. */
export function affairsOfManyRules(harness: () => ContractHarness): void {
  it('CK-A5 asks for ten orders at a time, and loses none', async () => {
    const { session, about, log } = await openAffairs(harness());
    const ids = about.orders.slice(0, 2 * CHUNK + 3).map(({ orderId }) => orderId);
    expect(ids.length).toBeGreaterThan(2 * CHUNK);
    const parcels = value(await session.calls.orders.logistics(about.shop, ids));
    expect([...parcels.keys()].toSorted()).toEqual(ids.toSorted());
    const named = log.requests.map((request) => ids.filter((id) => textOf(request).includes(id)).length);
    expect(Math.max(...named)).toBeLessThanOrEqual(CHUNK);
    expect(log.mostAtOnce).toBeLessThanOrEqual(CHUNK);
    expect(named.reduce((sum, count) => sum + count, 0)).toBeGreaterThanOrEqual(ids.length);
  });

  it.each(ALL)(
    'CK-A6 %s: is refused for a shop that is not the login’s, and nothing leaves',
    async (method, affair) => {
      const { session, about, log } = await openAffairs(harness());
      const { subject, login } = harness();
      const outcome = await affair.ask(session.calls, atShop(about, harness().strangeShop(login)));
      expect(log.requests).toEqual([]);
      // The address of a public medium belongs to no shop, so it is answered.
      if (method === 'media.mediaUrl' && subject.isMediaOpen) return expect(value(outcome)).toBe(about.pictureUrl);
      const reason = refusalIn(outcome)?.reason;
      expect(refusedAt(subject.marketplace).has(method) ? ['invalid_request'] : NOT_OURS).toContain(reason);
      expect(refusalIn(outcome)?.canRetry).toBe(false);
    },
  );

  it('CK-A7 answers for several shops of one login at the same time, each with its own data', async () => {
    const { merchant, subject } = harness();
    if (merchant === null) return;
    const session = await harness().open(merchant);
    const abouts: About[] = [];
    for (const index of merchant.shopIds.keys()) abouts.push(await aboutOf(harness(), session, merchant, index));
    const refused = refusedAt(subject.marketplace);
    const lists = ALL.filter(([method, affair]) => 'isPaged' in affair && !refused.has(method));
    await Promise.all(
      abouts.flatMap((about) =>
        [AFFAIRS['affairs.shopInfo'], ...lists.map(([, affair]) => affair)].map((affair) =>
          affair.holds(session.calls, about),
        ),
      ),
    );
  });

  it('CK-A8 finds the orders and vouchers that messages name, by the ids in the messages', async () => {
    const session = await harness().open();
    const shop = harness().shopOf(harness().login);
    const hasVouchers = levelOf(harness().subject.marketplace, 'goods.voucherDetail') !== 'no';
    const found = { order: 0, voucher: 0 };
    for (const facts of await harness().allConversations(session, shop)) {
      for (const { content } of await harness().allHistory(session, toRef(facts))) {
        if (content.type === 'order' && found.order < ENOUGH_CARDS) {
          const { orderId, orderNumber } = content.order;
          expect(value(await session.calls.orders.orderDetail(shop, orderId))).toMatchObject({ orderId, orderNumber });
          found.order += 1;
        }
        if (content.type === 'voucher' && found.voucher < ENOUGH_CARDS && hasVouchers) {
          const { voucherId } = content.voucher;
          const input = { voucherId, buyerId: facts.buyer.buyerId };
          expect(value(await session.calls.goods.voucherDetail(shop, input))).toMatchObject({ voucherId });
          found.voucher += 1;
        }
      }
    }
    expect(found.order).toBeGreaterThan(0);
    expect(found.voucher > 0).toBe(hasVouchers);
  });
}
