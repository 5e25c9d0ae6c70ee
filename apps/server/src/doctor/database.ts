import { asAccountId, COUNTRIES, type Country, MARKETPLACES, type Marketplace } from '@pasar/domain';
import type pg from 'pg';
import { z } from 'zod';
import { reasonOf, StartupError } from '../startup-error.ts';
import { type Database, openDatabase, wholeAccount } from '../storage/database.ts';
import type { KeySource } from '../storage/master-key.ts';
import { findMissingMigrations } from '../storage/migrate.ts';
import { SECRET_FIELDS, SecretBox, SecretRefused } from '../storage/secrets.ts';
import { withClient } from '../storage/with-client.ts';
import { type Finding, note, ok, wrong } from './finding.ts';

/** The clocks of the machines must agree within half a minute; a smaller difference is worth a word (our choice). */
const MOST_SKEW_MS = 30_000;
const NOTED_SKEW_MS = 2_000;

/** A site where the installation has a login. */
export interface Site {
  readonly marketplace: Marketplace;
  readonly country: Country;
}
export interface DatabaseLook {
  readonly findings: readonly Finding[];
  readonly sites: readonly Site[];
}

/** The database answers at `connection`; nothing in it is changed. */
export async function lookAtDatabase(connection: pg.ClientConfig, keys: KeySource | null): Promise<DatabaseLook> {
  const findings: Finding[] = [];
  const isReady = await withClient(connection, async (client) => {
    findings.push(await lookAtVersion(client), await lookAtClock(client));
    try {
      const missing = await findMissingMigrations(client);
      findings.push(
        missing === 'all'
          ? note('The database is empty; the first start makes its tables.')
          : missing.length === 0
            ? ok('The tables are those of this version.')
            : note(`${missing.length} migrations are missing, which the next start applies: ${missing.join(', ')}.`),
      );
      return missing !== 'all';
    } catch (error) {
      if (!(error instanceof StartupError)) throw error;
      findings.push(wrong(error.message));
      return false;
    }
  });
  if (!isReady) return { findings, sites: [] };
  const database = openDatabase(connection, 'pasar_engine', 1);
  try {
    return { findings: [...findings, await lookAtSecrets(database, keys)], sites: await findSites(database) };
  } finally {
    await database.close();
  }
}

async function lookAtVersion(client: pg.Client): Promise<Finding> {
  const found = await client.query<{ version: string }>(
    "select split_part(current_setting('server_version'), ' ', 1) as version",
  );
  return ok(`The database answers; it is PostgreSQL ${found.rows[0]?.version}.`);
}

async function lookAtClock(client: pg.Client): Promise<Finding> {
  const askedAt = Date.now();
  const found = await client.query<{ now: number }>(
    'select (extract(epoch from clock_timestamp()) * 1000)::float8 as now',
  );
  const skewMs = (found.rows[0]?.now ?? 0) - (askedAt + Date.now()) / 2;
  const seconds = `${Math.abs(skewMs / 1_000).toFixed(1)} seconds ${skewMs > 0 ? 'ahead of' : 'behind'} this machine's`;
  if (Math.abs(skewMs) > MOST_SKEW_MS)
    return wrong(`The database's clock is ${seconds}, and they must agree within 30: set both by NTP.`);
  if (Math.abs(skewMs) > NOTED_SKEW_MS) return note(`The database's clock is ${seconds}.`);
  return ok("This machine's clock and the database's agree.");
}

const secretRow = z.object({ owner_id: z.string(), field: z.enum(SECRET_FIELDS), envelope: z.instanceof(Buffer) });
/** So many accounts are looked through for a secret: most have one (our choice). */
const MOST_ACCOUNTS = 100;

async function lookAtSecrets(database: Database, keys: KeySource | null): Promise<Finding> {
  const accounts = await database.query<{ account_id: string }>(
    'doctor-accounts',
    'select distinct account_id from connection_lease limit $1',
    [MOST_ACCOUNTS],
  );
  for (const { account_id } of accounts) {
    const accountId = asAccountId(account_id);
    const found = await database.one(wholeAccount(accountId), {
      text: 'select owner_id, field, envelope from secret where account_id = $1 limit 1',
      values: [accountId],
    });
    const row = secretRow.optional().parse(found.rows[0]);
    if (row === undefined) continue;
    if (keys === null) return wrong("The database holds shops' logins, and the master key that opens them is missing.");
    try {
      new SecretBox(keys).open({ accountId, ownerId: row.owner_id, field: row.field }, row.envelope);
      return ok('The master key opens what the database holds.');
    } catch (error) {
      if (!(error instanceof SecretRefused)) throw error;
      return wrong(
        "The master key is not the one of this database, so the shops' logins cannot be read: set the right one.",
      );
    }
  }
  return ok('The database holds no secrets yet, so that any master key fits.');
}

async function findSites(database: Database): Promise<readonly Site[]> {
  const rows = await database.query<{ marketplace: string; country: string }>(
    'doctor-sites',
    'select distinct marketplace, country from connection order by marketplace, country',
    [],
  );
  return z.array(z.object({ marketplace: z.enum(MARKETPLACES), country: z.enum(COUNTRIES) })).parse(rows);
}

/** Why the database cannot be reached, as a finding. */
export const unreachable = (error: unknown): Finding =>
  wrong(error instanceof StartupError ? error.message : `The database cannot be used: ${reasonOf(error)}.`);
