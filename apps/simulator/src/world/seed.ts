/** Makes the world's initial state: the same seed and base time give the same shops, buyers and messages. */
import { ledgerIdOf, messageIdAt, stableId } from './ids.ts';
import { PHRASE_BOOKS } from './phrases/index.ts';
import type { PhraseBook } from './phrases/types.ts';
import { createRandom, type Random } from './random.ts';
import { dialogueOf, type SeededTurn } from './seed-dialogue.ts';
import { DEMO_SELLER, LOGIN_PLANS, type LoginPlan, MESSAGES_BY_SELLER, type ShopPlan } from './seed-plan.ts';
import { IMPORT_PLANS, UNCLAIMED_PLANS, WESTERN_PLANS } from './seed-plan-later.ts';
import type { TradeVoucher } from './trade.ts';
import { vouchersOf } from './trading/goods.ts';
import { orderIdsOf } from './trading/orders.ts';
import { planOfShop } from './trading/plan.ts';
import type { Buyer, Conversation, Login, Marketplace, Message, Shop } from './types.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
/** Age of the oldest last message. */
const SPAN_MS = 24 * DAY;
/** Longest time that a buyer has waited for an answer, as at a desk that answers every day; few buyers were forgotten. */
const LONGEST_WAIT_MS = DAY;
const isForgotten = (index: number): boolean => index % 12 === 7;
/** Twelve hours are the most that the marketplaces give. No answer becomes due in the first minutes of a world. */
const NEARLY_DUE_MS = { from: 10.75 * 60 * MINUTE, to: 12.1 * 60 * MINUTE } as const;
/** More than a badge can show. */
const MANY_UNREAD = 128;

export interface SeedOptions {
  readonly seed: string;
  /** Milliseconds since the epoch; every seeded message is older. */
  readonly seededAt: number;
  /** The base URL of pictures, without a slash at the end. */
  readonly pictureOrigin: string;
}
export interface Seeded {
  readonly logins: readonly Login[];
  readonly shops: readonly Shop[];
  readonly conversations: readonly Conversation[];
  /** Shops whose conversations are made on first use. */
  readonly later: readonly LaterShop[];
}
/** A shop whose conversations are made on demand; each call makes the same conversations. */
export interface LaterShop {
  readonly marketplace: Marketplace;
  readonly shopId: string;
  conversationIds(): readonly string[];
  conversations(): readonly Conversation[];
}

/** The part of the shop's trade that its seeded conversations name. */
interface Traded {
  readonly vouchers: readonly TradeVoucher[];
  readonly orders: ReturnType<typeof orderIdsOf>;
}
interface Draft {
  readonly traded: Traded;
  readonly plan: ShopPlan;
  readonly marketplace: Marketplace;
  readonly shop: Shop;
  readonly index: number;
  readonly random: Random;
  length: number;
  readonly unanswered: number;
}

/** A bell-shaped draw between 4 and 60, with a few longer conversations. */
function drawLength(random: Random): number {
  if (random.chance(0.04)) return random.integer(70, 120);
  return 4 + Math.floor((random.next() + random.next()) * 15);
}

function drawUnanswered(random: Random, isTheImpatientOne: boolean): number {
  if (isTheImpatientOne) return MANY_UNREAD;
  return random.chance(0.28) ? random.integer(1, random.chance(0.15) ? 12 : 3) : 0;
}

function tradedBy(shop: Shop, plan: ShopPlan, { seed, seededAt }: SeedOptions): Traded {
  const buyers = Array.from({ length: plan.conversations }, (_, index) => ({ buyerId: buyerIdOf(plan, index, seed) }));
  const ofShop = planOfShop(shop, seed, seededAt);
  return { vouchers: vouchersOf(ofShop), orders: orderIdsOf(ofShop, buyers) };
}

/** A buyer without an order asks about another buyer's order, as for a gift. */
function orderIdsOfBuyer({ orders }: Traded, buyerId: string, index: number): readonly string[] {
  const own = orders.filter((order) => order.buyerId === buyerId);
  const named = own.length > 0 ? own : orders.slice(index % Math.max(1, orders.length)).slice(0, 1);
  return named.map(({ orderId }) => orderId);
}

