import { MARKETPLACES, type Marketplace } from '@pasar/domain';
import { type Place, SimulatorControl } from '@pasar/testing';
import { z } from 'zod';

const stateSchema = z.object({
  shops: z.array(
    z.object({
      marketplace: z.enum(MARKETPLACES),
      shopId: z.string(),
      name: z.string(),
      country: z.string(),
      buyers: z.array(z.object({ buyerId: z.string(), name: z.string() })),
    }),
  ),
});
const words = z.string().optional();
const contentSchema = z.looseObject({ text: words, txt: words, emoji: words });
const messageSchema = z.object({
  messageId: z.string(),
  from: z.enum(['buyer', 'seller', 'sellerApp', 'system']),
  kind: z.string(),
  content: contentSchema,
  /** Milliseconds since the epoch. */
  acceptedAt: z.number(),
});
const quoteSchema = z.object({ messageId: z.string(), hint: z.string() });
const seenSchema = messageSchema.extend({
  messageId: z.string(),
  status: z.enum(['available', 'recalled']),
  quote: quoteSchema.nullable(),
  isReadBySeller: z.boolean(),
  isReadByBuyer: z.boolean(),
});
const conversationSchema = z.object({
  status: z.enum(['activated', 'closed']),
  isPinned: z.boolean(),
  isMuted: z.boolean(),
  isFavorite: z.boolean(),
  marks: z.array(z.object({ messageId: z.string(), mark: z.string() })),
  isSellerTyping: z.boolean(),
  unreadCount: z.number(),
  messages: z.array(seenSchema),
});
const ORDER_STATES = [
  'unpaid',
  'toShip',
  'cancelRequested',
  'shipping',
  'returning',
  'completed',
  'cancelled',
  'returned',
  'held',
] as const;
const tradeSchema = z.object({
  vouchers: z.array(
    z.object({ voucherId: z.string(), voucherCode: z.string(), name: z.string(), percent: z.number().nullable() }),
  ),
  products: z.array(
    z.object({
      productId: z.string(),
      title: z.string(),
      sellerSku: z.string(),
      isOnline: z.boolean(),
      variants: z.array(z.object({ name: z.string(), stock: z.number() })),
    }),
  ),
  /** `price`: in units of 1/100,000 of the currency. */
  offers: z.array(
    z.object({
      offerId: z.string(),
      product: z.object({ productId: z.string(), title: z.string() }),
      quantity: z.number(),
      price: z.number(),
      status: z.string(),
    }),
  ),
  stickers: z.array(z.object({ symbol: z.string() })),
  orders: z.array(
    z.object({
      orderId: z.string(),
      orderNumber: z.string(),
      buyerId: z.string(),
      status: z.enum(ORDER_STATES),
      /** In units of 1/100,000 of the currency. */
      total: z.number(),
      items: z.array(z.object({ product: z.object({ title: z.string() }) })),
      trackingNumber: z.string().nullable(),
      /** Oldest first. */
      tracking: z.array(z.object({ text: z.string() })),
      sellerNote: z.string(),
      rating: z.object({ stars: z.number(), comment: z.string() }).nullable(),
    }),
  ),
  returns: z.array(z.object({ returnSn: z.string(), status: z.number(), text: z.string() })),
  notifications: z.array(z.object({ status: z.number() })),
});
const ledgerSchema = z.object({ entries: z.array(messageSchema) });

type Shop = z.infer<typeof stateSchema>['shops'][number];
export type MarketOrder = z.infer<typeof tradeSchema>['orders'][number];
export type MarketMessage = z.infer<typeof messageSchema>;
export type MarketConversation = z.infer<typeof conversationSchema>;

/** One buyer at one shop, with the names under which both stand on the screens. */
export interface Buyer {
  readonly place: Place;
  readonly name: string;
  readonly shopName: string;
}

