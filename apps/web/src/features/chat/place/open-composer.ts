import type { ConversationId } from '@pasar/domain';
import { createStore, type Readable } from '@pasar/sync';

/** The composer on the screen, for what is put into it from elsewhere. */
export interface OpenComposer {
  readonly id: ConversationId;
  readonly area: HTMLTextAreaElement;
  readonly attach: (files: readonly File[]) => Promise<void>;
}

const open = createStore<OpenComposer | null>(null);
/** Null while no conversation is open. */
export const openComposer: Readable<OpenComposer | null> = open;

/** Returns the function that takes it back. */
export function showComposer(composer: OpenComposer): () => void {
  open.update(() => composer);
  return () => open.update((held) => (held === composer ? null : held));
}
