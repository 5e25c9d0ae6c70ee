import type { PendingSend } from '../pending/pending-send.ts';
import { DeskDraft } from './desk-draft.ts';
import type { DeskState } from './desk-state.ts';

export function findPending(state: DeskState, clientId: string): PendingSend | null {
  for (const items of state.pending.values()) {
    const found = items.find((item) => item.clientId === clientId);
    if (found !== undefined) return found;
  }
  return null;
}

/** Adds a pending text at the end of its conversation, or replaces it in its place. */
export function withPending(state: DeskState, pending: PendingSend): DeskState {
  const held = state.pending.get(pending.conversationId) ?? [];
  const index = held.findIndex((item) => item.clientId === pending.clientId);
  const items = index < 0 ? [...held, pending] : held.with(index, pending);
  return { ...state, pending: new Map(state.pending).set(pending.conversationId, items) };
}

export function withoutPending(state: DeskState, clientId: string): DeskState {
  const held = findPending(state, clientId);
  if (held === null) return state;
  const draft = new DeskDraft(state);
  draft.removePending(clientId);
  return draft.done();
}

export function withAsked(state: DeskState, clientId: string): DeskState {
  return { ...state, askedDeliveries: new Set(state.askedDeliveries).add(clientId) };
}

export function withoutAsked(state: DeskState, clientId: string): DeskState {
  const draft = new DeskDraft(state);
  draft.settleAsked(clientId);
  return draft.done();
}
