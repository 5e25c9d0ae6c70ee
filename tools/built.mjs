// Finds the built programs, before any TypeScript can run: plain JavaScript that runs on Node 20 and later.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './ensure-installed.mjs';

/** By the script that a built program replaces: the name of its file. */
export const PROGRAMS = {
  'tools/src/demo.ts': 'demo',
  'tools/src/serve.ts': 'serve',
  'apps/simulator/src/main.ts': 'simulator',
};
const SOURCES = ['apps', 'packages', 'tools'];
const FILES = ['package.json', 'package-lock.json'];
const LEFT_OUT = /^(node_modules|dist|tests)$|\.test\.tsx?$/;

/** The folder of the programs that were built of exactly the sources of now. It exists only when it is complete. */
export function builtFolder() {
  const seen = createHash('sha256').update(ROOT);
  const look = (path) => {
    const { mtimeMs, size } = statSync(path);
    seen.update(`${path}\n${mtimeMs}\n${size}\n`);
  };
  const walk = (folder) => {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      if (LEFT_OUT.test(entry.name)) continue;
      const path = join(folder, entry.name);
      if (entry.isDirectory()) walk(path);
      else if (entry.isFile()) look(path);
    }
  };
  for (const folder of SOURCES) walk(join(ROOT, folder));
  for (const file of FILES) look(join(ROOT, file));
  return join(ROOT, 'dist', seen.digest('hex').slice(0, 16));
}

/** The built program for `script`; null when there is none, or a source has changed since. */
export function builtProgram(script) {
  const name = PROGRAMS[script];
  if (name === undefined) return null;
  try {
    const program = join(builtFolder(), `${name}.js`);
    return existsSync(program) && existsSync(join(ROOT, 'apps/web/dist/index.html')) ? program : null;
  } catch {
    // A folder is missing or changes at this moment: the program as written always runs.
    return null;
  }
}
