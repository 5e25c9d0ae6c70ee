import { createStore, type Readable } from '@pasar/sync';
import { needDeliveryTexts } from '../../../base/texts/i18n.ts';
import { needCardsTexts } from '../cards/need-texts.ts';
import type { OpenConversation } from './open-conversation.tsx';

/** The code that draws an open conversation, with the texts that only it needs. The lists are painted without it. */
export type ConversationCode =
  | { readonly state: 'coming' }
  | { readonly state: 'here'; readonly OpenConversation: typeof OpenConversation }
  | { readonly state: 'failed' };

/** Spec 1 §7. */
const LOAD_TIMEOUT_MS = 120_000;

const code = createStore<ConversationCode>({ state: 'coming' });
/** Read synchronously: once the code is loaded, a conversation is drawn in the frame in which it was chosen. */
export const conversationCode: Readable<ConversationCode> = code;

/**
 * Loads the code after the first paint, before a person can choose a conversation, and again after a failure. A script
 * that has not arrived after 120 s counts as failed (spec 1 §7); if it arrives later, it is used.
 */
export async function loadConversationCode(): Promise<void> {
  if (code.get().state === 'here') return;
  code.update(() => ({ state: 'coming' }));
  // The pane shows the failure and offers to try again.
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
