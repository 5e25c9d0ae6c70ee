import { COUNTRIES, MARKETPLACES, type Marketplace } from '@pasar/domain';
import { z } from 'zod';
import { eventually } from './wait.ts';

const marketplace = z.enum(MARKETPLACES);
const loginSchema = z.object({
  marketplace,
  loginId: z.string(),
  kind: z.enum(['shop', 'merchant']),
  identifier: z.string(),
  password: z.string(),
  country: z.enum(COUNTRIES),
  shopIds: z.array(z.string()),
  seller: z.string(),
});
const shopSchema = z.object({
  marketplace,
  shopId: z.string(),
  userId: z.string(),
  name: z.string(),
  country: z.enum(COUNTRIES),
  buyers: z.array(z.object({ buyerId: z.string(), name: z.string() })),
});
const messageSchema = z.object({
  messageId: z.string(),
  from: z.enum(['buyer', 'seller', 'sellerApp', 'system']),
  kind: z.string(),
  status: z.enum(['available', 'recalled']),
  quote: z.object({ messageId: z.string(), hint: z.string() }).nullable(),
});
const conversationSchema = z.object({
  conversationId: z.string(),
  status: z.enum(['activated', 'closed', 'archived']),
  isPinned: z.boolean(),
  isMuted: z.boolean(),
  isFavorite: z.boolean(),
  isSellerTyping: z.boolean(),
  marks: z.array(z.object({ messageId: z.string(), mark: z.enum(['favorite', 'pin', 'unread']) })),
  sellerReadMessageId: z.string().nullable(),
  buyerReadMessageId: z.string().nullable(),
  messages: z.array(messageSchema),
});
const ledgerEntrySchema = z.object({
  ledgerId: z.string(),
  messageId: z.string(),
  idempotencyKey: z.string().nullable(),
  from: z.string(),
});

export type SimulatorLogin = z.infer<typeof loginSchema>;
export type SimulatorShop = z.infer<typeof shopSchema>;
export type SimulatorConversation = z.infer<typeof conversationSchema>;
export type LedgerEntry = z.infer<typeof ledgerEntrySchema>;

export interface Place {
  readonly marketplace: Marketplace;
  readonly shopId: string;
  readonly buyerId: string;
}
export interface FaultInput {
  readonly kind: string;
  readonly marketplace: Marketplace;
  readonly shopId: string;
  readonly count?: number;
  readonly delayMs?: number;
}

/** The calls of the simulator's control API that tests use: actions of buyers and phones, and faults. */
export class SimulatorControl {
  readonly #origin: string;
  constructor(origin: string) {
    this.#origin = origin;
  }

  async logins(marketplaceName: Marketplace): Promise<readonly SimulatorLogin[]> {
    const { logins } = z.object({ logins: z.array(loginSchema) }).parse(await this.#get('/sim/logins'));
    return logins.filter((login) => login.marketplace === marketplaceName);
  }
  async shops(marketplaceName: Marketplace): Promise<readonly SimulatorShop[]> {
    const { shops } = z.object({ shops: z.array(shopSchema) }).parse(await this.#get('/sim/state'));
    return shops.filter((shop) => shop.marketplace === marketplaceName);
  }
  /** The buyer sends a message of a marketplace's own kind. */
  async postKind(place: Place, kind: string, content: Readonly<Record<string, unknown>>): Promise<void> {
    await this.#send('POST', '/sim/messages', { ...place, kind, content, from: 'buyer' });
  }
  /** Posts a message; gives its id. */
  async post(
    place: Place,
    text: string,
    from: 'buyer' | 'sellerApp' = 'buyer',
    quoteMessageId: string | null = null,
  ): Promise<string> {
    const quoting = quoteMessageId === null ? {} : { quoteMessageId };
    const message = { ...place, kind: 'text', content: text, from, ...quoting };
    const answer = await this.#send('POST', '/sim/messages', message);
    return z.object({ messageId: z.string() }).parse(answer).messageId;
  }
  /** An order takes a step of its life; rejects when its status does not allow the step. */
  async stepOrder(of: Marketplace, shopId: string, orderId: string, step: string): Promise<void> {
    await this.#send('POST', '/sim/orders/step', { marketplace: of, shopId, orderId, step });
  }
  /** The marketplace tells this status of an order until its next step: a word, or a number in digits. */
  async tellStatus(of: Marketplace, shopId: string, orderId: string, status: string): Promise<void> {
    await this.#send('POST', '/sim/orders/status', { marketplace: of, shopId, orderId, status });
  }
  /** Moves this side's read mark to the newest message. */
  async read(place: Place, by: 'buyer' | 'sellerApp'): Promise<void> {
    await this.#send('POST', '/sim/reads', { ...place, by });
  }
  /** The buyer types, or has stopped; for chats that show typing. */
  async setTyping(place: Place, isTyping: boolean): Promise<void> {
    await this.#send('POST', '/sim/typing', { ...place, isTyping });
  }
  /** Rejects when the chat's rules forbid it. */
  async recall(place: Place, messageId: string, by: 'buyer' | 'sellerApp'): Promise<void> {
    await this.#send('POST', '/sim/recalls', { ...place, messageId, by });
  }
  /** The seller deletes the conversation in the marketplace's own pages. */
  async deleteConversation(place: Place): Promise<void> {
    await this.#send('POST', '/sim/deletions', place);
  }
  /** The buyer rates the service on a card of the shop. */
  async rate(place: Place, messageId: string, stars: number): Promise<void> {
    await this.#send('POST', '/sim/ratings', { ...place, messageId, stars });
  }
  /** Another member of the shop's customer service chats with the buyer, or has stopped. */
  async setSeat(place: Place, isChatting: boolean): Promise<void> {
    await this.#send('POST', '/sim/seats', { ...place, isChatting });
  }
  /** `at`: when it happened; now when left out. */
  async setStatus(place: Place, status: 'activated' | 'closed' | 'archived', at?: number): Promise<void> {
    await this.#send('POST', '/sim/conversations', { ...place, status, ...(at === undefined ? {} : { at }) });
  }
  async conversation(place: Place): Promise<SimulatorConversation> {
    return conversationSchema.parse(await this.#get(`/sim/conversations?${new URLSearchParams({ ...place })}`));
  }
  /** Messages accepted since the world was seeded, each once. */
  async ledger(place: Place): Promise<readonly LedgerEntry[]> {
    const answer = await this.#get(`/sim/ledger?${new URLSearchParams({ ...place })}`);
    return z.object({ entries: z.array(ledgerEntrySchema) }).parse(answer).entries;
  }
  async addFault(fault: FaultInput): Promise<string> {
    return z.object({ faultId: z.string() }).parse(await this.#send('POST', '/sim/faults', fault)).faultId;
  }
  /** Resolves when the fault has struck its full count. */
  async faultIsSpent(faultId: string): Promise<void> {
    const schema = z.object({ faults: z.array(z.object({ faultId: z.string() })) });
    await eventually(async () => {
      const { faults } = schema.parse(await this.#get('/sim/faults'));
      return faults.some((fault) => fault.faultId === faultId) ? null : true;
    }, `fault ${faultId} to strike`);
  }
  async clearFaults(): Promise<void> {
    await this.#send('DELETE', '/sim/faults', null);
  }

  #get(path: string): Promise<unknown> {
    return this.#send('GET', path, null);
  }
  async #send(method: string, path: string, body: unknown): Promise<unknown> {
    const response = await fetch(`${this.#origin}${path}`, {
      method,
      ...(body === null ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: HTTP ${response.status} ${text}`);
    return text === '' ? null : JSON.parse(text);
  }
}
