import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';

export const ROOT = join(import.meta.dirname, '../..');
const BIN = join(ROOT, 'node_modules/.bin');
const MOST_LINES = 400;

/** One static check: its name, and a function that runs it. */
export interface Check {
  readonly name: string;
  readonly run: () => { readonly isOk: boolean; readonly output: string };
}

const command = (name: string, binary: string, args: readonly string[], cwd = ROOT): Check => ({
  name,
  run: () => {
    const env = { ...process.env, PATH: `${BIN}${delimiter}${process.env.PATH ?? ''}` };
    const done = spawnSync(join(BIN, binary), args, { cwd, env, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
    return { isOk: done.status === 0, output: `${done.stdout}${done.stderr}${done.error ?? ''}` };
  },
});

/** Every check that needs no running server or database: `npm run check`. */
export const CHECKS: readonly Check[] = [
  command('format and lint', 'biome', ['ci', '.']),
  command('types', 'tsc', ['-p', 'tsconfig.json']),
  command('types of the browser', 'tsc', ['-p', 'apps/web/tsconfig.json']),
  command('types of the browser tests', 'tsc', ['-p', 'apps/web/tests/tsconfig.json']),
  command('layers', 'node', ['tools/src/check-layers.ts']),
  command('unused code', 'knip', []),
  command('generated protocol code', 'node', ['scripts/check-generated.ts'], join(ROOT, 'packages/im-protocol')),
  command('generated page of calls', 'node', ['tools/src/check-calls.ts']),
  command('generated types of tables', 'node', ['apps/server/scripts/database-types.ts', '--check']),
  { name: 'file sizes', run: checkSizes },
];

/** No source file may have more than 400 lines. */
function checkSizes() {
  const listed = spawnSync(
    'git',
    ['ls-files', '--cached', '--others', '--exclude-standard', '*.ts', '*.tsx', '*.mjs'],
    {
      cwd: ROOT,
      encoding: 'utf8',
    },
  );
  const long = listed.stdout
    .split('\n')
    .filter((file) => file !== '' && !file.includes('/gen/') && existsSync(join(ROOT, file)))
    .map((file) => ({ file, lines: readFileSync(join(ROOT, file), 'utf8').split('\n').length - 1 }))
    .filter(({ lines }) => lines > MOST_LINES);
  return { isOk: long.length === 0, output: long.map(({ file, lines }) => `${file}: ${lines} lines`).join('\n') };
}
