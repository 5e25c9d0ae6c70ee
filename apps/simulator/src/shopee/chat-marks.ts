/** A seller's actions in the chat that the world does not know: conversations removed from the list, blocked buyers. */
import { z } from 'zod';
import type { Conversation, World } from '../world/types.ts';

const markSchema = z.discriminatedUnion('mark', [
  /** Removed from the list until a message newer than this message comes. */
  z.object({ mark: z.literal('deleted'), conversationId: z.string(), messageId: z.string() }),
  z.object({ mark: z.literal('restored'), conversationId: z.string() }),
  z.object({ mark: z.literal('blocked'), shopId: z.string(), buyerId: z.string(), isBlocked: z.boolean() }),
]);
type Mark = z.infer<typeof markSchema>;

export interface ChatMarks {
  isListed(conversation: Conversation): boolean;
  remove(conversation: Conversation): void;
  /** Puts a removed conversation back into the list. */
  restore(conversation: Conversation): void;
  isBlocked(shopId: string, buyerId: string): boolean;
  setBlocked(shopId: string, buyerId: string, isBlocked: boolean): void;
}

/** Marks are notes in the journal, so that they survive a restart. */
export function createChatMarks(world: World): ChatMarks {
  const deletedAt = new Map<string, string>();
  const blocked = new Set<string>();
  const apply = (mark: Mark): void => {
    if (mark.mark === 'deleted') deletedAt.set(mark.conversationId, mark.messageId);
    else if (mark.mark === 'restored') deletedAt.delete(mark.conversationId);
    else if (mark.isBlocked) blocked.add(`${mark.shopId}/${mark.buyerId}`);
    else blocked.delete(`${mark.shopId}/${mark.buyerId}`);
  };
  for (const fact of world.facts) {
    if (fact.type !== 'note' || fact.marketplace !== 'shopee') continue;
    apply(markSchema.parse(fact.data));
  }
  const note = (mark: Mark): void => {
    world.note({ marketplace: 'shopee', data: mark, of: null });
    apply(mark);
  };
  const newest = ({ messages }: Conversation): string => messages.at(-1)?.messageId ?? '';
  return {
    isListed: (conversation) => deletedAt.get(conversation.conversationId) !== newest(conversation),
    remove: (conversation) =>
      note({ mark: 'deleted', conversationId: conversation.conversationId, messageId: newest(conversation) }),
    restore: ({ conversationId }) => {
      if (deletedAt.has(conversationId)) note({ mark: 'restored', conversationId });
    },
    isBlocked: (shopId, buyerId) => blocked.has(`${shopId}/${buyerId}`),
    setBlocked: (shopId, buyerId, isBlocked) => note({ mark: 'blocked', shopId, buyerId, isBlocked }),
  };
}