/** The demo seller's shops, by country; the simulated world has a second seller with other shops. */
const DEMO_SHOPS: Readonly<Record<Marketplace, readonly string[]>> = {
  shopee: ['SG', 'MY', 'TH', 'BR', 'TW', 'VN'],
  lazada: ['ID', 'PH', 'TH'],
  tiktok: ['GB', 'VN', 'MY'],
};

/** The marketplaces' names of the picture kind. */
const PICTURE_KINDS: ReadonlySet<string> = new Set(['image', 'file_image']);

const ALL_MESSAGES = 100_000;

/** The kinds that the desk shows as text. A sticker has text on Lazada alone. */
const WORDED_KINDS: ReadonlySet<string> = new Set([
  'text',
  'sticker',
  'emoji',
  'emoticons',
  'system',
  'notification',
  'allocated_service',
  'interactive_system_message',
]);

/** The text of a message as its marketplace keeps it; null for a card. */
export const textOf = ({ kind, content }: MarketMessage): string | null =>
  WORDED_KINDS.has(kind) ? (content.text ?? content.txt ?? content.emoji ?? null) : null;

const letterList = z.object({
  letters: z.array(z.object({ to: z.string(), subject: z.string(), text: z.string() })),
});

/** Reads what the marketplaces hold, writes as buyers do, and injects faults: the other side of every journey. */
export class Market extends SimulatorControl {
  readonly #origin: string;
  constructor(origin: string) {
    super(origin);
    this.#origin = origin;
  }

