import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { findChromium } from '../../e2e/src/chromium.ts';

interface Program {
  readonly command: string;
  /** Packages of Debian that bring it. */
  readonly packages: readonly string[];
  readonly purpose: string;
}

/** Programs that the tests start and npm does not bring. */
const PROGRAMS: readonly Program[] = [
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

/** One sentence for each program that is missing, after `apt-get` was tried where this user may. */
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

/** Of the machine: a program of the same name that npm brought does not count. */
const isOnPath = (command: string): boolean =>
  (process.env.PATH ?? '')
    .split(delimiter)
    .some((folder) => !folder.includes('node_modules') && existsSync(join(folder, command)));
