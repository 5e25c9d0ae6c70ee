import type { Outcome, Page } from '@pasar/connector-kit';
import type { ConversationFacts, PlatformShopId } from '@pasar/domain';
import { unrepliedConversations } from './calls/chat/conversations.ts';
import type { ChatClient } from './outbound/chat-client.ts';

/** Spec 2 §9: up to 3 rounds, and no further one above 20 results. */
const MOST_ROUNDS = 3;
const ENOUGH = 20;

/** The newest conversations of a shop whose last message is the buyer's; `next` goes on where the rounds ended. */
export async function fetchUnreplied(
  chat: Pick<ChatClient, 'ask'>,
  shop: PlatformShopId,
  from: string | null,
): Promise<Outcome<Page<ConversationFacts>>> {
  const items: ConversationFacts[] = [];
  const unreadable: Page<ConversationFacts>['unreadable'][number][] = [];
  let cursor = from;
  for (let round = 1; round <= MOST_ROUNDS; round += 1) {
    const page = await chat.ask(unrepliedConversations, { tab: 'unreplied', cursor }, shop);
    if (!page.ok) return page;
    items.push(...page.value.items);
    unreadable.push(...page.value.unreadable);
    const isMoving = page.value.next !== null && page.value.next !== cursor;
    cursor = isMoving ? page.value.next : null;
    if (cursor === null || items.length > ENOUGH) break;
  }
  return { ok: true, value: { items, next: cursor, unreadable } };
}
