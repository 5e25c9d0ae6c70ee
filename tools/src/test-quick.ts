import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { z } from 'zod';
import { ROOT } from './checks.ts';

/**
 * `npm run test:quick` checks what changed since the main branch: format, types, layers, the affected unit tests, and
 * some of the affected tests with a database.
 */
const BIN = join(ROOT, 'node_modules/.bin');
const VITEST = join(ROOT, 'node_modules/vitest/vitest.mjs');
/** Test files with a database that run; more would take longer than a minute. Our choice. */
const INTEGRATION_FILES = 4;
const listing = z.array(z.object({ file: z.string() }));

const git = (...words: readonly string[]): string =>
  spawnSync('git', words, { cwd: ROOT, encoding: 'utf8' }).stdout.trim();

/** The main branch of the remote, or else of this clone. */
const main = ['origin/HEAD', 'origin/main', 'main'].find(
  (name) => git('rev-parse', '--verify', '--quiet', name) !== '',
);
const base = git('merge-base', 'HEAD', main ?? 'HEAD');

/** Test files with a database that import a changed file, those that were changed themselves first. */
function affectedByDatabase(): readonly string[] {
  const words = ['list', '--project=integration', `--changed=${base}`, '--filesOnly', '--json'];
  const { stdout } = spawnSync(process.execPath, [VITEST, ...words], { cwd: ROOT, encoding: 'utf8' });
  const files = new Set(listing.parse(JSON.parse(stdout)).map(({ file }) => file));
  const changed = new Set(
    git('diff', '--name-only', base)
      .split('\n')
      .map((name) => join(ROOT, name)),
  );
  return [...files].toSorted((left, right) => Number(changed.has(right)) - Number(changed.has(left)));
}

let failed = 0;
function check(name: string, binary: string, ...words: readonly string[]): void {
  const done = spawnSync(binary, words, { cwd: ROOT, stdio: ['ignore', 'inherit', 'inherit'] });
  console.log(`${done.status === 0 ? 'ok  ' : 'FAIL'} ${name}`);
  if (done.status !== 0) failed += 1;
}

check('format and lint', join(BIN, 'biome'), 'check', '--changed', `--since=${base}`, '--no-errors-on-unmatched');
for (const [name, project] of [
  ['types', 'tsconfig.json'],
  ['types of the browser', 'apps/web/tsconfig.json'],
  ['types of the browser tests', 'apps/web/tests/tsconfig.json'],
] as const) {
  check(name, join(BIN, 'tsc'), '-p', project);
}
check('layers', process.execPath, 'tools/src/check-layers.ts');
check('unit tests', process.execPath, VITEST, 'run', '--project=unit', `--changed=${base}`, '--passWithNoTests');
const affected = affectedByDatabase();
if (affected.length > 0) {
  const [now, later] = [affected.slice(0, INTEGRATION_FILES), affected.slice(INTEGRATION_FILES)];
  check('tests with a database', process.execPath, VITEST, 'run', '--project=integration', ...now);
  if (later.length > 0) console.log(`${later.length} further test files import a changed file: npm test runs them.`);
}
process.exitCode = failed === 0 ? 0 : 1;
