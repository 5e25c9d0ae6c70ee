import type { DeliveryView, NoteView } from '@pasar/api';
import type { ConversationId, Position } from '@pasar/domain';
import { type Awaited, type DeskState, type MessageWindow, messagesOf, type PendingSend, timeline } from '@pasar/sync';
import { useMemo, useRef } from 'react';
import { useDesk, useDeskState } from '../../../base/desk.tsx';
import { useNotes } from '../together/use-notes.ts';
import { awaitedForLong, buildRows, type FirstNew, firstNew, type MessageRow } from './message-rows.ts';

const NO_DELIVERIES: never[] = [];
/** Number of conversations whose rows are kept, so that returning to a long one costs no more than to a short one. */
const KEPT = 24;

/** Facts from the moment the conversation was opened, kept until another is opened. */
interface Opening {
  readonly id: ConversationId;
  readonly unread: number;
  /** Undefined until the newest messages are loaded. */
  first: FirstNew | undefined;
}

/** The inputs of the rows; the same inputs give the same rows. */
interface Parts {
  readonly window: MessageWindow | undefined;
  readonly deliveries: readonly DeliveryView[];
  readonly pending: readonly PendingSend[];
  readonly notes: readonly NoteView[];
  readonly asked: ReadonlySet<string>;
  readonly awaited: ReadonlyMap<string, Awaited>;
  readonly buyerRead: Position | null;
  readonly firstNew: string | null;
  readonly hasTimeMarks: boolean;
}
interface Made {
  readonly parts: Parts;
  readonly rows: readonly MessageRow[];
  readonly byKey: ReadonlyMap<string, MessageRow>;
}
const NOTHING: ReadonlyMap<string, MessageRow> = new Map();

/**
 * The rows of a conversation, newest last. Unchanged rows keep their identity. `missingNew`: how many of the messages
 * that were unread when the conversation was opened are not loaded yet.
 */
export function useRows(id: ConversationId): {
  readonly rows: readonly MessageRow[];
  readonly missingNew: number;
  /** The notes of colleagues are not among the rows yet. */
  readonly areNotesComing: boolean;
} {
  const desk = useDesk();
  const window = useDeskState((state) => state.windows.get(id));
  const deliveries = useDeskState((state) => state.deliveries.get(id)) ?? NO_DELIVERIES;
  const pending = useDeskState((state) => state.pending.get(id)) ?? NO_DELIVERIES;
  const { notes, areComing } = useNotes(id, window);
  const asked = useDeskState((state) => state.askedDeliveries);
  const awaited = useAwaited(id);
  const buyerRead = useDeskState((state) => state.shown.get(id)?.buyerReadPosition ?? null);
  const hasTimeMarks = useDeskState((state) => state.chatSetting.hasTimeMarks);
  const opening = useRef<Opening | null>(null);
  const kept = useRef(new Map<ConversationId, Made>());
  if (opening.current?.id !== id) opening.current = { id, unread: unreadOf(desk.state.get(), id), first: undefined };
  const held = opening.current;

  const shown = useMemo(() => {
    const before = kept.current.get(id);
    if (window?.state === 'loaded' && held.first?.missing !== 0) {
      const { missing, key } = held.first ?? { missing: held.unread, key: null };
      held.first = firstNew(messagesOf(window), missing, key);
    }
    const parts: Parts = {
      window,
      deliveries,
      pending,
      notes,
      asked,
      awaited,
      buyerRead,
      firstNew: held.first?.key ?? null,
      hasTimeMarks,
    };
    const made = before !== undefined && isSame(before.parts, parts) ? before : make(parts, before?.byKey ?? NOTHING);
    keep(kept.current, id, made);
    // The server may count messages that no page holds.
    const isMore = window?.state === 'loaded' && window.older !== 'no';
    return { rows: made.rows, missingNew: isMore ? (held.first?.missing ?? 0) : 0 };
  }, [id, window, deliveries, pending, notes, asked, awaited, buyerRead, hasTimeMarks, held]);
  return { ...shown, areNotesComing: areComing };
}

/** The same map until something else is awaited, so that the rows are made again only then. */
function useAwaited(id: ConversationId): ReadonlyMap<string, Awaited> {
  const desk = useDesk();
  const text = useDeskState((state) => [...awaitedForLong(state, id)].flat().join(' '));
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text says when the map is another.
  return useMemo(() => awaitedForLong(desk.state.get(), id), [desk, id, text]);
}

function make(parts: Parts, before: ReadonlyMap<string, MessageRow>): Made {
  const entries = timeline(parts.window, parts.deliveries, parts.pending, parts.notes);
  const context = {
    buyerReadPosition: parts.buyerRead,
    firstNewKey: parts.firstNew,
    asked: parts.asked,
    awaited: parts.awaited,
    hasTimeMarks: parts.hasTimeMarks,
  };
  const rows = buildRows(entries, context, before);
  return { parts, rows, byKey: new Map(rows.map((row) => [row.key, row])) };
}

const isSame = (left: Parts, right: Parts): boolean =>
  left.window === right.window &&
  left.deliveries === right.deliveries &&
  left.pending === right.pending &&
  left.notes === right.notes &&
  left.asked === right.asked &&
  left.awaited === right.awaited &&
  left.buyerRead === right.buyerRead &&
  left.firstNew === right.firstNew &&
  left.hasTimeMarks === right.hasTimeMarks;

/** Keeps the most recently opened conversation last. */
function keep(kept: Map<ConversationId, Made>, id: ConversationId, made: Made): void {
  kept.delete(id);
  kept.set(id, made);
  for (const old of kept.keys()) {
    if (kept.size <= KEPT) break;
    kept.delete(old);
  }
}

const unreadOf = (state: DeskState, id: ConversationId): number => state.shown.get(id)?.unreadCount ?? 0;
