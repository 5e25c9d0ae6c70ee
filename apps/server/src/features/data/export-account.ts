import type { AccountId } from '@pasar/domain';
import { Zip, ZipDeflate, ZipPassThrough } from 'fflate';
import type { Exported, KeptFile } from '../../records/kept/kept-table.ts';
import { KEPT_TABLES } from '../../records/kept/tables.ts';
import type { Snapshot } from '../../storage/snapshot.ts';
import { readmeOf } from './export-readme.ts';
import type { ExportProgress } from './export-state.ts';

/** A zip without the extensions for larger ones ends here, some room left for its list of files. */
const MOST_BYTES = 4 * 1024 ** 3 - 256 * 1024 ** 2;
const MOST_FILES = 60_000;
/** Rows that are read at once, and rows with bytes, which may be large (our choice). */
const ROWS_AT_ONCE = 500;
const FILES_AT_ONCE = 4;

export class ExportTooLarge extends Error {
  constructor() {
    super('the account does not fit into a zip');
    this.name = 'ExportTooLarge';
  }
}

export interface ExportOptions {
  readonly accountId: AccountId;
  readonly now: number;
  readonly onProgress: (progress: ExportProgress) => void;
}

type Written = Extract<Exported, { kind: 'rows' }>;

/**
 * An account as a zip, made while it is read: a file of JSON lines for each table, a file for each picture and video, and
 * a README. It holds what the main account may read, without secrets. @throws ExportTooLarge
 */
export async function* exportAccount(
  snapshot: Snapshot,
  { accountId, now, onProgress }: ExportOptions,
): AsyncGenerator<Uint8Array> {
  const zip = new Archive();
  const tables = Object.entries(KEPT_TABLES).flatMap(([name, { exported }]): [string, Written][] =>
    exported.kind === 'rows' ? [[name, exported]] : [],
  );
  let [tablesDone, rowsDone] = [0, 0];
  const tell = () => onProgress({ tablesDone, tablesTotal: tables.length, rowsDone, bytes: zip.bytes });
  zip.whole('README.txt', Buffer.from(readmeOf(now)));
  yield* zip.taken();
  for (const [name, exported] of tables) {
    const file = zip.begin(`tables/${name}.jsonl`, 'text');
    const text = await linesOf(snapshot, name, exported);
    for await (const rows of snapshot.rows<{ line: string }>(text, [accountId], ROWS_AT_ONCE)) {
      file.push(Buffer.from(rows.map(({ line }) => `${line}\n`).join('')));
      rowsDone += rows.length;
      tell();
      yield* zip.taken();
    }
    file.push(new Uint8Array(), true);
    if (exported.files !== null) yield* filesOf(snapshot, zip, { name, files: exported.files, accountId });
    tablesDone += 1;
    tell();
    yield* zip.taken();
  }
  zip.end();
  yield* zip.taken();
  tell();
}

/** The statement for a table's rows as JSON. In place of bytes stands the name of their file. */
async function linesOf(snapshot: Snapshot, table: string, { secrets, files }: Written): Promise<string> {
  const columns: string[] = [];
  const found = snapshot.rows<{ name: string }>(
    `select attname as name from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped
     order by attnum`,
    [table],
    1_000,
  );
  for await (const rows of found) columns.push(...rows.map(({ name }) => name));
  const shown = columns.flatMap((column) => {
    if (secrets.includes(column)) return [];
    return column === files?.column ? [`${pathOf(table, files)} as ${column}`] : [`"${column}"`];
  });
  return `select to_jsonb(r)::text as line from (select ${shown.join(', ')} from ${table} where account_id = $1) r`;
}

/** SQL for the name of the file of a row. Names are made of ids alone, which lead nowhere else. */
const pathOf = (table: string, { column, name, ending }: KeptFile): string =>
  `case when ${column} is not null then 'files/${table}/' || ${name} || '.' || ${ENDINGS[ending]} end`;
const ENDINGS: Readonly<Record<KeptFile['ending'], string>> = {
  mp4: "'mp4'",
  jpg: "'jpg'",
  bin: "'bin'",
  'of its type':
    "case type when 'image/png' then 'png' when 'image/gif' then 'gif' when 'image/webp' then 'webp' else 'jpg' end",
};

async function* filesOf(
  snapshot: Snapshot,
  zip: Archive,
  { name, files, accountId }: { readonly name: string; readonly files: KeptFile; readonly accountId: AccountId },
): AsyncGenerator<Uint8Array> {
  const order = files.order === null ? files.name : `${files.name}, ${files.order}`;
  const text = `select ${pathOf(name, files)} as path, ${files.column} as bytes from ${name}
    where account_id = $1 and ${files.column} is not null order by ${order}`;
  let openPath = '';
  let open: ZipPassThrough | ZipDeflate | null = null;
  for await (const rows of snapshot.rows<{ path: string; bytes: Buffer }>(text, [accountId], FILES_AT_ONCE)) {
    for (const { path, bytes } of rows) {
      if (open === null || openPath !== path) {
        open?.push(new Uint8Array(), true);
        open = zip.begin(path, 'media');
        openPath = path;
      }
      open.push(bytes);
    }
    yield* zip.taken();
  }
  open?.push(new Uint8Array(), true);
}

/** A zip whose bytes are taken as they are made. One file follows the other. */
class Archive {
  readonly #chunks: Uint8Array[] = [];
  readonly #zip: Zip;
  #failure: Error | null = null;
  #files = 0;
  bytes = 0;

  constructor() {
    this.#zip = new Zip((error, chunk) => {
      if (error) this.#failure = error;
      else this.#chunks.push(chunk);
    });
  }

  begin(path: string, kind: 'text' | 'media'): ZipPassThrough | ZipDeflate {
    this.#files += 1;
    if (this.#files > MOST_FILES) throw new ExportTooLarge();
    // Pictures and films are compressed already.
    const file = kind === 'text' ? new ZipDeflate(path, { level: 6 }) : new ZipPassThrough(path);
    this.#zip.add(file);
    return file;
  }

  whole(path: string, bytes: Uint8Array): void {
    this.begin(path, 'text').push(bytes, true);
  }

  end(): void {
    this.#zip.end();
  }

  *taken(): Generator<Uint8Array> {
    if (this.#failure !== null) throw this.#failure;
    for (const chunk of this.#chunks.splice(0)) {
      this.bytes += chunk.length;
      if (this.bytes > MOST_BYTES) throw new ExportTooLarge();
      yield chunk;
    }
  }
}
