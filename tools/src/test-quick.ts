import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { ROOT } from './checks.ts';

/**
 * `npm run test:quick` checks what changed since the main branch: format, types, layers, and the affected unit tests.
 */
const BIN = join(ROOT, 'node_modules/.bin');
const git = (...words: readonly string[]): string =>
  spawnSync('git', words, { cwd: ROOT, encoding: 'utf8' }).stdout.trim();

/** The main branch of the remote, or else of this clone. */
const main = ['origin/HEAD', 'origin/main', 'main'].find(
  (name) => git('rev-parse', '--verify', '--quiet', name) !== '',
);
const base = git('merge-base', 'HEAD', main ?? 'HEAD');
const steps: readonly (readonly [name: string, binary: string, ...words: string[]])[] = [
  ['format and lint', join(BIN, 'biome'), 'check', '--changed', `--since=${base}`, '--no-errors-on-unmatched'],
  ['types', join(BIN, 'tsc'), '-p', 'tsconfig.json'],
  ['types of the browser', join(BIN, 'tsc'), '-p', 'apps/web/tsconfig.json'],
  ['layers', process.execPath, 'tools/src/check-layers.ts'],
  [
    'tests',
    process.execPath,
    join(ROOT, 'node_modules/vitest/vitest.mjs'),
    'run',
    '--project=unit',
    `--changed=${base}`,
    '--passWithNoTests',
  ],
];
let failed = 0;
for (const [name, binary, ...words] of steps) {
  const done = spawnSync(binary, words, { cwd: ROOT, stdio: ['ignore', 'inherit', 'inherit'] });
  console.log(`${done.status === 0 ? 'ok  ' : 'FAIL'} ${name}`);
  if (done.status !== 0) failed += 1;
}
process.exitCode = failed === 0 ? 0 : 1;
