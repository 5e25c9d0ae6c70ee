import type { ConversationView, ShopView } from '@pasar/api';
import type { ConversationId, SendWarning } from '@pasar/domain';
import { useState } from 'react';
import { useDesk } from '../../../base/desk.tsx';
import { useGuardWords } from './guard-words.ts';
import { judge } from './judge.ts';

/** What stands in the composer and waits for a second Enter, and why. */
interface HeldAnswer {
  readonly conversationId: ConversationId;
  readonly text: string;
  /** What goes out instead of the text, where the text is translated. */
  readonly translation: string | null;
  readonly attached: readonly unknown[];
  readonly warnings: readonly SendWarning[];
}

/**
 * Looks at an answer before it goes out. `lets` says yes to an answer without a warning, and to one that it held just
 * before; any change of the text or of what is attached makes it look again.
 */
export function useSendGuard(
  { conversationId }: ConversationView,
  shop: ShopView | null,
  text: string,
  attached: readonly unknown[],
) {
  const desk = useDesk();
  // Asked for as soon as the conversation is open, so that the list is here before the first Enter.
  const words = useGuardWords(shop);
  const [last, setLast] = useState<HeldAnswer | null>(null);
  const written = text.trim();
  const isSame = last?.conversationId === conversationId && last.text === written && last.attached === attached;
  const held = isSame ? last : null;
  const lets = (translation: string | null): boolean => {
    if (held !== null && held.translation === translation) return true;
    const wanted = translation ?? written;
    const texts = wanted === '' ? [] : [wanted];
    const count = attached.length + texts.length;
    const warnings = judge(desk.state.get(), conversationId, words, { count, texts });
    setLast(warnings.length === 0 ? null : { conversationId, text: written, translation, attached, warnings });
    return warnings.length === 0;
  };
  return { held, lets };
}
