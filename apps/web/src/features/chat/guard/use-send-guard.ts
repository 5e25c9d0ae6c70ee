import { CALLS, type ConversationView, type ShopView } from '@pasar/api';
import { type ConversationId, type Country, defaultGuardWords, type SendWarning, sendWarnings } from '@pasar/domain';
import { type DeskState, messagesOf } from '@pasar/sync';
import { useState } from 'react';
import { useDesk } from '../../../base/desk.tsx';
import { type LookUp, useLookUp } from '../../../base/look-up.ts';

/** The list changes seldom, and the stream does not tell when another member changes it. */
export const GUARD_WORDS: LookUp<typeof CALLS.guard.guardWords> = {
  call: CALLS.guard.guardWords,
  freshMs: 600_000,
  againMs: null,
  staleBy: { change: null, calls: [CALLS.guard.saveGuardWords] },
};
/** So many of the buyer's last messages tell in which script the buyer writes (our choice). */
const BUYER_MESSAGES = 5;

/** A text that waits for a second Enter, and why. */
export interface HeldText {
  readonly text: string;
  /** What goes out instead of the text, where the text is translated. */
  readonly translation: string | null;
  readonly warnings: readonly SendWarning[];
}

/**
 * Looks at a text before it goes out. `lets` says yes to a text without a warning, and to a text that it held just
 * before; any change of the text makes it look again.
 */
export function useSendGuard(conversation: ConversationView, shop: ShopView | null, text: string) {
  const desk = useDesk();
  const country: Country = shop?.country ?? 'SG';
  const look = useLookUp(GUARD_WORDS, { country }, shop !== null && text !== '');
  const words = 'data' in look ? look.data.words : defaultGuardWords(country);
  const { conversationId } = conversation;
  const [last, setLast] = useState<(HeldText & { readonly conversationId: ConversationId }) | null>(null);
  const held = last?.conversationId === conversationId && last.text === text.trim() ? last : null;
  const warningsOf = (wanted: string): readonly SendWarning[] => {
    if (shop === null) return [];
    const situation = { marketplace: shop.marketplace, words, ...toldBy(desk.state.get(), conversation) };
    return sendWarnings(wanted, situation);
  };
  const lets = (translation: string | null): boolean => {
    const written = text.trim();
    const wanted = translation ?? written;
    if (shop === null || wanted === '' || (held !== null && held.translation === translation)) return true;
    const warnings = warningsOf(wanted);
    setLast(warnings.length === 0 ? null : { conversationId, text: written, translation, warnings });
    return warnings.length === 0;
  };
  return { held, lets, warningsOf };
}

/** What the loaded messages tell of the conversation. */
function toldBy(state: DeskState, { conversationId }: ConversationView) {
  const messages = messagesOf(state.windows.get(conversationId));
  const ofBuyer = messages.filter(({ author }) => author === 'buyer');
  const lastOfBuyer = ofBuyer.at(-1);
  const behind = lastOfBuyer === undefined ? messages : messages.slice(messages.lastIndexOf(lastOfBuyer) + 1);
  return {
    inARow: behind.filter(({ author }) => author === 'seller').length,
    buyerWroteAt: lastOfBuyer?.sentAt ?? null,
    buyerTexts: ofBuyer
      .slice(-BUYER_MESSAGES)
      .flatMap(({ content }) => (content.type === 'text' ? [content.text] : [])),
    now: Date.now(),
  };
}
