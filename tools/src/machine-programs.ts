import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { findChromium, hasBestChromium } from '../../e2e/src/chromium.ts';

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
    packages: ['chromium-headless-shell', 'fonts-noto-cjk', 'fonts-noto-core'],
    purpose: 'opens the screens; another browser is named in CHROMIUM_PATH',
  },
  { command: 'protoc', packages: ['protobuf-compiler'], purpose: 'checks the chat protocol against the original' },
  { command: 'tinyproxy', packages: ['tinyproxy'], purpose: 'is the HTTP proxy of the tests' },
  { command: 'microsocks', packages: ['microsocks'], purpose: 'is the SOCKS proxy of the tests' },
  { command: 'openssl', packages: ['openssl'], purpose: 'makes the certificates of the tests' },
  { command: 'caddy', packages: ['caddy'], purpose: 'is a reverse proxy of the tests' },
  { command: 'nginx', packages: ['nginx-light'], purpose: 'is the other reverse proxy of the tests' },
  { command: 'promtool', packages: ['prometheus'], purpose: 'checks the metrics' },
];

/** One sentence for each missing program, after an attempt to install it with `apt-get` where this user is root. */
export function ensurePrograms(say: (line: string) => void): readonly string[] {
  const wanted = PROGRAMS.filter(isWanted);
  if (wanted.length > 0 && process.getuid?.() === 0 && isOnPath('apt-get')) {
    // The packages of servers would otherwise start them.
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', SYSTEMD_OFFLINE: '1' };
    const apt = (...words: readonly string[]) =>
      spawnSync('apt-get', words, { env, stdio: ['ignore', 'ignore', 'inherit'] });
    apt('update', '-qq');
    // One program after the other: a distribution that lacks a package must not keep the others away.
    for (const { packages } of wanted) {
      say(`Installing ${packages.join(', ')}…`);
      apt('install', '-y', '-qq', '--no-install-recommends', ...packages);
    }
  }
  return PROGRAMS.filter(isMissing).map(
    ({ command, packages, purpose }) =>
      `${command} is missing, which ${purpose}: install it (Debian: apt-get install ${packages.join(' ')}).`,
  );
}

/** Another Chromium than the lightest will do, but only where the lightest cannot be installed. */
const isWanted = (program: Program): boolean =>
  isMissing(program) || (program.command === 'chromium' && !hasBestChromium());

const isMissing = ({ command }: Program): boolean =>
  command === 'chromium' ? findChromium() === null : !isOnPath(command);

/**
 * Looks outside `node_modules`: a program of the same name that npm installed does not count. An ordinary user's path
 * lacks the folder of servers.
 */
const isOnPath = (command: string): boolean =>
  [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin'].some(
    (folder) => !folder.includes('node_modules') && existsSync(join(folder, command)),
  );
