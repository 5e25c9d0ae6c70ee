import type { ConversationId } from '@pasar/domain';
import { createStore } from '@pasar/sync';

/** The conversations beside which a remark is being written. Apart, because the form is loaded when one is begun. */
export const openRemarkForms = createStore<ReadonlySet<ConversationId>>(new Set());

export const setRemarkForm = (id: ConversationId, isOpen: boolean): void =>
  openRemarkForms.update((held) => {
    const next = new Set(held);
    if (isOpen) next.add(id);
    else next.delete(id);
    return next;
  });
