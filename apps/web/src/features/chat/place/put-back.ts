import type { ConversationId } from '@pasar/domain';
import { useDesk } from '../../../base/desk.tsx';
import { requestFocus } from './selection.ts';

/** Puts a text back into the composer, before the text that is there. */
export function usePutBack(): (id: ConversationId, text: string) => void {
  const desk = useDesk();
  return (id, text) => {
    const { drafts } = desk;
    if (drafts === null) return;
    const draft = drafts.get().get(id) ?? '';
    drafts.set(id, draft === '' ? text : `${text}\n${draft}`);
    requestFocus(id);
  };
}
