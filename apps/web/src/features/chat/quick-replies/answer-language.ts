import type { BuyerLanguage, ConversationId } from '@pasar/domain';
import { createStore, type Readable } from '@pasar/sync';

const chosen = createStore<ReadonlyMap<ConversationId, BuyerLanguage>>(new Map());
/** The languages that the person has chosen for replies, kept while the window is open; others follow the buyer. */
export const chosenLanguages: Readable<ReadonlyMap<ConversationId, BuyerLanguage>> = chosen;

/** Null: the buyer's language again. */
export function chooseLanguage(id: ConversationId, language: BuyerLanguage | null): void {
  chosen.update((held) => {
    const next = new Map(held);
    if (language === null) next.delete(id);
    else next.set(id, language);
    return next;
  });
}
