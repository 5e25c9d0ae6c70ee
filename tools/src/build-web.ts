import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { StartupError } from '@pasar/server';

const ROOT = join(import.meta.dirname, '../..');
const SOURCES = ['apps/web', 'packages/api/src', 'packages/domain/src', 'packages/sync/src', 'package-lock.json'];

/** The folder of the built web client. */
export const WEB_FOLDER = join(ROOT, 'apps/web/dist');

/**
 * Builds the web client when a source is newer than the built one. @throws StartupError with the end of Vite's output.
 */
export function buildWeb(say: (line: string) => void): void {
  const built = join(WEB_FOLDER, 'index.html');
  const builtAt = existsSync(built) ? statSync(built).mtimeMs : 0;
  if (SOURCES.every((source) => newest(join(ROOT, source)) <= builtAt)) return;
  say('Building the desk…');
  const run = spawnSync(
    process.execPath,
    [join(ROOT, 'node_modules/vite/bin/vite.js'), 'build', '--logLevel', 'error'],
    {
      cwd: join(ROOT, 'apps/web'),
      encoding: 'utf8',
      // The test runner sets NODE_ENV to `test`, which would build another client than users get.
      env: { ...process.env, NODE_ENV: 'production' },
    },
  );
  if (run.status !== 0) throw new StartupError(`The desk could not be built: ${run.stderr.trim()}`);
}

function newest(path: string): number {
  const { mtimeMs } = statSync(path);
  if (!statSync(path).isDirectory()) return mtimeMs;
  return Math.max(
    0,
    ...readdirSync(path)
      .filter((name) => name !== 'node_modules' && name !== 'dist')
      .map((name) => newest(join(path, name))),
  );
}
