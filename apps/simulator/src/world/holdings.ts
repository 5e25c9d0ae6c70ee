/** The world's state in memory, and the change that each journalled fact makes to it. */
import { WorldError } from './errors.ts';
import { sequenceOf } from './ids.ts';
import type { JournalFact } from './journal.ts';
import type { LaterShop } from './seed.ts';
import type { Conversation, Marketplace, Message } from './types.ts';

/** A message that was accepted after the world was seeded. */
export interface LedgerEntry extends Omit<Message, 'status' | 'quote'> {
  readonly marketplace: Marketplace;
  readonly shopId: string;
  readonly buyerId: string;
}
type Mutable<T> = { -readonly [Key in keyof T]: T[Key] };
/** A conversation that the world may change; everybody else sees it as read-only. */
export type Held = Mutable<Omit<Conversation, 'messages'>> & { readonly messages: Message[] };

const recalledIf =
  (messageId: string) =>
  (message: Message): Message =>
    message.messageId === messageId ? { ...message, status: 'recalled' } : message;

/** A conversation without a message: only its buyer is known. */
const openedConversation = ({
  marketplace,
  conversationId,
  shopId,
  buyer,
}: Extract<JournalFact, { type: 'opened' }>): Conversation => ({
  marketplace,
  conversationId,
  shopId,
  buyer,
  isPinned: false,
  isMarkedUnread: false,
  status: 'activated',
  sellerReadMessageId: null,
  buyerReadMessageId: null,
  messages: [],
});

export class Holdings {
  private readonly byId = new Map<string, Held>();
  private readonly byBuyer = new Map<string, Held>();
  private readonly byShop = new Map<string, Held[]>();
  private readonly byKey = new Map<string, Message>();
  readonly posted: LedgerEntry[] = [];
  readonly facts: JournalFact[] = [];
  lastSequence = 0;

  /** Shops whose conversations were not asked for yet, by marketplace and shop. */
  private readonly later: Map<string, LaterShop>;

  constructor(conversations: readonly Conversation[], later: readonly LaterShop[]) {
    this.later = new Map(later.map((shop) => [`${shop.marketplace}/${shop.shopId}`, shop]));
    for (const conversation of conversations) this.hold(conversation);
  }

  find(marketplace: Marketplace, conversationId: string): Held | null {
    const key = `${marketplace}/${conversationId}`;
    const held = this.byId.get(key);
    if (held !== undefined) return held;
    for (const shop of this.later.values()) {
      if (shop.marketplace !== marketplace || !shop.conversationIds().includes(conversationId)) continue;
      this.open(marketplace, shop.shopId);
      break;
    }
    return this.byId.get(key) ?? null;
  }
  get(marketplace: Marketplace, conversationId: string): Held {
    const held = this.find(marketplace, conversationId);
    if (held === null) {
      throw new WorldError('unknownConversation', `there is no ${marketplace} conversation ${conversationId}`);
    }
    return held;
  }
  with(marketplace: Marketplace, shopId: string, buyerId: string): Held | null {
    this.open(marketplace, shopId);
    return this.byBuyer.get(`${marketplace}/${shopId}/${buyerId}`) ?? null;
  }
  ofShop(marketplace: Marketplace, shopId: string): readonly Held[] {
    this.open(marketplace, shopId);
    return this.byShop.get(`${marketplace}/${shopId}`) ?? [];
  }
  sentWith(held: Held, idempotencyKey: string): Message | null {
    return this.byKey.get(`${held.marketplace}/${held.conversationId}/${idempotencyKey}`) ?? null;
  }

  /** Applies a journalled fact to the state. */
  apply(entry: JournalFact): void {
    this.facts.push(entry);
    if (entry.type === 'note') return;
    if (entry.type === 'opened') {
      this.hold(openedConversation(entry));
      return;
    }
    const held = this.get(entry.marketplace, entry.conversationId);
    switch (entry.type) {
      case 'message':
        this.add(held, entry.message);
        return;
      case 'recalled':
        held.messages.splice(0, held.messages.length, ...held.messages.map(recalledIf(entry.messageId)));
        return;
      case 'sellerRead':
        held.sellerReadMessageId = entry.messageId;
        held.isMarkedUnread = false;
        return;
      case 'buyerRead':
        held.buyerReadMessageId = entry.messageId;
        return;
      case 'markedUnread':
        held.isMarkedUnread = true;
        return;
      case 'pinned':
        held.isPinned = entry.isPinned;
        return;
      case 'status':
        held.status = entry.status;
        return;
      case 'renumbered':
        this.renumber(held, entry.to);
    }
  }

  private open(marketplace: Marketplace, shopId: string): void {
    const key = `${marketplace}/${shopId}`;
    const shop = this.later.get(key);
    if (shop === undefined) return;
    this.later.delete(key);
    for (const conversation of shop.conversations()) this.hold(conversation);
  }

  private hold(conversation: Conversation): void {
    const held: Held = { ...conversation, messages: [...conversation.messages] };
    const { marketplace, conversationId, shopId, buyer } = held;
    this.byId.set(`${marketplace}/${conversationId}`, held);
    this.byBuyer.set(`${marketplace}/${shopId}/${buyer.buyerId}`, held);
    const ofShop = this.byShop.get(`${marketplace}/${shopId}`);
    if (ofShop === undefined) this.byShop.set(`${marketplace}/${shopId}`, [held]);
    else ofShop.push(held);
    for (const { ledgerId } of held.messages) this.lastSequence = Math.max(this.lastSequence, sequenceOf(ledgerId));
  }

  private renumber(held: Held, to: string): void {
    const { marketplace, conversationId: from } = held;
    this.byId.delete(`${marketplace}/${from}`);
    this.byId.set(`${marketplace}/${to}`, held);
    for (const { idempotencyKey } of held.messages) {
      const key = `${marketplace}/${from}/${idempotencyKey}`;
      const message = this.byKey.get(key);
      if (message === undefined) continue;
      this.byKey.delete(key);
      this.byKey.set(`${marketplace}/${to}/${idempotencyKey}`, message);
    }
    held.conversationId = to;
    held.status = 'closed';
  }

  private add(held: Held, accepted: Omit<Message, 'status'>): void {
    const message: Message = { ...accepted, status: 'available' };
    held.messages.push(message);
    this.lastSequence = Math.max(this.lastSequence, sequenceOf(message.ledgerId));
    const { marketplace, shopId, buyer, conversationId } = held;
    const { quote: _, ...listed } = accepted;
    this.posted.push({ ...listed, marketplace, shopId, buyerId: buyer.buyerId });
    if (message.idempotencyKey === null) return;
    const key = `${marketplace}/${conversationId}/${message.idempotencyKey}`;
    // The first message stays the answer to a repeated key, even after a fault let a repeat through.
    if (!this.byKey.has(key)) this.byKey.set(key, message);
  }
}
