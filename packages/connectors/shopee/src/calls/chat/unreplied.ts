import type { Outcome, Page } from '@pasar/connector-kit';
import type { ConversationFacts } from '@pasar/domain';
import type { ConversationList } from './conversations.ts';

/** Spec 2 §9: up to 3 rounds, and none after more than 20 results. */
const MOST_ROUNDS = 3;
const ENOUGH = 20;

/** The newest conversations of a shop whose last message is the buyer's. `next` is the cursor after the last round. */
export async function fetchUnreplied(
  ask: (query: ConversationList) => Promise<Outcome<Page<ConversationFacts>>>,
): Promise<Outcome<Page<ConversationFacts>>> {
  const items: ConversationFacts[] = [];
  const unreadable: Page<ConversationFacts>['unreadable'][number][] = [];
  let cursor: string | null = null;
  for (let round = 1; round <= MOST_ROUNDS; round += 1) {
    const page = await ask({ tab: 'unreplied', cursor });
    if (!page.ok) return page;
    items.push(...page.value.items);
    unreadable.push(...page.value.unreadable);
    const isMoving: boolean = page.value.next !== null && page.value.next !== cursor;
    cursor = isMoving ? page.value.next : null;
    if (cursor === null || items.length > ENOUGH) break;
  }
  return { ok: true, value: { items, next: cursor, unreadable } };
}
