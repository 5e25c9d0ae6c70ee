import type { ConversationId } from '@pasar/domain';
import { type DeskState, timeline } from '@pasar/sync';
import { useMemo, useRef } from 'react';
import { useDesk, useDeskState } from '../../shell/desk.tsx';
import { buildRows, firstNewKey, type MessageRow } from './message-rows.ts';

const NO_DELIVERIES: never[] = [];

/** What was true when the conversation was opened, kept until another is. */
interface Opening {
  readonly id: ConversationId;
  readonly unread: number;
  /** Undefined until the newest messages are there. */
  firstNew: string | null | undefined;
}

/** The rows of a conversation, newest last. Rows that did not change keep their identity. */
export function useRows(id: ConversationId): readonly MessageRow[] {
  const desk = useDesk();
  const window = useDeskState((state) => state.windows.get(id));
  const deliveries = useDeskState((state) => state.deliveries.get(id)) ?? NO_DELIVERIES;
  const pending = useDeskState((state) => state.pending.get(id)) ?? NO_DELIVERIES;
  const asked = useDeskState((state) => state.askedDeliveries);
  const buyerRead = useDeskState((state) => state.shown.get(id)?.buyerReadPosition ?? null);
  const opening = useRef<Opening | null>(null);
  const before = useRef<ReadonlyMap<string, MessageRow>>(new Map());
  if (opening.current?.id !== id) opening.current = { id, unread: unreadOf(desk.state.get(), id), firstNew: undefined };
  const held = opening.current;

  return useMemo(() => {
    const entries = timeline(window, deliveries, pending);
    if (held.firstNew === undefined && window?.state === 'loaded') held.firstNew = firstNewKey(entries, held.unread);
    const context = { buyerReadPosition: buyerRead, firstNewKey: held.firstNew ?? null, asked };
    const rows = buildRows(entries, context, before.current);
    before.current = new Map(rows.map((row) => [row.key, row]));
    return rows;
  }, [window, deliveries, pending, asked, buyerRead, held]);
}

const unreadOf = (state: DeskState, id: ConversationId): number => state.shown.get(id)?.unreadCount ?? 0;
