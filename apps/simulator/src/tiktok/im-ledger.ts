/**
 * Between the IM server and the world: what the server is asked to carry out becomes a fact where the world has one, and a
 * note where it has not, so that both are the same after a restart. Each thing stands in the journal once: a note that
 * tells a fact in full names it.
 */
import { SEND_STATUS } from '@pasar/im-protocol';
import type { Acceptance, Draft, ImEntry, ImServer, ImState } from '@pasar/im-protocol/server';
import type { Conversation, Faults, Message, PostMessage, Quote, Shop, World, WorldFact } from '../world/types.ts';
import { entryOf, nextIndex, plantSeed, sellerExt } from './im-facts.ts';
import { readNote } from './im-notes.ts';
import { pigeonCidOf, shopOf, strike } from './shops.ts';

/** What the chat stands on. */
export interface Ground {
  readonly world: World;
  readonly faults: Faults;
  readonly now: () => number;
}
type ReadEntry = Extract<ImEntry, { readonly type: 'read.moved' }>;

/** Keys that say how a message travels, not what it is. */
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

/** An id that is none is no quote. */
const quoteOf = (quoted: Draft['quote']): Quote | null =>
  quoted === null || quoted.referencedMessageId <= 0n
    ? null
    : { messageId: quoted.referencedMessageId.toString(), hint: quoted.hint };

/** What a client has no say in, and what it may leave out. */
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

/** World ids count up from below in each millisecond, those of commands from the middle: no id is given twice. */
const COMMAND_IDS_FROM = 1n << 21n;
export const proposeId = (state: ImState, now: number): bigint =>
  (later(BigInt(now), state.lastId >> 22n) << 22n) | COMMAND_IDS_FROM;

export class ImLedger {
  readonly #context: Ground;
  readonly #state: () => ImState;
  /** What the server is told here is in the journal already. */
  #isTelling = false;
  #isWriting = false;

  constructor(context: Ground, state: () => ImState) {
    this.#context = context;
    this.#state = state;
  }

  /** True while the world changes because the server did: then its events are no news to the server. */
  get isWriting(): boolean {
    return this.#isWriting;
  }

  /** Everything up to now, in the order in which it came about. */
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

  /** Has the server told of what the journal says already. */
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

  /** The server's hook: the world is where messages of shops are accepted. */
  accept(draft: Draft): Acceptance {
    const { world } = this.#context;
    const conversation = world.conversation('tiktok', draft.conversation.conversationShortId.toString());
    const shop = conversation === null ? null : shopOf(world, conversation);
    if (conversation === null || shop === null || draft.sender.toString() !== pigeonCidOf(shop)) {
      return this.#acceptElsewhere(draft);
    }
    // ours: how a closed service session refuses a message is not public.
    if (conversation.status === 'closed') return refused(SEND_STATUS.CHECK_CONV_NOT_PASS, 'conversation_closed');
    if (draft.content === '') return refused(SEND_STATUS.CHECK_MSG_NOT_PASS, 'content is empty');
    const ext = stamped(shop, draft.ext);
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

  /** Conversations that were made through the protocol, of which the world knows nothing. */
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

  /** The server's `onEntry`. */
  keep(entry: ImEntry): void {
    if (this.#isTelling) return;
    const { world } = this.#context;
    this.#write(() => this.#mirror(entry));
    const last = world.facts.length - 1;
    const fact = world.facts[last];
    const isItsFact = fact !== undefined && fact.type !== 'note' && this.#isOf(fact, entry);
    if (isItsFact && this.#isWhole(fact, entry)) return;
    // read as it will be: what could not be read again must not get into the journal
    world.note({ marketplace: 'tiktok', data: readNote(entry), of: isItsFact ? last : null });
  }

  /** What of the entry the world knows as well. Messages are in it already, since `accept`. */
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

  /** Whether the fact is what the entry tells, or a part of it. */
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

  /** Whether the fact alone gives the entry again. A pin has its time and a sent message its `ext` beside it. */
  #isWhole(fact: Exclude<WorldFact, { type: 'note' }>, entry: ImEntry): boolean {
    if (fact.type === 'message' || fact.type === 'pinned') return false;
    const told = entryOf(this.#context.world, this.#state(), fact);
    return JSON.stringify(told) === JSON.stringify(entry);
  }
}
