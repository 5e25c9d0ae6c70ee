/**
 * `index_in_conversation`: microseconds, strictly increasing in a conversation (facts 4.8). It is worked out from the
 * accepted messages in order, so that it is the same after a restart.
 */
import type { Conversation, Message, World } from '../world/types.ts';

export interface Places {
  indexOf(conversation: Conversation, messageId: string): bigint | null;
  /** Index of the newest message, 0 for an empty conversation. */
  newest(conversation: Conversation): bigint;
  /** The newest message at or before the index. */
  messageAt(conversation: Conversation, index: bigint): Message | null;
  /** Oldest first, with their indexes. */
  placed(conversation: Conversation): readonly Placed[];
  /** The per-user cursor of a shop: beyond every index it has been told. */
  cursor(shopId: string): bigint;
  /** Moves the cursor beyond `index`; gives the cursor before and after. */
  advance(shopId: string, index: bigint): { readonly previous: bigint; readonly next: bigint };
}
export interface Placed {
  readonly message: Message;
  readonly index: bigint;
}

interface Track {
  readonly placed: Placed[];
  readonly byId: Map<string, bigint>;
}

const later = (one: bigint, other: bigint): bigint => {
  if (one > other) return one;
  return other;
};

export function createPlaces(world: Pick<World, 'conversations'>): Places {
  const tracks = new Map<string, Track>();
  const cursors = new Map<string, bigint>();

  /** Messages are only ever appended, so a known prefix stays. */
  const track = (conversation: Conversation): Track => {
    const known: Track = tracks.get(conversation.conversationId) ?? { placed: [], byId: new Map() };
    tracks.set(conversation.conversationId, known);
    for (const message of conversation.messages.slice(known.placed.length)) {
      const after = (known.placed.at(-1)?.index ?? 0n) + 1n;
      const stamp = BigInt(message.acceptedAt) * 1_000n;
      const index = stamp > after ? stamp : after;
      known.placed.push({ message, index });
      known.byId.set(message.messageId, index);
    }
    return known;
  };
  const newest = (conversation: Conversation): bigint => track(conversation).placed.at(-1)?.index ?? 0n;
  const cursor = (shopId: string): bigint => {
    const known = cursors.get(shopId);
    if (known !== undefined) return known;
    const indexes = world.conversations('tiktok', shopId).map(newest);
    const start = indexes.reduce(later, 0n) + 1n;
    cursors.set(shopId, start);
    return start;
  };

  return {
    indexOf: (conversation, messageId) => track(conversation).byId.get(messageId) ?? null,
    newest,
    messageAt: (conversation, index) =>
      track(conversation).placed.findLast((placed) => placed.index <= index)?.message ?? null,
    placed: (conversation) => track(conversation).placed,
    cursor,
    advance: (shopId, index) => {
      const previous = cursor(shopId);
      const next = later(index, previous) + 1n;
      cursors.set(shopId, next);
      return { previous, next };
    },
  };
}
