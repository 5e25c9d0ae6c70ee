import type { Outcome, Page } from '@pasar/connector-kit';
import type { ConversationFacts, PlatformShopId } from '@pasar/domain';
import { type ConversationList, unrepliedConversations } from './conversations.ts';

/** Spec 2 §9: up to 3 rounds, and no further one above 20 results. */
const MOST_ROUNDS = 3;
const ENOUGH = 20;

interface UnrepliedPort {
  ask(
    call: typeof unrepliedConversations,
    wish: ConversationList,
    shop: PlatformShopId,
  ): Promise<Outcome<Page<ConversationFacts>>>;
}

/**
 * The newest conversations of a shop whose last message is the buyer's; `next` goes on where the rounds ended. The desk reads
 * the whole list and counts what waits by itself, so that no session offers this: it is the rule of the call, for whoever
 * needs what waits and nothing else.
 */
export async function fetchUnreplied(
  port: UnrepliedPort,
  shop: PlatformShopId,
  from: string | null,
): Promise<Outcome<Page<ConversationFacts>>> {
  const items: ConversationFacts[] = [];
  const unreadable: Page<ConversationFacts>['unreadable'][number][] = [];
  let cursor = from;
  for (let round = 1; round <= MOST_ROUNDS; round += 1) {
    const page = await port.ask(unrepliedConversations, { tab: 'unreplied', cursor }, shop);
    if (!page.ok) return page;
    items.push(...page.value.items);
    unreadable.push(...page.value.unreadable);
    const isMoving = page.value.next !== null && page.value.next !== cursor;
    cursor = isMoving ? page.value.next : null;
    if (cursor === null || items.length > ENOUGH) break;
  }
  return { ok: true, value: { items, next: cursor, unreadable } };
}
