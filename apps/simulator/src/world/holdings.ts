/** What the world holds in memory, and how a journalled fact changes it. */
import { WorldError } from './errors.ts';
import { sequenceOf } from './ids.ts';
import type { JournalEntry } from './journal.ts';
import type { Conversation, Marketplace, Message } from './types.ts';

/** A message that was accepted after the world was seeded. */
export interface LedgerEntry extends Omit<Message, 'status' | 'quote'> {
  readonly marketplace: Marketplace;
  readonly shopId: string;
  readonly buyerId: string;
}
type Mutable<T> = { -readonly [Key in keyof T]: T[Key] };
/** The world's own hand on a conversation; others see it as read-only. */
export type Held = Mutable<Omit<Conversation, 'messages'>> & { readonly messages: Message[] };

const recalledIf =
  (messageId: string) =>
  (message: Message): Message =>
    message.messageId === messageId ? { ...message, status: 'recalled' } : message;

export class Holdings {
  private readonly byId = new Map<string, Held>();
  private readonly byBuyer = new Map<string, Held>();
  private readonly byShop = new Map<string, Held[]>();
  private readonly byKey = new Map<string, Message>();
  readonly posted: LedgerEntry[] = [];
  readonly facts: JournalEntry[] = [];
  lastSequence = 0;

  constructor(conversations: readonly Conversation[]) {
    for (const conversation of conversations) {
      const held: Held = { ...conversation, messages: [...conversation.messages] };
      this.byId.set(`${held.marketplace}/${held.conversationId}`, held);
      this.byBuyer.set(`${held.marketplace}/${held.shopId}/${held.buyer.buyerId}`, held);
      const ofShop = this.byShop.get(`${held.marketplace}/${held.shopId}`) ?? [];
      this.byShop.set(`${held.marketplace}/${held.shopId}`, [...ofShop, held]);
      for (const message of held.messages)
        this.lastSequence = Math.max(this.lastSequence, sequenceOf(message.ledgerId));
    }
  }

  find(marketplace: Marketplace, conversationId: string): Held | null {
    return this.byId.get(`${marketplace}/${conversationId}`) ?? null;
  }
  get(marketplace: Marketplace, conversationId: string): Held {
    const held = this.find(marketplace, conversationId);
    if (held === null) {
      throw new WorldError('unknownConversation', `there is no ${marketplace} conversation ${conversationId}`);
    }
    return held;
  }
  with(marketplace: Marketplace, shopId: string, buyerId: string): Held | null {
    return this.byBuyer.get(`${marketplace}/${shopId}/${buyerId}`) ?? null;
  }
  ofShop(marketplace: Marketplace, shopId: string): readonly Held[] {
    return this.byShop.get(`${marketplace}/${shopId}`) ?? [];
  }
  sentWith(held: Held, idempotencyKey: string): Message | null {
    return this.byKey.get(`${held.marketplace}/${held.conversationId}/${idempotencyKey}`) ?? null;
  }

  /** Makes a journalled fact true. */
  apply(entry: JournalEntry): void {
    this.facts.push(entry);
    if (entry.type === 'note') return;
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
    }
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
    // The first one stays the answer to a repeat, also after a repeat was accepted.
    if (!this.byKey.has(key)) this.byKey.set(key, message);
  }
}
