import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { findChromium } from '../../e2e/src/chromium.ts';

interface Program {
  readonly command: string;
  /** Debian packages that contain the program. */
  readonly packages: readonly string[];
  readonly purpose: string;
}

/** Programs that the tests start and that npm does not install. */
const PROGRAMS: readonly Program[] = [
  { command: 'git', packages: ['git'], purpose: 'lists the files of the project for the checks' },
  {
    command: 'chromium',
    packages: ['chromium', 'fonts-noto-cjk', 'fonts-noto-core'],
    purpose: 'opens the screens; another browser is named in CHROMIUM_PATH',
  },
  { command: 'protoc', packages: ['protobuf-compiler'], purpose: 'checks the chat protocol against the original' },
  { command: 'tinyproxy', packages: ['tinyproxy'], purpose: 'is the HTTP proxy of the tests' },
  { command: 'microsocks', packages: ['microsocks'], purpose: 'is the SOCKS proxy of the tests' },
  { command: 'openssl', packages: ['openssl'], purpose: 'makes the certificates of the tests' },
];

/** One sentence for each missing program, after an attempt to install it with `apt-get` where this user is root. */
export function ensurePrograms(say: (line: string) => void): readonly string[] {
  const missing = PROGRAMS.filter(isMissing);
  if (missing.length > 0 && process.getuid?.() === 0 && isOnPath('apt-get')) {
    const packages = missing.flatMap((program) => program.packages);
    say(`Installing ${packages.join(', ')}…`);
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    for (const words of [
      ['update', '-qq'],
      ['install', '-y', '-qq', ...packages],
    ]) {
      spawnSync('apt-get', words, { env, stdio: ['ignore', 'ignore', 'inherit'] });
    }
  }
  return missing
    .filter(isMissing)
    .map(
      ({ command, packages, purpose }) =>
        `${command} is missing, which ${purpose}: install it (Debian: apt-get install ${packages.join(' ')}).`,
    );
}

const isMissing = ({ command }: Program): boolean =>
  command === 'chromium' ? findChromium() === null : !isOnPath(command);

/** Looks outside `node_modules`: a program of the same name that npm installed does not count. */
const isOnPath = (command: string): boolean =>
  (process.env.PATH ?? '')
    .split(delimiter)
    .some((folder) => !folder.includes('node_modules') && existsSync(join(folder, command)));
