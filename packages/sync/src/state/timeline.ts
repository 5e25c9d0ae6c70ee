import type { DeliveryView, MessageView, NoteView } from '@pasar/api';
import { comparePositions, type Position } from '@pasar/domain';
import type { PendingSend } from '../pending/pending-send.ts';
import type { MessageWindow } from './desk-state.ts';

/**
 * The entries of a message panel, in order. `key` is the client id where there is one, so that a text keeps its row
 * from pending text to delivery to message.
 */
export type TimelineEntry =
  | { readonly kind: 'message'; readonly key: string; readonly message: MessageView }
  | { readonly kind: 'delivery'; readonly key: string; readonly delivery: DeliveryView }
  | { readonly kind: 'pending'; readonly key: string; readonly pending: PendingSend }
  /** What a colleague noted, which no buyer sees. */
  | { readonly kind: 'note'; readonly key: string; readonly note: NoteView };

/**
 * Messages by position; deliveries and notes and then pending texts follow the message that was the newest when they were
 * written. If that message lies before an incomplete window, the entry is not shown until that part is loaded.
 */
export function timeline(
  window: MessageWindow | undefined,
  deliveries: readonly DeliveryView[],
  pending: readonly PendingSend[],
  notes: readonly NoteView[] = [],
): readonly TimelineEntry[] {
  if (window === undefined || !('messages' in window)) return [];
  const { messages } = window;
  const clientIds = new Set(messages.map((message) => message.clientId));
  const floating = [
    ...[
      ...deliveries
        .filter((delivery) => !clientIds.has(delivery.clientId))
        .map((delivery) => ({
          at: delivery.createdAt,
          anchor: delivery.anchorPosition,
          entry: fromDelivery(delivery),
        })),
      ...notes.map((note) => ({ at: note.writtenAt, anchor: note.anchorPosition, entry: fromNote(note) })),
    ].toSorted((left, right) => left.at - right.at),
    ...pending
      .filter((item) => !clientIds.has(item.clientId))
      .filter((item) => !deliveries.some((delivery) => delivery.clientId === item.clientId))
      .map((item) => ({ anchor: item.anchorPosition, entry: fromPending(item) })),
  ];
  const isComplete = window.older === 'no' || window.older === 'fetching';
  const behind = new Map<number, TimelineEntry[]>();
  for (const { anchor, entry } of floating) {
    const index = indexBehind(messages, anchor);
    if (index < 0 && !isComplete && messages.length > 0) continue;
    const group = behind.get(index);
    if (group === undefined) behind.set(index, [entry]);
    else group.push(entry);
  }
  const entries: TimelineEntry[] = [...(behind.get(-1) ?? [])];
  messages.forEach((message, index) => {
    entries.push({ kind: 'message', key: message.clientId ?? message.messageId, message });
    const group = behind.get(index);
    if (group !== undefined) entries.push(...group);
  });
  return entries;
}

const fromDelivery = (delivery: DeliveryView): TimelineEntry => ({
  kind: 'delivery',
  key: delivery.clientId,
  delivery,
});
const fromNote = (note: NoteView): TimelineEntry => ({ kind: 'note', key: note.noteId, note });
const fromPending = (pending: PendingSend): TimelineEntry => ({ kind: 'pending', key: pending.clientId, pending });

/** The index of the last message at or before the anchor; -1 when there is none. */
function indexBehind(messages: readonly MessageView[], anchor: Position | null): number {
  if (anchor === null) return -1;
  return messages.findLastIndex((message) => comparePositions(message.position, anchor) <= 0);
}
