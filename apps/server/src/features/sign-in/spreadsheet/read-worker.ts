/** Runs in a thread of its own, so that a hostile file can exhaust no memory or time but this thread's. */
import { parentPort, workerData } from 'node:worker_threads';
import { Unzip, UnzipInflate, UnzipPassThrough } from 'fflate';
import { readSheet } from 'read-excel-file/node';
import { type CellAnswer, toCells } from './cells.ts';
import { SPREADSHEET_LIMITS } from './limits.ts';

/** What this thread answers. */
export type ReadAnswer = CellAnswer | { readonly kind: 'tooLarge' } | { readonly kind: 'unreadable' };

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

async function read(file: Uint8Array): Promise<ReadAnswer> {
  try {
    if (!isSmallUnpacked(file)) return { kind: 'tooLarge' };
    const rows = await readSheet(Buffer.from(file), { trim: false });
    if (rows.length > SPREADSHEET_LIMITS.sheetRows) return { kind: 'tooLarge' };
    return toCells(rows, SPREADSHEET_LIMITS.columnsRead);
  } catch {
    // Any error means that the file is no readable spreadsheet.
    return { kind: 'unreadable' };
  }
}

if (parentPort && workerData instanceof Uint8Array) parentPort.postMessage(await read(workerData));
