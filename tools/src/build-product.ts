import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { builtFolder } from '../built.mjs';
import { buildWeb } from './build-web.ts';

/** Whether this program is a built one (`build-programs.ts`), which only runs while no source has changed. */
export const IS_BUILT = !import.meta.filename.endsWith('.ts');

/** Builds the web client and the programs where a source has changed. @throws StartupError when there is no client. */
export function buildProduct(say: (line: string) => void): void {
  if (IS_BUILT) return;
  buildWeb(say);
  if (existsSync(builtFolder())) return;
  say('Building the server…');
  const run = spawnSync(process.execPath, [join(import.meta.dirname, 'build-programs.ts')], { encoding: 'utf8' });
  // The program as written runs as well.
  if (run.status !== 0) say(`The server could not be built, so that it starts more slowly: ${run.stderr.trim()}`);
}
