/**
 * Runs in a thread of its own, so that a hostile file can exhaust no memory or time but this thread's. A thread is made for
 * every file and loads everything anew, so it loads little: what reads workbooks only for a workbook.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { LOCALES, type Locale } from '@pasar/domain/locale';
import { Unzip, UnzipInflate, UnzipPassThrough } from 'fflate';
import { type Cell, toCells } from './cells.ts';
import { SPREADSHEET_LIMITS } from './limits.ts';
import { readText } from './text.ts';

/** What this thread is given. */
export interface ReadTask {
  readonly file: Uint8Array;
  readonly locale: Locale;
  readonly cellLength: number;
}

function parseTask(given: unknown): ReadTask | null {
  const { file, locale: tag, cellLength }: Readonly<Record<string, unknown>> = Object(given);
  const locale = LOCALES.find((one) => one === tag);
  const isTask = file instanceof Uint8Array && locale !== undefined && typeof cellLength === 'number';
  return isTask ? { file, locale, cellLength } : null;
}

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

async function readWorkbook(file: Uint8Array) {
  const { readSheet } = await import('read-excel-file/node');
  return readSheet(Buffer.from(file), { trim: false });
}

async function read({ file, locale, cellLength }: ReadTask): Promise<ReadAnswer> {
  try {
    if (isArchive(file) && !isSmallUnpacked(file)) return { kind: 'tooLarge' };
    const sheet = isArchive(file) ? await readWorkbook(file) : readText(file, locale);
    if (sheet.length > SPREADSHEET_LIMITS.sheetRows) return { kind: 'tooLarge' };
    return { kind: 'rows', rows: toCells(sheet, cellLength) };
  } catch {
    // Any error means that the file is no readable spreadsheet.
    return { kind: 'unreadable' };
  }
}

const task = parseTask(workerData);
if (parentPort && task !== null) parentPort.postMessage(await read(task));