function draftsOf(marketplace: Marketplace, plan: ShopPlan, options: SeedOptions): Draft[] {
  const shop = shopOf(marketplace, plan, options.seed);
  const traded = tradedBy(shop, plan, options);
  return Array.from({ length: plan.conversations }, (_, index) => {
    const random = createRandom(`${options.seed}/${plan.key}/${index}`);
    const unanswered = drawUnanswered(random, plan.key === 'shopee-th' && index === 0);
    const length = Math.min(drawLength(random) + unanswered, plan.longest ?? Number.POSITIVE_INFINITY);
    return { traded, plan, marketplace, shop, index, random, length, unanswered: Math.min(unanswered, length) };
  });
}

/** Lengthens or shortens conversations in turn until their messages number exactly `total`. */
function settleLengths(drafts: readonly Draft[], total: number): void {
  let missing = total - drafts.reduce((sum, draft) => sum + draft.length, 0);
  while (missing !== 0) {
    const step = Math.sign(missing);
    let changed = 0;
    for (const draft of drafts) {
      if (missing === 0) break;
      if (step < 0 && draft.length <= draft.unanswered + 3) continue;
      draft.length += step;
      missing -= step;
      changed += 1;
    }
    if (changed === 0) throw new RangeError(`${drafts.length} conversations cannot hold only ${total} messages`);
  }
}

const shopOf = (marketplace: Marketplace, plan: ShopPlan, seed: string): Shop => ({
  marketplace,
  shopId: stableId(seed, `shop/${plan.key}`),
  userId: stableId(seed, `owner/${plan.key}`),
  name: plan.name,
  country: plan.country,
  isCb: plan.isCb,
});

const LONGEST_NAME = 'Maximiliana Alexandrina Bartholomea Featherstonehaugh-Wright';

function nameOf(random: Random, book: PhraseBook, marketplace: Marketplace): string {
  if (marketplace === 'shopee')
    return `${random.pick(book.handles)}${random.pick(['', '_', '.'])}${random.integer(10, 9_999)}`;
  const [given, family] = [random.pick(book.given), random.pick(book.family)];
  return (book.isFamilyFirst ? [family, given] : [given, family]).join(book.nameSeparator);
}

const buyerIdOf = ({ key }: ShopPlan, index: number, seed: string): string => stableId(seed, `buyer/${key}/${index}`);

function buyerOf({ plan, marketplace, index, random }: Draft, options: SeedOptions): Buyer {
  const language = random.pick(plan.languages);
  const buyerId = buyerIdOf(plan, index, options.seed);
  const isTheLongest = plan.key === 'shopee-sg' && index === 3;
  return {
    buyerId,
    name: isTheLongest ? LONGEST_NAME : nameOf(random, PHRASE_BOOKS[language], marketplace),
    avatarUrl: random.chance(0.3) ? null : `${options.pictureOrigin}/sim/pictures/${buyerId}.png`,
    language,
  };
}

/** Sets the times of the turns, the last at `lastAt`. */
function messagesOf(turns: readonly SeededTurn[], lastAt: number, firstSequence: number): Message[] {
  let at = lastAt - turns.slice(1).reduce((sum, turn) => sum + turn.gapMs, 0);
  return turns.map(({ from, kind, content, gapMs }, index) => {
    if (index > 0) at += gapMs;
    const sequence = firstSequence + index;
    return {
      messageId: messageIdAt(at, sequence),
      ledgerId: ledgerIdOf(sequence),
      from,
      kind,
      content,
      idempotencyKey: null,
      acceptedAt: at,
      quote: null,
      status: 'available',
    };
  });
}

const conversationIdOf = ({ key }: ShopPlan, index: number, seed: string): string =>
  stableId(seed, `conversation/${key}/${index}`);

