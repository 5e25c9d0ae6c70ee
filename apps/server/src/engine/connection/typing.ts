import type { ConnectorSession } from '@pasar/connector-kit';
import { asConversationId, type DomainEvent } from '@pasar/domain';
import { type TypingOrder, tellMoment } from '../../records/moments.ts';
import { wholeAccount } from '../../storage/database.ts';
import { type ConversationRefRow, type RunnerContext, toConversationRef } from './runner-context.ts';

type Typing = Extract<DomainEvent, { kind: 'conversation.typing' }>;

/** Separates moments, which are only told, from facts, which are stored. */
export function partMoments(batch: readonly DomainEvent[]): {
  readonly moments: readonly Typing[];
  readonly facts: readonly DomainEvent[];
} {
  const moments = batch.filter((item) => item.kind === 'conversation.typing');
  return { moments, facts: moments.length === 0 ? batch : batch.filter((item) => item.kind !== 'conversation.typing') };
}

/** Tells that the buyer is writing to every window that shows the shop. */
export async function tellTyping(context: RunnerContext, typing: Typing): Promise<void> {
  const { accountId, shopIds } = context.owner;
  const shopId = shopIds.get(typing.platformShopId);
  if (shopId === undefined) return;
  await context.database.within(wholeAccount(accountId), async (transaction) => {
    const found = await transaction.query<{ conversation_id: string }>({
      name: 'conversation-by-platform-id',
      text: 'select conversation_id from conversation where shop_id = $1 and platform_conversation_id = $2',
      values: [shopId, typing.platformConversationId],
    });
    const row = found.rows[0];
    if (!row) return;
    const conversationId = asConversationId(row.conversation_id);
    const moment = { kind: 'typing' as const, conversationId, isTyping: typing.isTyping };
    await tellMoment(transaction, { accountId, about: { shopId }, memberId: null, moment });
  });
}

/** Tells the marketplace that the shop is writing. A refusal is ignored. */
export async function showTyping(
  context: RunnerContext,
  session: ConnectorSession,
  { conversationId, isTyping }: TypingOrder,
): Promise<void> {
  const { owner, database } = context;
  const found = await database.one<ConversationRefRow>(wholeAccount(owner.accountId), {
    name: 'conversation-ref',
    text: `select conversation_id, shop_id, platform_conversation_id, buyer_id, address from conversation
             where conversation_id = $1 and shop_id = any($2::uuid[])`,
    values: [conversationId, [...owner.shopIds.values()]],
  });
  const row = found.rows[0];
  if (row) await session.showTyping(toConversationRef(owner, row), isTyping);
}
