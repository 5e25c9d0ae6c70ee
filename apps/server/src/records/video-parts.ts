import { crc32 } from 'node:zlib';
import { SCREEN_LIMITS } from '@pasar/domain';
import type { Transaction } from '../storage/database.ts';

/** Where the parts of a video lie: of one on its way to a buyer, or of one that a quick reply or an automatic answer keeps. */
export type PartTable = 'outgoing_video_part' | 'quick_reply_video_part' | 'automatic_video_part';

/** Every part of a video but the last has this length. */
export const PART_BYTES = SCREEN_LIMITS.videoPartBytes;

/** How many parts a video of so many bytes has. */
export const partsOf = (bytes: number): number => Math.ceil(bytes / PART_BYTES);

/** A part as a browser puts it. */
export interface GivenPart {
  readonly offset: number;
  readonly part: string;
  readonly checksum: number;
}

/** The part with its place; `damaged` where it does not match its checksum, `misplaced` where no part begins or ends. */
export function placePart(
  { offset, part, checksum }: GivenPart,
  videoBytes: number,
): { readonly number: number; readonly bytes: Buffer } | 'damaged' | 'misplaced' {
  const bytes = Buffer.from(part, 'base64');
  const isPlace = offset % PART_BYTES === 0 && bytes.length === Math.min(PART_BYTES, videoBytes - offset);
  if (!isPlace) return 'misplaced';
  return crc32(bytes) === checksum ? { number: offset / PART_BYTES, bytes } : 'damaged';
}

/** One part; null where it is not here. */
export async function readPart(
  transaction: Transaction,
  table: PartTable,
  videoId: string,
  number: number,
): Promise<Buffer | null> {
  const found = await transaction.query<{ bytes: Buffer }>({
    name: `read-${table}`,
    text: `select bytes from ${table} where video_id = $1 and number = $2`,
    values: [videoId, number],
  });
  return found.rows[0]?.bytes ?? null;
}

/** The bytes from the first on that are here without a gap. */
export async function receivedBytes(
  transaction: Transaction,
  table: PartTable,
  videoId: string,
  videoBytes: number,
): Promise<number> {
  const found = await transaction.query<{ count: number }>(
    `select count(*)::int as count from (select number, row_number() over (order by number) - 1 as place
       from ${table} where video_id = $1) part where number = place`,
    [videoId],
  );
  return Math.min((found.rows[0]?.count ?? 0) * PART_BYTES, videoBytes);
}

/** Reads a stored video with one part in memory at a time. */
export function readerOf(transaction: Transaction, table: PartTable, videoId: string) {
  let held: { readonly number: number; readonly bytes: Buffer } | null = null;
  const partAt = async (number: number): Promise<Buffer> => {
    if (held?.number !== number) {
      held = { number, bytes: (await readPart(transaction, table, videoId, number)) ?? Buffer.alloc(0) };
    }
    return held.bytes;
  };
  return async (from: number, length: number): Promise<Uint8Array> => {
    const read: Buffer[] = [];
    for (let number = Math.floor(from / PART_BYTES); number < partsOf(from + length); number += 1) {
      const start = number * PART_BYTES;
      read.push((await partAt(number)).subarray(Math.max(0, from - start), from + length - start));
    }
    return Buffer.concat(read);
  };
}
