// Runs on any Node from 20 on and needs nothing installed: it is what installs. Plain JavaScript for that reason.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..');
export const NODE = join(ROOT, 'node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node');

/** Installs exactly what the lock file says, unless that was done before. */
export function ensureInstalled() {
  if (isInstalled()) return;
  // all of it to standard error: what runs next may answer on standard output with something to be read by a program.
  console.error('Installing dependencies (once)…');
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const run = spawnSync(npm, ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: ROOT,
    stdio: ['ignore', process.stderr.fd, 'inherit'],
    // note: npm hands its own settings to scripts; the nested call must not inherit flags of the outer command.
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

/** Which package stands in which place, whatever the time stamps of a checkout say. */
function installedVersions(file) {
  const { packages } = JSON.parse(readFileSync(file, 'utf8'));
  return Object.entries(packages)
    .filter(([place, entry]) => place.startsWith('node_modules/') && !entry.link && !entry.optional)
    .map(([place, entry]) => `${place}@${entry.version}`)
    .sort()
    .join('\n');
}
