import { createAddressGuard, systemClock } from '@pasar/bridge';
import type pg from 'pg';
import { pino } from 'pino';
import { type Config, readConfig } from '../config.ts';
import { StartupError } from '../startup-error.ts';
import { type Stop, stopInReverse } from '../stop.ts';
import { hasEmbeddedPostgres } from '../storage/embedded-place.ts';
import type { KeySource } from '../storage/master-key.ts';
import { openEmbedded, reachDatabase } from '../storage/open-storage.ts';
import { type DatabaseLook, lookAtDatabase, unreachable } from './database.ts';
import { type Finding, note, wrong } from './finding.ts';
import { lookAtFolder, lookAtKey, lookAtPorts } from './machine.ts';
import { lookAtServices } from './services.ts';

/**
 * Looks at everything that a server of these settings needs, and changes nothing. An embedded database that does not
 * run is started for the time of the look.
 */
export async function examine(env: Readonly<Record<string, string | undefined>>): Promise<readonly Finding[]> {
  let config: Config;
  try {
    config = readConfig(env);
  } catch (error) {
    if (error instanceof StartupError) return [wrong(error.message)];
    throw error;
  }
  const { finding, keys } = lookAtKey(config);
  const { findings, sites } = await lookWhereverItIs(config, keys);
  const guard = createAddressGuard({ allowLoopback: config.isLoopbackAllowed });
  return [
    lookAtFolder(config.dataFolder),
    finding,
    ...findings,
    ...(await lookAtPorts(config)),
    ...(await lookAtServices({ config, guard, clock: systemClock }, sites)),
  ];
}

async function lookWhereverItIs(config: Config, keys: KeySource | null): Promise<DatabaseLook> {
  if (config.databaseUrl === null && !hasEmbeddedPostgres(config.dataFolder))
    return { findings: [note('There is no database yet; the first start makes one.')], sites: [] };
  const stops: Stop[] = [];
  const log = pino({ level: 'silent' });
  try {
    const connection = await open(config, stops);
    return await lookAtDatabase(connection, keys);
  } catch (error) {
    return { findings: [unreachable(error)], sites: [] };
  } finally {
    await stopInReverse(stops, log, null);
  }
}

async function open(config: Config, stops: Stop[]): Promise<pg.ClientConfig> {
  if (config.databaseUrl !== null) return reachDatabase(config.databaseUrl);
  const log = pino({ level: 'silent' });
  return (await openEmbedded({ config, say: () => undefined, log, mayShare: true }, stops)).connection;
}

const MARKS = { ok: 'ok   ', note: 'note ', wrong: 'WRONG' } as const;

/** The lines for a person, what is wrong last but one, and whether nothing is. */
export function report(findings: readonly Finding[]): {
  readonly lines: readonly string[];
  readonly isHealthy: boolean;
} {
  const count = findings.filter(({ level }) => level === 'wrong').length;
  const verdict =
    count === 0 ? 'Nothing is wrong.' : count === 1 ? 'One thing is wrong.' : `${count} things are wrong.`;
  return { lines: [...findings.map(({ level, says }) => `${MARKS[level]} ${says}`), verdict], isHealthy: count === 0 };
}
