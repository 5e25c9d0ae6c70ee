/** Runs in a thread of its own, so that a hostile file can exhaust no memory or time but this thread's. */
import { parentPort, workerData } from 'node:worker_threads';
import { LOCALES } from '@pasar/domain';
import { Unzip, UnzipInflate, UnzipPassThrough } from 'fflate';
import { readSheet } from 'read-excel-file/node';
import { z } from 'zod';
import { type Cell, toCells } from './cells.ts';
import { SPREADSHEET_LIMITS } from './limits.ts';
import { readText } from './text.ts';

/** What this thread is given. */
const task = z.object({ file: z.instanceof(Uint8Array), locale: z.enum(LOCALES), cellLength: z.number() });
export type ReadTask = z.infer<typeof task>;

/** What this thread answers. */
export type ReadAnswer =
  | { readonly kind: 'rows'; readonly rows: readonly (readonly Cell[])[] }
  | { readonly kind: 'tooLarge' }
  | { readonly kind: 'unreadable' };

/** Unpacks every part once and counts the bytes that come out. */
function isSmallUnpacked(file: Uint8Array): boolean {
  let bytes = 0;
  let parts = 0;
  const isWithin = () => bytes <= SPREADSHEET_LIMITS.expandedBytes && parts <= SPREADSHEET_LIMITS.archiveParts;
  const archive = new Unzip((part) => {
    parts += 1;
    part.ondata = (error, chunk) => {
      if (error) throw error;
      bytes += chunk.byteLength;
      if (!isWithin()) part.terminate();
    };
    if (isWithin()) part.start();
  });
  archive.register(UnzipInflate);
  archive.register(UnzipPassThrough);
  // In small steps, so that a part that exceeds the limit is stopped early.
  const STEP = 16_384;
  for (let at = 0; at < file.byteLength && isWithin(); at += STEP) {
    archive.push(file.subarray(at, at + STEP), at + STEP >= file.byteLength);
  }
  return isWithin();
}

/** An xlsx file is a zip archive; all other files are read as text. */
const isArchive = (file: Uint8Array): boolean => file[0] === 0x50 && file[1] === 0x4b;

async function read({ file, locale, cellLength }: ReadTask): Promise<ReadAnswer> {
  try {
    if (isArchive(file) && !isSmallUnpacked(file)) return { kind: 'tooLarge' };
    const sheet = isArchive(file) ? await readSheet(Buffer.from(file), { trim: false }) : readText(file, locale);
    if (sheet.length > SPREADSHEET_LIMITS.sheetRows) return { kind: 'tooLarge' };
    return { kind: 'rows', rows: toCells(sheet, cellLength) };
  } catch {
    // Any error means that the file is no readable spreadsheet.
    return { kind: 'unreadable' };
  }
}

const given = task.safeParse(workerData);
if (parentPort && given.success) parentPort.postMessage(await read(given.data));
