import type { OrderColumn, OrderExportKind } from '@pasar/api';
import { Zip, ZipDeflate } from 'fflate';
import type { Cell } from './export-rows.ts';
import type { ExportWords } from './export-words.ts';

/** Rows of a sheet of a workbook, its heading included. */
export const MOST_ROWS = 1_048_576;

export interface FileOptions {
  readonly words: ExportWords;
  readonly columns: readonly OrderColumn[];
  /** Rows of a sheet; a test has smaller ones. */
  readonly sheetRows?: number;
}
type Portions = AsyncIterable<readonly (readonly Cell[])[]>;

/** The rows as a file, made while they come: never more than a portion of them is held. */
export const fileOf = (kind: OrderExportKind, portions: Portions, options: FileOptions): AsyncGenerator<Uint8Array> =>
  kind === 'csv' ? csvOf(portions, options) : workbookOf(portions, options);

/** UTF-8 with its mark, by which spreadsheet programs know it. */
async function* csvOf(portions: Portions, { words, columns }: FileOptions): AsyncGenerator<Uint8Array> {
  yield Buffer.from(`\ufeff${csvLine(columns.map((column) => words.column[column]))}`);
  for await (const rows of portions) yield Buffer.from(rows.map(csvLine).join(''));
}

const csvLine = (cells: readonly Cell[]): string => `${cells.map(csvCell).join(',')}\r\n`;

/** A text that a spreadsheet program would take for a formula gets an apostrophe before it. */
function csvCell(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell);
  const text = /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

async function* workbookOf(
  portions: Portions,
  { words, columns, sheetRows = MOST_ROWS }: FileOptions,
): AsyncGenerator<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let failure: Error | null = null;
  const zip = new Zip((error, chunk) => {
    if (error) failure = error;
    else chunks.push(chunk);
  });
  const taken = function* () {
    if (failure !== null) throw failure;
    yield* chunks.splice(0);
  };
  const begin = (path: string): ZipDeflate => {
    const file = new ZipDeflate(path, { level: 6 });
    zip.add(file);
    return file;
  };
  const heading = xmlRow(
    columns.map((column) => words.column[column]),
    1,
  );
  let sheets = 0;
  const beginSheet = (): ZipDeflate => {
    sheets += 1;
    const sheet = begin(`xl/worksheets/sheet${sheets}.xml`);
    sheet.push(Buffer.from(`${SHEET_BEGINS}${heading}`));
    return sheet;
  };
  let sheet = beginSheet();
  let room = sheetRows - 1;
  for await (const rows of portions) {
    for (let done = 0; done < rows.length; ) {
      if (room === 0) {
        sheet.push(Buffer.from(SHEET_ENDS), true);
        sheet = beginSheet();
        room = sheetRows - 1;
      }
      const some = rows.slice(done, done + room);
      const first = sheetRows - room + 1;
      sheet.push(Buffer.from(some.map((cells, index) => xmlRow(cells, first + index)).join('')));
      done += some.length;
      room -= some.length;
    }
    yield* taken();
  }
  sheet.push(Buffer.from(SHEET_ENDS), true);
  for (const [path, text] of partsOf(words.sheet, sheets)) begin(path).push(Buffer.from(text), true);
  zip.end();
  yield* taken();
}

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const SHEET_BEGINS = `${XML}<worksheet xmlns="${MAIN}"><sheetData>`;
const SHEET_ENDS = '</sheetData></worksheet>';

const xmlRow = (cells: readonly Cell[], row: number): string =>
  `<row r="${row}">${cells.map((cell, index) => xmlCell(cell, `${letterOf(index)}${row}`)).join('')}</row>`;
/** The columns of an export are fewer than the letters. */
const letterOf = (index: number): string => String.fromCharCode(65 + index);

/** A text stands in its own cell, so that no table of texts has to be held. */
function xmlCell(cell: Cell, place: string): string {
  if (cell === null || cell === '') return '';
  if (typeof cell === 'number') return `<c r="${place}"><v>${cell}</v></c>`;
  return `<c r="${place}" t="inlineStr"><is><t xml:space="preserve">${escaped(cell)}</t></is></c>`;
}

/** Without the characters that no XML text may have; a cell holds 32,767 characters. */
const escaped = (text: string): string =>
  text
    .slice(0, 32_767)
    .toWellFormed()
    .replace(/[^\P{Cc}\t\n\r\u007f-\u009f]|[\ufffe\uffff]/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');

/** The parts of a workbook beside its sheets (ECMA-376). */
function partsOf(name: string, sheets: number): [string, string][] {
  const numbers = Array.from({ length: sheets }, (_, index) => index + 1);
  const nameOf = (number: number): string => escaped(number === 1 ? name : `${name} ${number}`);
  const each = (make: (number: number) => string): string => numbers.map(make).join('');
  const types = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
  return [
    [
      '[Content_Types].xml',
      `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${types}.sheet.main+xml"/>${each((number) => `<Override PartName="/xl/worksheets/sheet${number}.xml" ContentType="${types}.worksheet+xml"/>`)}</Types>`,
    ],
    [
      '_rels/.rels',
      `${XML}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    ],
    [
      'xl/workbook.xml',
      `${XML}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${each((number) => `<sheet name="${nameOf(number)}" sheetId="${number}" r:id="rId${number}"/>`)}</sheets></workbook>`,
    ],
    [
      'xl/_rels/workbook.xml.rels',
      `${XML}<Relationships xmlns="${PACKAGE}/relationships">${each((number) => `<Relationship Id="rId${number}" Type="${OFFICE}/worksheet" Target="worksheets/sheet${number}.xml"/>`)}</Relationships>`,
    ],
  ];
}
