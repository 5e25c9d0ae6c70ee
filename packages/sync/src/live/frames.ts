import { type Change, change, type LiveFrame, liveFrame } from '@pasar/api';
import { z } from 'zod';

/** A frame, or a part of one, that could not be read: kept with the reason, while the stream goes on. */
export interface SetAside {
  readonly at: number;
  readonly raw: string;
  readonly reason: string;
}

/** A frame that was read, and the parts of it that could not be read. */
export type ReadFrame =
  | { readonly kind: 'frame'; readonly frame: LiveFrame; readonly unread: readonly Omit<SetAside, 'at'>[] }
  | { readonly kind: 'unread'; readonly unread: readonly Omit<SetAside, 'at'>[] };

const KEPT_CHARACTERS = 4_000;
const looseChanges = z.object({
  type: z.literal('changes'),
  changes: z.array(z.unknown()),
  upTo: z.number().int().nonnegative(),
});

/** Reads one text frame. A bad change in a batch is set aside alone; the other changes are applied. */
export function fromWireFrame(text: string): ReadFrame {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    return { kind: 'unread', unread: [aside(text, error)] };
  }
  const frame = liveFrame.safeParse(json);
  if (frame.success) return { kind: 'frame', frame: frame.data, unread: [] };
  const loose = looseChanges.safeParse(json);
  if (!loose.success) return { kind: 'unread', unread: [aside(text, frame.error)] };
  const changes: Change[] = [];
  const unread: Omit<SetAside, 'at'>[] = [];
  for (const item of loose.data.changes) {
    const read = change.safeParse(item);
    if (read.success) changes.push(read.data);
    else unread.push(aside(JSON.stringify(item), read.error));
  }
  return { kind: 'frame', frame: { type: 'changes', changes, upTo: loose.data.upTo }, unread };
}

const aside = (raw: string, error: unknown): Omit<SetAside, 'at'> => ({
  raw: raw.slice(0, KEPT_CHARACTERS),
  reason: error instanceof Error ? error.message : String(error),
});