  /** Every buyer of the demo seller, by shop. */
  async demoShops(): Promise<readonly (Shop & { readonly conversations: readonly Buyer[] })[]> {
    const { shops } = stateSchema.parse(await this.#ask('/sim/state', {}));
    return shops
      .filter(({ marketplace, country }) => DEMO_SHOPS[marketplace].includes(country))
      .map((shop) => ({
        ...shop,
        conversations: shop.buyers.map(({ buyerId, name }) => ({
          place: { marketplace: shop.marketplace, shopId: shop.shopId, buyerId },
          name,
          shopName: shop.name,
        })),
      }));
  }

  /**
   * Buyers of a shop with unique names, and with nothing unread, pinned or closed; always in the same order, so that
   * each journey takes its own.
   */
  async quietBuyers(marketplace: Marketplace, country: string): Promise<readonly Buyer[]> {
    const shops = await this.demoShops();
    const names = shops.flatMap((shop) => shop.buyers.map(({ name }) => name.toLowerCase()));
    const isAlone = (name: string) => names.filter((other) => other.includes(name.toLowerCase())).length === 1;
    const buyers = shops
      .filter((shop) => shop.marketplace === marketplace && shop.country === country)
      .flatMap((shop) => shop.conversations)
      .filter(({ name }) => isAlone(name))
      .sort((left, right) => left.place.buyerId.localeCompare(right.place.buyerId));
    const seen = await Promise.all(buyers.map(({ place }) => this.look(place, 1)));
    return buyers.filter((_, index) => {
      const found = seen[index];
      return found?.status === 'activated' && !found.isPinned && found.unreadCount === 0;
    });
  }

  /** Every conversation of the demo seller, as the marketplaces hold it. */
  async all(): Promise<readonly { readonly buyer: Buyer; readonly conversation: MarketConversation }[]> {
    const shops = await this.demoShops();
    const buyers = shops.flatMap(({ conversations }) => conversations);
    return Promise.all(buyers.map(async (buyer) => ({ buyer, conversation: await this.look(buyer.place) })));
  }

  /** The conversation as the marketplace holds it, with its newest `limit` messages (all by default), oldest first. */
  async look(place: Place, limit: number = ALL_MESSAGES): Promise<MarketConversation> {
    return conversationSchema.parse(await this.#ask('/sim/conversations', { ...place, limit: String(limit) }));
  }

  /** How often a text was accepted from this side since the world began. */
  async timesAccepted(place: Place, text: string, from: MarketMessage['from']): Promise<number> {
    const { entries } = ledgerSchema.parse(await this.#ask('/sim/ledger', { ...place }));
    return entries.filter((entry) => entry.from === from && textOf(entry) === text).length;
  }

  /** How many pictures were accepted from this side since the world began. */
  async picturesAccepted(place: Place, from: MarketMessage['from']): Promise<number> {
    const { entries } = ledgerSchema.parse(await this.#ask('/sim/ledger', { ...place }));
    return entries.filter((entry) => entry.from === from && PICTURE_KINDS.has(entry.kind)).length;
  }

  /** How many pictures of both sides the conversation holds. */
  async picturesOf(place: Place): Promise<number> {
    const { messages } = await this.look(place);
    return messages.filter(({ kind, status }) => PICTURE_KINDS.has(kind) && status === 'available').length;
  }

  /** How many messages of a kind were accepted from the seller since the world began. */
  async cardsAccepted(place: Place, kind: string): Promise<number> {
    const { entries } = ledgerSchema.parse(await this.#ask('/sim/ledger', { ...place }));
    return entries.filter((entry) => entry.from === 'seller' && entry.kind === kind).length;
  }

  /** The goods and orders of the conversation's shop. */
  async trade({ marketplace, shopId }: Place): Promise<z.infer<typeof tradeSchema>> {
    return tradeSchema.parse(await this.#ask('/sim/trade', { marketplace, shopId }));
  }

  /** Every call of the shop fails in this way from now on, for `forMs` milliseconds. */
  async failFor({ marketplace, shopId }: Place, kind: 'tooManyRequests', forMs: number): Promise<void> {
    await this.#tell('/sim/faults', { kind, marketplace, shopId, forMs });
  }

  /** Posts a card of the marketplace's own kind from the buyer. */
  async postCard(place: Place, kind: string, content: Readonly<Record<string, unknown>>): Promise<void> {
    await this.#tell('/sim/messages', { ...place, kind, content, from: 'buyer' });
  }

  /** A buyer of Shopee sends the film that the simulator has. */
  async postVideo(place: Place): Promise<void> {
    const vid = crypto.randomUUID();
    const film = {
      video_url: `${this.#origin}/sim/videos/${vid}.mp4`,
      thumb_url: `${this.#origin}/sim/pictures/${vid}.png`,
    };
    const size = { thumb_width: 320, thumb_height: 320, duration_seconds: 4 };
    await this.postCard(place, 'video', { vid, ...film, ...size });
  }

  /** From now on the translation service of the demo has this fault, or none. */
  async faultTranslation(fault: 'broken' | 'hostile' | null): Promise<void> {
    const headers = { 'content-type': 'application/json' };
    await this.#fetch('/sim/translation', { method: 'PUT', headers, body: JSON.stringify({ fault }) });
  }

  /** From now on the language model of the demo has this fault, or none. */
  async faultModel(fault: 'hostile' | 'silent' | null): Promise<void> {
    const headers = { 'content-type': 'application/json' };
    await this.#fetch('/sim/model', { method: 'PUT', headers, body: JSON.stringify({ fault }) });
  }

  /** The mails and short messages for this person, the newest first. */
  async lettersFor(to: string): Promise<readonly { readonly subject: string; readonly text: string }[]> {
    const { letters } = letterList.parse(await this.#fetch('/sim/letters', {}));
    return letters.filter((letter) => letter.to === to);
  }

  async #tell(path: string, body: unknown): Promise<void> {
    const headers = { 'content-type': 'application/json' };
    await this.#fetch(path, { method: 'POST', headers, body: JSON.stringify(body) });
  }
  #ask(path: string, query: Readonly<Record<string, string>>): Promise<unknown> {
    return this.#fetch(`${path}?${new URLSearchParams(query)}`, {});
  }
  async #fetch(path: string, options: RequestInit): Promise<unknown> {
    const response = await fetch(`${this.#origin}${path}`, options);
    const text = await response.text();
    if (!response.ok) throw new Error(`${path}: HTTP ${response.status} ${text}`);
    return JSON.parse(text);
  }
}
