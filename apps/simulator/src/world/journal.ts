/**
 * The append-only file behind the world: JSON lines, the first one the header. A line is in the file entirely or, when
 * the process died while writing it, torn at the end; a torn line was never confirmed to anybody and is dropped.
 */
import { closeSync, existsSync, fsyncSync, ftruncateSync, mkdirSync, openSync, readFileSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { z } from 'zod';
import { WorldError } from './errors.ts';
import { sideSchemas } from './side-entries.ts';

const VERSION = 1;
const id = z.string().regex(/^[0-9]+$/);
const marketplace = z.enum(['shopee', 'lazada', 'tiktok']);
const conversation = { marketplace, conversationId: id };
const headerSchema = z.object({
  type: z.literal('world'),
  version: z.literal(VERSION),
  seed: z.string(),
  /** Milliseconds since the epoch: the moment to which all seeded times are relative. */
  seededAt: z.number().int(),
});
const messageSchema = z.object({
  messageId: id,
  ledgerId: id,
  from: z.enum(['buyer', 'seller', 'sellerApp', 'system']),
  kind: z.string(),
  content: z.record(z.string(), z.unknown()),
  idempotencyKey: z.string().nullable(),
  acceptedAt: z.number().int(),
  quote: z.object({ messageId: id, hint: z.string() }).nullable().default(null),
});
const entrySchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('message'), ...conversation, message: messageSchema }),
  z.object({ type: z.literal('sellerRead'), ...conversation, messageId: id }),
  z.object({ type: z.literal('buyerRead'), ...conversation, messageId: id }),
  z.object({ type: z.literal('markedUnread'), ...conversation }),
  z.object({ type: z.literal('pinned'), ...conversation, isPinned: z.boolean() }),
  z.object({ type: z.literal('status'), ...conversation, status: z.enum(['activated', 'closed']) }),
  z.object({ type: z.literal('recalled'), ...conversation, messageId: id }),
  z.object({ type: z.literal('note'), marketplace, data: z.unknown(), of: z.number().int().nonnegative().nullable() }),
  ...sideSchemas,
]);

export type JournalHeader = Omit<z.infer<typeof headerSchema>, 'type' | 'version'>;
export type JournalEntry = z.infer<typeof entrySchema>;
/** What happens beside the chats: no fact of theirs refers to it, and it has no place in their order. */
export type SideEntry = Extract<JournalEntry, { readonly type: 'trade' | 'demands' }>;
/** What happens in the chats. */
export type JournalFact = Exclude<JournalEntry, SideEntry>;
export const isFact = (entry: JournalEntry): entry is JournalFact => entry.type !== 'trade' && entry.type !== 'demands';
export interface SideJournal {
  /** What was in the journal when it was opened, in order. */
  readonly entries: readonly SideEntry[];
  /** On the disk when this returns. */
  append(entry: SideEntry): void;
}
export interface Journal {
  readonly header: JournalHeader;
  /** What was in the file when it was opened, in order. */
  readonly entries: readonly JournalEntry[];
  /** The entry is in the file when this returns; `isDurable`: also on the disk. Throws what the file system says. */
  append(entry: JournalEntry, isDurable: boolean): void;
  close(): void;
}

interface Contents {
  readonly header: JournalHeader | null;
  readonly entries: readonly JournalEntry[];
  /** Bytes up to the end of the last whole line. */
  readonly wholeLength: number;
}

function parseLine<T>(schema: z.ZodType<T>, line: string, path: string, number: number): T {
  try {
    return schema.parse(JSON.parse(line));
  } catch (cause) {
    throw new WorldError('journalUnreadable', `line ${number} of ${path} cannot be read`, { cause });
  }
}

function read(path: string): Contents {
  if (!existsSync(path)) return { header: null, entries: [], wholeLength: 0 };
  const bytes = readFileSync(path);
  const entries: JournalEntry[] = [];
  let header: JournalHeader | null = null;
  let start = 0;
  for (let end = bytes.indexOf(10); end !== -1; end = bytes.indexOf(10, start)) {
    const line = bytes.toString('utf8', start, end);
    if (header === null) {
      const { seed, seededAt } = parseLine(headerSchema, line, path, 1);
      header = { seed, seededAt };
    } else {
      entries.push(parseLine(entrySchema, line, path, entries.length + 2));
    }
    start = end + 1;
  }
  return { header, entries, wholeLength: start };
}

/** Writes whole lines; what a failed write left behind is cut off again before the error is thrown. */
function createWriter(fd: number, wholeLength: number): (line: string, isDurable: boolean) => void {
  let length = wholeLength;
  // The torn tail is cut by the first write and not on opening, so that merely opening changes nothing.
  let isClean = false;
  return (line, isDurable) => {
    const bytes = Buffer.from(`${line}\n`, 'utf8');
    try {
      if (!isClean) ftruncateSync(fd, length);
      isClean = true;
      for (let at = 0; at < bytes.length; ) at += writeSync(fd, bytes, at, bytes.length - at, null);
      if (isDurable) fsyncSync(fd);
    } catch (error) {
      isClean = false;
      ftruncateSync(fd, length);
      throw error;
    }
    length += bytes.length;
  };
}

function syncDirectory(path: string): void {
  const fd = openSync(dirname(path), 'r');
  try {
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}

/** Begins the file with `fresh` as its header when there is none yet. */
export function openJournal(path: string, fresh: JournalHeader): Journal {
  mkdirSync(dirname(path), { recursive: true });
  const { header, entries, wholeLength } = read(path);
  const fd = openSync(path, 'a');
  const write = createWriter(fd, wholeLength);
  if (header === null) {
    write(JSON.stringify({ type: 'world', version: VERSION, ...fresh }), true);
    syncDirectory(path);
  }
  let isOpen = true;
  return {
    header: header ?? fresh,
    entries,
    append(entry, isDurable) {
      if (!isOpen) throw new WorldError('journalClosed', 'the world is closed');
      write(JSON.stringify(entry), isDurable);
    },
    close() {
      if (isOpen) closeSync(fd);
      isOpen = false;
    },
  };
}
