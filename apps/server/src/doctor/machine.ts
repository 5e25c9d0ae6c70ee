import { accessSync, constants, existsSync, statfsSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { HEALTH_PATH } from '@pasar/api';
import { z } from 'zod';
import type { Config } from '../config.ts';
import { reasonOf, StartupError } from '../startup-error.ts';
import { hasEmbeddedPostgres } from '../storage/embedded-place.ts';
import { type KeySource, missingMasterKey, readMasterKeys } from '../storage/master-key.ts';
import { LEAST_FREE_BYTES } from '../storage/open-storage.ts';
import { type Finding, note, ok, wrong } from './finding.ts';

/** Below this an operator should make room before it is urgent (our choice). */
const FEW_BYTES = 2 * 1024 ** 3;

export function lookAtFolder(folder: string): Finding {
  const place = existsSync(folder) ? folder : existingPart(folder);
  try {
    // Root may go anywhere that is a folder.
    if (!statSync(place).isDirectory())
      return wrong(`The data directory ${folder} cannot be made: ${place} is no folder.`);
    accessSync(place, constants.R_OK | constants.W_OK | constants.X_OK);
    const { bavail, bsize } = statfsSync(place);
    const free = bavail * bsize;
    const left = free < 1024 ** 3 ? `${Math.floor(free / 1024 ** 2)} MB` : `${(free / 1024 ** 3).toFixed(1)} GB`;
    if (free < LEAST_FREE_BYTES)
      return wrong(
        `The disk of ${folder} has only ${left} left, with which the server does not start: free some space.`,
      );
    if (free < FEW_BYTES) return note(`The disk of ${folder} has only ${left} left.`);
    return place === folder
      ? ok(`The data directory ${folder} can be written, and its disk has ${left} left.`)
      : note(`The data directory ${folder} does not exist; the first start makes it, on a disk with ${left} left.`);
  } catch (error) {
    return wrong(`The data directory ${folder} cannot be made or written: ${reasonOf(error)}.`);
  }
}

const existingPart = (path: string): string => (existsSync(path) ? path : existingPart(dirname(path)));

/** The keys themselves come with the finding; null where there is none that can be used. */
export function lookAtKey(config: Config): { readonly finding: Finding; readonly keys: KeySource | null } {
  const file = join(config.dataFolder, 'master-key');
  try {
    const keys = readMasterKeys(config.masterKey, file);
    if (keys === null) {
      return config.databaseUrl === null && hasEmbeddedPostgres(config.dataFolder)
        ? { finding: wrong(missingMasterKey(file).message), keys }
        : { finding: note(`There is no master key yet; the first start makes ${file}.`), keys };
    }
    if (keys().length > 1)
      return { finding: note('A rotation of the master key is under way: finish it with rotate-key.'), keys };
    if (config.masterKey !== null) return { finding: ok('PASAR_MASTER_KEY holds a master key.'), keys };
    return (statSync(file).mode & 0o077) === 0
      ? { finding: ok(`${file} holds a master key.`), keys }
      : { finding: wrong(`Other users of this machine can read the master key: chmod 600 ${file}.`), keys };
  } catch (error) {
    if (error instanceof StartupError) return { finding: wrong(error.message), keys: null };
    throw error;
  }
}

interface Port {
  readonly variable: string;
  readonly host: string;
  readonly port: number;
  /** What happens when another program has the port: null, because the server does not start. */
  readonly otherwise: string | null;
}

/** A running server holds its ports, so the others are tried only where the desk's port is free. */
export async function lookAtPorts(config: Config): Promise<readonly Finding[]> {
  const desk: Port = { variable: 'PASAR_PORT', host: config.host, port: config.port, otherwise: null };
  const first = await lookAtPort(desk);
  if (first === 'taken' && (await isPasar(config)))
    return [ok(`Pasar already runs and answers at port ${config.port}; its other ports are not tried.`)];
  const others: Port[] = [];
  if (config.metrics !== null) others.push({ variable: 'PASAR_METRICS_PORT', ...config.metrics, otherwise: null });
  if (config.role !== 'web') {
    others.push({ variable: 'PASAR_PEER_PORT', host: config.peerHost, port: config.peerPort, otherwise: null });
    const otherwise = 'TikTok Shop reaches a SOCKS5 proxy by another port then';
    others.push({ variable: 'PASAR_SOCKS_FRONT_PORT', host: '127.0.0.1', port: config.socksFrontPort, otherwise });
  }
  const findings = [findingOf(desk, first)];
  for (const port of others) findings.push(findingOf(port, await lookAtPort(port)));
  return findings;
}

function findingOf({ variable, host, port, otherwise }: Port, found: 'free' | 'taken' | string): Finding {
  const name = port === 0 ? `A free port of ${host}` : `Port ${port} of ${host}`;
  if (found === 'free') return ok(`${name} can be used (${variable}).`);
  if (found !== 'taken') return wrong(`${name} cannot be used: ${found}. Set ${variable.replace('_PORT', '_HOST')}.`);
  return otherwise === null
    ? wrong(`${name} is taken by another program: stop it, or set ${variable} to another.`)
    : note(`${name} is taken by another program; ${otherwise} (${variable}).`);
}

/** Or why the port cannot be opened at all. */
function lookAtPort({ host, port }: Port): Promise<'free' | 'taken' | string> {
  return new Promise((done) => {
    const probe = createServer();
    probe.once('error', (error) => done('code' in error && error.code === 'EADDRINUSE' ? 'taken' : reasonOf(error)));
    probe.listen(port, host, () => probe.close(() => done('free')));
  });
}

const health = z.object({ status: z.enum(['ok', 'starting']) });
const HEALTHY_WITHIN_MS = 3_000;

async function isPasar({ host, port }: Config): Promise<boolean> {
  const name = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  try {
    const url = `http://${name.includes(':') ? `[${name}]` : name}:${port}${HEALTH_PATH}`;
    const answer = await fetch(url, { signal: AbortSignal.timeout(HEALTHY_WITHIN_MS) });
    return health.safeParse(await answer.json()).success;
  } catch {
    // Whatever has the port speaks otherwise, or not at all.
    return false;
  }
}
