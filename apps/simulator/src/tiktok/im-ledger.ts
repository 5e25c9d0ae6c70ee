/**
 * Connects the IM server with the world's journal, so that both have the same state after a restart. An entry of the
 * server becomes a fact where the world has such a fact, and a note otherwise. Nothing is in the journal twice: a note
 * with more details than its fact names the fact.
 */
import { SEND_STATUS } from '@pasar/im-protocol';
import type { Acceptance, Draft, ImEntry, ImServer, ImState } from '@pasar/im-protocol/server';
import type { Conversation, Faults, Message, PostMessage, Quote, Shop, World, WorldFact } from '../world/types.ts';
import { entryOf, nextIndex, plantSeed, sellerExt } from './im-facts.ts';
import { readNote } from './im-notes.ts';
import { RATING_CARD, ratingRefusal } from './rating.ts';
import { CAN_NOT_SEND } from './send-limits.ts';
import type { FillCard } from './sent-cards.ts';
import { pigeonCidOf, shopOf, strike } from './shops.ts';

/** The parts that the chat is built on. */
export interface Ground {
  readonly world: World;
  readonly faults: Faults;
  readonly now: () => number;
  readonly fillCard: FillCard;
  /** Whether the marketplace does not let the shop write to the buyer now. */
  readonly isOutOfReach: (shopId: string, buyerId: string) => boolean;
}
type ReadEntry = Extract<ImEntry, { readonly type: 'read.moved' }>;

/** Keys about the transport of a message, not its content. */
const TRANSPORT_KEYS = new Set([
  'type',
  'PIGEON_BIZ_TYPE',
  'sender_role',
  'sender_im_id',
  'sender_im_role',
  'shop_id',
  'shop_region',
  'monitor_send_message_platform',
]);

/** An id of 0 or less is no quote. */
const quoteOf = (quoted: Draft['quote']): Quote | null =>
  quoted === null || quoted.referencedMessageId <= 0n
    ? null
    : { messageId: quoted.referencedMessageId.toString(), hint: quoted.hint };

/** Fills in the keys that a client may leave out, and sets the keys that a client does not decide. */
const stamped = (shop: Shop, ext: Draft['ext']): Draft['ext'] => ({
  ...sellerExt(shop, 'seller'),
  type: 'text',
  PIGEON_BIZ_TYPE: '1',
  ...ext,
  sender_role: '2',
  shop_region: shop.country,
});

const refused = (status: number, checkMessage: string): Acceptance => ({
  refuse: { status, checkCode: BigInt(status), checkMessage },
});
const later = (one: bigint, other: bigint): bigint => (one > other ? one : other);

/**
 * The low bits of the world's ids count messages from 0, those of commands' ids start in the middle, so that no id is
 * given twice.
 */
const COMMAND_IDS_FROM = 1n << 21n;
export const proposeId = (state: ImState, now: number): bigint =>
  (later(BigInt(now), state.lastId >> 22n) << 22n) | COMMAND_IDS_FROM;

export class ImLedger {
  readonly #context: Ground;
  readonly #state: () => ImState;
  /** True while the server is given something that the journal holds already. */
  #isTelling = false;
  #isWriting = false;

  constructor(context: Ground, state: () => ImState) {
    this.#context = context;
    this.#state = state;
  }

  /** True while the world changes because the server did: then the server ignores the world's events. */
  get isWriting(): boolean {
    return this.#isWriting;
  }

  /** Gives all facts and notes to the server, in the order in which they happened. */
  replay({ apply, state }: Pick<ImServer, 'apply' | 'state'>): void {
    const { world } = this.#context;
    plantSeed(world, state, apply);
    const facts = world.facts.filter((fact) => fact.marketplace === 'tiktok');
    const inFull = new Map<WorldFact | undefined, unknown>();
    for (const fact of facts) if (fact.type === 'note' && fact.of !== null) inFull.set(world.facts[fact.of], fact.data);
    for (const fact of facts) {
      if (fact.type === 'note') {
        if (fact.of === null) apply(readNote(fact.data));
        continue;
      }
      const entry = inFull.has(fact) ? readNote(inFull.get(fact)) : entryOf(world, state, fact);
      if (entry !== null) apply(entry);
    }
  }

