/**
 * The world's append-only file: lines of JSON, each with a tab and a checksum over this line and all lines before it;
 * the first line is the header. When the process dies while it writes a line, the line is torn: it was never confirmed
 * to a caller, and is dropped. Everything else that does not fit is damage, and the file is refused.
 */
import {
  closeSync,
  existsSync,
  fsyncSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { crc32 } from 'node:zlib';
import { z } from 'zod';
import { CONVERSATION_STATUSES } from './conversation-status.ts';
import { WorldError } from './errors.ts';
import { LANGUAGES } from './languages.ts';
import { sideSchemas } from './side-entries.ts';

const VERSION = 2;
/** The version whose lines had no checksum. Such a file is read and continued without checksums. */
const BARE_VERSION = 1;
const id = z.string().regex(/^[0-9]+$/);
const marketplace = z.enum(['shopee', 'lazada', 'tiktok']);
const conversation = { marketplace, conversationId: id };
const headerSchema = z.object({
  type: z.literal('world'),
  version: z.literal([BARE_VERSION, VERSION]),
  seed: z.string(),
  /** Milliseconds since the epoch: the moment to which all seeded times are relative. */
  seededAt: z.number().int(),
});
const buyerSchema = z.object({
  buyerId: id,
  name: z.string(),
  avatarUrl: z.string().nullable(),
  language: z.enum(LANGUAGES),
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
  z.object({ type: z.literal('opened'), ...conversation, shopId: id, buyer: buyerSchema, at: z.int() }),
  z.object({ type: z.literal('message'), ...conversation, message: messageSchema }),
  z.object({ type: z.literal('sellerRead'), ...conversation, messageId: id }),
  z.object({ type: z.literal('buyerRead'), ...conversation, messageId: id }),
  z.object({ type: z.literal('markedUnread'), ...conversation }),
  z.object({ type: z.literal('pinned'), ...conversation, isPinned: z.boolean() }),
  z.object({
    type: z.literal('status'),
    ...conversation,
    status: z.enum(CONVERSATION_STATUSES),
    /** Left out in older journals. */
    at: z.int().optional(),
  }),
  z.object({ type: z.literal('renumbered'), ...conversation, to: id }),
  z.object({ type: z.literal('recalled'), ...conversation, messageId: id }),
  z.object({ type: z.literal('note'), marketplace, data: z.unknown(), of: z.number().int().nonnegative().nullable() }),
  ...sideSchemas,
]);

export type JournalHeader = Omit<z.infer<typeof headerSchema>, 'type' | 'version'>;
export type JournalEntry = z.infer<typeof entrySchema>;
/** Entries beside the chats: no fact of the chats refers to them, and they have no place in their order. */
export type SideEntry = Extract<JournalEntry, { readonly type: 'trade' | 'demands' }>;
/** Facts of the chats. */
export type JournalFact = Exclude<JournalEntry, SideEntry>;
export const isFact = (entry: JournalEntry): entry is JournalFact => entry.type !== 'trade' && entry.type !== 'demands';
export interface SideJournal {
  /** The entries of the journal when it was opened, in order. */
  readonly entries: readonly SideEntry[];
  /** The entry is on the disk when this returns. */
  append(entry: SideEntry): void;
}
export interface Journal {
  readonly header: JournalHeader;
  /** The entries of the file when it was opened, in order. */
  readonly entries: readonly JournalEntry[];
  /** The entry is in the file when this returns; `isDurable`: also on the disk. Throws the file system's error. */
  append(entry: JournalEntry, isDurable: boolean): void;
  close(): void;
}

interface Contents {
  readonly header: z.infer<typeof headerSchema>;
  readonly entries: readonly JournalEntry[];
  /** Bytes up to the end of the last complete line. */
  readonly wholeLength: number;
  /** The checksum of the last complete line; null in a file without checksums. */
  readonly sum: number | null;
}

const damaged = (path: string, line: number, cause?: unknown): WorldError =>
  new WorldError('journalUnreadable', `${path} is damaged: line ${line} cannot be read; put back a copy of it`, {
    cause,
  });

function parseLine<T>(schema: z.ZodType<T>, line: string, path: string, number: number): T {
  try {
    return schema.parse(JSON.parse(line));
  } catch (cause) {
    throw damaged(path, number, cause);
  }
}

/** A line and its checksum, which includes the checksum of the line before, so that a missing line is detected, too. */
const seal = (json: string, sum: number): { readonly line: string; readonly sum: number } => {
  const next = crc32(json, sum);
  return { line: `${json}\t${next.toString(16).padStart(8, '0')}`, sum: next };
};

function read(path: string): Contents {
  const bytes = readFileSync(path);
  const entries: JournalEntry[] = [];
  let header: z.infer<typeof headerSchema> | null = null;
  let sum = 0;
  let start = 0;
  for (let end = bytes.indexOf(10); end !== -1; end = bytes.indexOf(10, start)) {
    const line = bytes.toString('utf8', start, end);
    const [json = ''] = line.split('\t');
    const number: number = header === null ? 1 : entries.length + 2;
    // JSON has no bare tab: a line without a tab is of the older version, or damaged.
    if (json !== line || (header ?? parseLine(headerSchema, json, path, number)).version === VERSION) {
      const sealed = seal(json, sum);
      if (sealed.line !== line) throw damaged(path, number);
      sum = sealed.sum;
    }
    if (header === null) header = parseLine(headerSchema, json, path, number);
    else entries.push(parseLine(entrySchema, json, path, number));
    start = end + 1;
  }
  // The header is written as a whole, so a file without a header has lost it.
  if (header === null) throw damaged(path, 1);
  return { header, entries, wholeLength: start, sum: header.version === VERSION ? sum : null };
}

/** Writes whole lines; when a write fails, cuts off its remains before the error is thrown. */
function createWriter(fd: number, wholeLength: number): (line: string, isDurable: boolean) => void {
  let length = wholeLength;
  // The torn end is cut by the first write and not on opening, so that opening alone changes nothing.
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

/** Writes the header so that a crash leaves the complete header or no file. */
function begin(path: string, fresh: JournalHeader): void {
  const partial = `${path}.new`;
  const fd = openSync(partial, 'w');
  try {
    const { line } = seal(JSON.stringify({ type: 'world', version: VERSION, ...fresh }), 0);
    createWriter(fd, 0)(line, true);
  } finally {
    closeSync(fd);
  }
  renameSync(partial, path);
  syncDirectory(path);
}

/** Opens the file, or makes it with `fresh` as its header. @throws WorldError when it is damaged */
export function openJournal(path: string, fresh: JournalHeader): Journal {
  mkdirSync(dirname(path), { recursive: true });
  if (!existsSync(path)) begin(path, fresh);
  const { header, entries, wholeLength, sum } = read(path);
  const fd = openSync(path, 'a');
  const write = createWriter(fd, wholeLength);
  let last = sum;
  let isOpen = true;
  return {
    header: { seed: header.seed, seededAt: header.seededAt },
    entries,
    append(entry, isDurable) {
      if (!isOpen) throw new WorldError('journalClosed', 'the world is closed');
      const json = JSON.stringify(entry);
      if (last === null) return write(json, isDurable);
      const sealed = seal(json, last);
      write(sealed.line, isDurable);
      last = sealed.sum;
    },
    close() {
      if (isOpen) closeSync(fd);
      isOpen = false;
    },
  };
}
