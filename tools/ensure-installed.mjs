// Installs the dependencies, so it cannot use any: plain JavaScript that runs on Node 20 and later.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..');
export const NODE = join(ROOT, 'node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node');

/** Installs exactly the versions of the lock file, unless they are installed. */
export function ensureInstalled() {
  if (isInstalled()) return;
  // Prints to standard error only: the program that runs next may write machine-readable output to standard output.
  console.error('Installing dependencies (once)…');
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const run = spawnSync(npm, ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: ROOT,
    stdio: ['ignore', process.stderr.fd, 'inherit'],
    // npm passes its own settings to scripts in `npm_*`; the nested `npm ci` must not inherit flags of the outer
    // command.
    env: Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('npm_'))),
  });
  if (run.status !== 0) {
    console.error('The dependencies could not be installed: see the lines above. Is the package registry reachable?');
    process.exit(1);
  }
  if (!existsSync(NODE)) {
    console.error(
      'Node 24 did not come with the dependencies: npm was told not to run install scripts (ignore-scripts).',
    );
    rmSync(join(ROOT, 'node_modules', '.package-lock.json'), { force: true });
    process.exit(1);
  }
}

function isInstalled() {
  const done = join(ROOT, 'node_modules', '.package-lock.json');
  if (!existsSync(done) || !existsSync(NODE)) return false;
  const lock = join(ROOT, 'package-lock.json');
  return statSync(done).mtimeMs >= statSync(lock).mtimeMs || installedVersions(done) === installedVersions(lock);
}

/** The version of every installed package by its folder, for a comparison that does not depend on file times. */
function installedVersions(file) {
  const { packages } = JSON.parse(readFileSync(file, 'utf8'));
  return Object.entries(packages)
    .filter(([place, entry]) => place.startsWith('node_modules/') && !entry.link && !entry.optional)
    .map(([place, entry]) => `${place}@${entry.version}`)
    .sort()
    .join('\n');
}