  /** Has the server emit an entry that the journal holds already. */
  tell(server: Pick<ImServer, 'emit'>, entry: ImEntry): void {
    this.#isTelling = true;
    try {
      server.emit(entry);
    } finally {
      this.#isTelling = false;
    }
  }

  #write<Result>(run: () => Result): Result {
    this.#isWriting = true;
    try {
      return run();
    } finally {
      this.#isWriting = false;
    }
  }

  /** The server's hook: messages of shops are accepted by the world. */
  accept(draft: Draft): Acceptance {
    const { world } = this.#context;
    const conversation = world.conversation('tiktok', draft.conversation.conversationShortId.toString());
    const shop = conversation === null ? null : shopOf(world, conversation);
    if (conversation === null || shop === null || draft.sender.toString() !== pigeonCidOf(shop)) {
      return this.#acceptElsewhere(draft);
    }
    // Ours: how a closed service session refuses a message, which is not public.
    const isRating = draft.ext.type === RATING_CARD;
    const refusedRating = isRating
      ? ratingRefusal(world, conversation, draft.clientMessageId, this.#context.now())
      : null;
    if (refusedRating !== null) return refused(SEND_STATUS.CHECK_MSG_NOT_PASS, refusedRating);
    if (conversation.status === 'closed' && !isRating)
      return refused(SEND_STATUS.CHECK_CONV_NOT_PASS, 'conversation_closed');
    if (draft.content === '') return refused(SEND_STATUS.CHECK_MSG_NOT_PASS, 'content is empty');
    if (this.#context.isOutOfReach(shop.shopId, conversation.buyer.buyerId))
      return refused(SEND_STATUS.CHECK_MSG_NOT_PASS, CAN_NOT_SEND.words);
    const ext = this.#context.fillCard(shop, stamped(shop, draft.ext));
    if (ext === null) return refused(SEND_STATUS.CHECK_MSG_NOT_PASS, 'no such product');
    const { message } = this.#write(() => world.post(this.#postOf(shop, conversation, { ...draft, ext })));
    return {
      serverMessageId: BigInt(message.messageId),
      indexInConversation: this.#indexOf(conversation, message),
      createTime: message.acceptedAt,
      ext,
    };
  }

  #indexOf({ conversationId }: Conversation, { messageId, acceptedAt }: Message): bigint {
    return this.#state().messages.get(messageId)?.index ?? nextIndex(this.#state(), conversationId, acceptedAt);
  }

  #postOf(shop: Shop, conversation: Conversation, { content, ext, clientMessageId, quote }: Draft): PostMessage {
    const kind = ext.type ?? 'text';
    const card = Object.entries(ext).filter(([key]) => !TRANSPORT_KEYS.has(key) && !key.includes(':'));
    return {
      marketplace: 'tiktok',
      shopId: shop.shopId,
      buyerId: conversation.buyer.buyerId,
      from: 'seller',
      kind,
      content: kind === 'text' ? { text: content } : Object.fromEntries(card),
      idempotencyKey: clientMessageId === '' ? null : clientMessageId,
      honoursKey: strike(this.#context, 'keyNotHonoured', shop.shopId) === null,
      quote: quoteOf(quote),
    };
  }

  /** Accepts messages of conversations that were made through the protocol; the world does not have these. */
  #acceptElsewhere({ conversation, sender, clientMessageId }: Draft): Acceptance {
    const state = this.#state();
    const now = this.#context.now();
    const known = state.conversations
      .get(conversation.conversationShortId.toString())
      ?.messages.find(
        (message) =>
          clientMessageId !== '' && message.clientMessageId === clientMessageId && message.sender === sender.toString(),
      );
    return {
      serverMessageId: known === undefined ? later(proposeId(state, now), state.lastId + 1n) : BigInt(known.id),
      indexInConversation: known?.index ?? later(BigInt(now) * 1_000n, state.lastIndex + 1n),
      createTime: known?.at ?? now,
    };
  }

  /** The server's `onEntry`: keeps an entry in the journal. */
  keep(entry: ImEntry): void {
    if (this.#isTelling) return;
    const { world } = this.#context;
    this.#write(() => this.#mirror(entry));
    const last = world.facts.length - 1;
    const fact = world.facts[last];
    const isItsFact = fact !== undefined && fact.type !== 'note' && this.#isOf(fact, entry);
    if (isItsFact && this.#isWhole(fact, entry)) return;
    // Parsed here as it is after a restart, so that no unreadable note gets into the journal.
    world.note({ marketplace: 'tiktok', data: readNote(entry), of: isItsFact ? last : null });
  }

  /** Applies to the world the part of an entry that the world has, too. Messages are in the world since `accept`. */
  #mirror(entry: ImEntry): void {
    const { world } = this.#context;
    switch (entry.type) {
      case 'read.moved':
        this.#mirrorRead(entry);
        return;
      case 'setting.changed': {
        const conversation = world.conversation('tiktok', entry.shortId);
        if (conversation === null || entry.topTime === null) return;
        if (entry.userId !== pigeonCidOf(shopOf(world, conversation))) return;
        world.pin('tiktok', entry.shortId, entry.topTime !== '0');
        return;
      }
      case 'core.changed': {
        const { status } = entry.ext;
        if (world.conversation('tiktok', entry.shortId) === null) return;
        if (status === 'activated' || status === 'closed') world.setStatus('tiktok', entry.shortId, status);
        return;
      }
      case 'message.recalled': {
        const shortId = this.#state().messages.get(entry.messageId)?.shortId ?? '';
        const conversation = world.conversation('tiktok', shortId);
        if (conversation?.messages.some(({ messageId }) => messageId === entry.messageId) !== true) return;
        world.recall('tiktok', shortId, entry.messageId);
      }
    }
  }

  #mirrorRead({ shortId, userId, index }: ReadEntry): void {
    const { world } = this.#context;
    const conversation = world.conversation('tiktok', shortId);
    const upTo = this.#state()
      .conversations.get(shortId)
      ?.messages.findLast((message) => message.index <= BigInt(index));
    if (conversation === null || upTo === undefined) return;
    if (userId === pigeonCidOf(shopOf(world, conversation))) world.readBySeller('tiktok', shortId, upTo.id);
    else if (userId === conversation.buyer.buyerId) world.readByBuyer('tiktok', shortId, upTo.id);
  }

  /** Whether the fact says the same as the entry or as a part of it. */
  #isOf(fact: Exclude<WorldFact, { type: 'note' }>, entry: ImEntry): boolean {
    if (fact.marketplace !== 'tiktok') return false;
    switch (entry.type) {
      case 'message.sent':
        return fact.type === 'message' && fact.message.messageId === entry.message.id;
      case 'message.recalled':
        return fact.type === 'recalled' && fact.messageId === entry.messageId;
      case 'read.moved':
        return (fact.type === 'sellerRead' || fact.type === 'buyerRead') && this.#isReadOf(fact, entry);
      case 'setting.changed':
        return fact.type === 'pinned' && fact.conversationId === entry.shortId && entry.topTime !== null;
      case 'core.changed':
        return fact.type === 'status' && fact.conversationId === entry.shortId;
      default:
        return false;
    }
  }

  #isReadOf(fact: Exclude<WorldFact, { type: 'note' }>, { shortId, userId }: ReadEntry): boolean {
    const told = entryOf(this.#context.world, this.#state(), fact);
    return told?.type === 'read.moved' && told.shortId === shortId && told.userId === userId;
  }

  /**
   * Whether the entry can be made from the fact alone. The fact lacks the time of a pin, and the `ext` of a sent
   * message.
   */
  #isWhole(fact: Exclude<WorldFact, { type: 'note' }>, entry: ImEntry): boolean {
    if (fact.type === 'message' || fact.type === 'pinned') return false;
    const told = entryOf(this.#context.world, this.#state(), fact);
    return JSON.stringify(told) === JSON.stringify(entry);
  }
}
