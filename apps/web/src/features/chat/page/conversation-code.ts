import { createStore, type Readable } from '@pasar/sync';
import { needDeliveryTexts } from '../../../base/texts/i18n.ts';
import { needCardsTexts } from '../cards/need-texts.ts';
import type { OpenConversation } from './open-conversation.tsx';

/** The code that draws an open conversation, and texts that only it shows. The lists are painted without it. */
export type ConversationCode =
  | { readonly state: 'coming' }
  | { readonly state: 'here'; readonly OpenConversation: typeof OpenConversation }
  | { readonly state: 'failed' };

/** Spec 1 §7. */
const LOAD_TIMEOUT_MS = 120_000;

const code = createStore<ConversationCode>({ state: 'coming' });
/** Read without waiting: once it is here, a conversation is drawn in the frame it was chosen in. */
export const conversationCode: Readable<ConversationCode> = code;

/**
 * Asked for after the first paint, before anybody can choose a conversation; again after a failure. A script that has not come
 * after 120 s has failed (spec 1 §7); should it come later after all, it is drawn.
 */
export async function loadConversationCode(): Promise<void> {
  if (code.get().state === 'here') return;
  code.update(() => ({ state: 'coming' }));
  // the pane says it, and offers another try.
  const fail = () => code.update((now) => (now.state === 'coming' ? { state: 'failed' } : now));
  const timer = setTimeout(fail, LOAD_TIMEOUT_MS);
  try {
    const [{ OpenConversation }] = await Promise.all([
      import('./open-conversation.tsx'),
      needDeliveryTexts(),
      needCardsTexts(),
    ]);
    code.update(() => ({ state: 'here', OpenConversation }));
  } catch {
    fail();
  } finally {
    clearTimeout(timer);
  }
}