function conversationOf(draft: Draft, options: SeedOptions, firstSequence: number): Conversation {
  const { traded, plan, marketplace, shop, index, random, length, unanswered } = draft;
  const buyer = buyerOf(draft, options);
  const turns = dialogueOf({
    random,
    book: PHRASE_BOOKS[buyer.language],
    marketplace,
    shopId: shop.shopId,
    country: shop.country,
    pictureOrigin: options.pictureOrigin,
    length,
    unanswered,
    orderIds: orderIdsOfBuyer(traded, buyer.buyerId, index),
    vouchers: traded.vouchers,
    newId: (name) => stableId(options.seed, `${plan.key}/${index}/${name}`),
  });
  // Squared, so that recent conversations are more frequent than old ones.
  const span = unanswered > 0 && !isForgotten(index) ? LONGEST_WAIT_MS : SPAN_MS;
  const age = random.integer(1, 9) * MINUTE + Math.floor(random.next() ** 2 * span);
  const waiting = turns.slice(turns.findLastIndex(({ from }) => from === 'seller') + 1);
  const wait = age + waiting.slice(1).reduce((sum, turn) => sum + turn.gapMs, 0);
  const isNearlyDue = waiting.length > 0 && wait > NEARLY_DUE_MS.from && wait < NEARLY_DUE_MS.to;
  const lastAt = options.seededAt - (isNearlyDue ? Math.max(MINUTE, age - (wait - NEARLY_DUE_MS.from)) : age);
  const messages = messagesOf(turns, lastAt, firstSequence);
  const isRead = unanswered === 0 || (unanswered < 3 && random.chance(0.3));
  const readUpTo = messages.at(isRead ? -1 : -unanswered - 1);
  const heard = messages.at(-unanswered - 1 - (random.chance(0.25) ? 1 : 0));
  return {
    marketplace,
    conversationId: conversationIdOf(plan, index, options.seed),
    shopId: shop.shopId,
    buyer,
    isPinned: random.chance(0.04) || index === 1,
    status: unanswered === 0 && random.chance(0.03) ? 'closed' : 'activated',
    // The chance is drawn for every conversation, so that the random numbers after it stay the same. TikTok Shop's chat
    // has no such mark.
    isMarkedUnread: unanswered === 0 && random.chance(0.02) && marketplace !== 'tiktok',
    sellerReadMessageId: readUpTo?.messageId ?? null,
    buyerReadMessageId: heard?.messageId ?? null,
    messages,
  };
}

const loginOf = (plan: LoginPlan, seed: string): Login => ({
  marketplace: plan.marketplace,
  loginId: stableId(seed, `login/${plan.marketplace}/${plan.identifier}`),
  kind: plan.kind,
  identifier: plan.identifier,
  password: `Market-${stableId(seed, `password/${plan.marketplace}/${plan.identifier}`).slice(-8)}`,
  country: plan.country,
  shopIds: plan.shops.map((shop) => stableId(seed, `shop/${shop.key}`)),
  seller: plan.seller,
});

function conversationsOf(drafts: readonly Draft[], options: SeedOptions, firstSequence: number): Conversation[] {
  let sequence = firstSequence;
  return drafts.map((draft) => {
    const conversation = conversationOf(draft, options, sequence);
    sequence += conversation.messages.length;
    return conversation;
  });
}

/** New plans stand at the end, because the place of a plan is in the ids of its messages. */
const LATER_PLANS = [...UNCLAIMED_PLANS, ...IMPORT_PLANS, ...WESTERN_PLANS];
/** More than the number of messages of any shop that is made on demand. */
const LATER_BLOCK = 1_024;

/** The sequences of these shops lie below 0, because a journal from before these shops has used those above 0. */
function laterShopOf(marketplace: Marketplace, plan: ShopPlan, at: number, options: SeedOptions): LaterShop {
  let ids: readonly string[] | null = null;
  return {
    marketplace,
    shopId: stableId(options.seed, `shop/${plan.key}`),
    conversationIds() {
      ids ??= Array.from({ length: plan.conversations }, (_, index) => conversationIdOf(plan, index, options.seed));
      return ids;
    },
    conversations: () => conversationsOf(draftsOf(marketplace, plan, options), options, -(at + 1) * LATER_BLOCK),
  };
}

export function seedWorld(options: SeedOptions): Seeded {
  const conversations: Conversation[] = [];
  for (const seller of new Set(LOGIN_PLANS.map((plan) => plan.seller))) {
    const drafts = LOGIN_PLANS.filter((plan) => plan.seller === seller).flatMap(({ marketplace, shops }) =>
      shops.flatMap((plan) => draftsOf(marketplace, plan, options)),
    );
    settleLengths(drafts, MESSAGES_BY_SELLER[seller] ?? MESSAGES_BY_SELLER[DEMO_SELLER] ?? 0);
    const before = conversations.reduce((sum, { messages }) => sum + messages.length, 0);
    conversations.push(...conversationsOf(drafts, options, before + 1));
  }
  const plans = [...LOGIN_PLANS, ...LATER_PLANS];
  return {
    logins: plans.map((plan) => loginOf(plan, options.seed)),
    shops: plans.flatMap(({ marketplace, shops }) => shops.map((plan) => shopOf(marketplace, plan, options.seed))),
    conversations,
    later: LATER_PLANS.flatMap(({ marketplace, shops }) => shops.map((plan) => ({ marketplace, plan }))).map(
      ({ marketplace, plan }, at) => laterShopOf(marketplace, plan, at, options),
    ),
  };
}
