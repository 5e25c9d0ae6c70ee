import { setTimeout as sleep } from 'node:timers/promises';
import { type AccountId, asAccountId } from '@pasar/domain';
import type pg from 'pg';
import { z } from 'zod';
import { type Database, openDatabase, type Transaction, wholeAccount } from '../storage/database.ts';
import { keyId, SECRET_FIELDS, SecretBox, SecretRefused } from '../storage/secrets.ts';
import { withClient } from '../storage/with-client.ts';

export interface Resealed {
  readonly count: number;
  /** Secrets that no key opens. They stay as they are; their logins have to log in again. */
  readonly unreadable: number;
}

/** Secrets of one transaction: its locks hold up a sign-in for a few milliseconds (our choice). */
const BATCH = 100;
/** The pause while a transaction of a server holds the secrets that are left. */
const PAUSE_MS = 50;
/** A transaction of a server lasts no longer; then the table itself is waited for. */
const MOST_PAUSES = 100;

const secretRow = z.object({
  owner_id: z.string(),
  field: z.enum(SECRET_FIELDS),
  envelope: z.instanceof(Buffer),
});

/**
 * Seals every secret with the first of the keys, a few at a time, while servers go on; then retires the other keys, so
 * that no server that still has them can seal anything with them. Killed at any moment, it leaves each secret readable
 * with one of the keys, and may be run again.
 */
export async function resealAll(connection: pg.ClientConfig, keys: readonly Buffer[]): Promise<Resealed> {
  const [first, ...others] = keys;
  if (first === undefined) throw new Error('there is no master key');
  const secrets = new SecretBox(() => keys);
  const id = keyId(first);
  const unreadable = new Set<string>();
  const database = openDatabase(connection, 'pasar_engine', 1);
  let count = 0;
  try {
    for (let pauses = 0; pauses < MOST_PAUSES; ) {
      const pass = await resealOnce(database, secrets, { id, unreadable });
      count += pass.count;
      if (pass.isDone) break;
      if (pass.count > 0) continue;
      pauses += 1;
      await sleep(PAUSE_MS);
    }
    count += await retire(connection, secrets, { id, unreadable, others: others.map(keyId) });
  } finally {
    await database.close();
  }
  return { count, unreadable: unreadable.size };
}

interface Pass {
  /** Of the key that seals. */
  readonly id: Buffer;
  /** Secrets that no key opens; grows. */
  readonly unreadable: Set<string>;
}

async function resealOnce(
  database: Database,
  secrets: SecretBox,
  pass: Pass,
): Promise<{ readonly count: number; readonly isDone: boolean }> {
  let count = 0;
  let isDone = true;
  for (const accountId of await accountsLeft(
    (text, values) => database.query('accounts-left', text, values),
    pass.id,
  )) {
    const done = await database.within(wholeAccount(accountId), (transaction) =>
      resealAccount(transaction, secrets, { ...pass, accountId, isWaiting: false }),
    );
    count += done.count;
    isDone &&= done.left === 0;
  }
  return { count, isDone };
}

type Ask = (text: string, values: unknown[]) => Promise<readonly { readonly account_id: string }[]>;

const accountsLeft = async (ask: Ask, id: Buffer): Promise<readonly AccountId[]> =>
  (await ask('select pasar_accounts_sealed_otherwise($1) as account_id', [id])).map(({ account_id }) =>
    asAccountId(account_id),
  );

/** One batch of an account. `left` counts the secrets that are not resealed yet and that a key may open. */
async function resealAccount(
  transaction: Transaction,
  secrets: SecretBox,
  {
    accountId,
    id,
    unreadable,
    isWaiting,
  }: Pass & {
    readonly accountId: AccountId /** Waits for locked rows; otherwise they are left for later. */;
    readonly isWaiting: boolean;
  },
): Promise<{ readonly count: number; readonly left: number }> {
  const otherwise = `account_id = $1 and substring(envelope from 1 for 9) <> '\\x02'::bytea || $2
    and owner_id || '/' || field <> all($3)`;
  const values = [accountId, id, [...unreadable]];
  const found = await transaction.query(
    `select owner_id, field, envelope from secret where ${otherwise} order by owner_id, field limit ${BATCH}
     for update ${isWaiting ? '' : 'skip locked'}`,
    values,
  );
  let count = 0;
  for (const { owner_id: ownerId, field, envelope } of z.array(secretRow).parse(found.rows)) {
    const place = { accountId, ownerId, field };
    try {
      const sealed = secrets.seal(place, secrets.open(place, envelope));
      await transaction.query('update secret set envelope = $3 where owner_id = $1 and field = $2', [
        ownerId,
        field,
        sealed,
      ]);
      count += 1;
    } catch (error) {
      if (!(error instanceof SecretRefused)) throw error;
      unreadable.add(`${ownerId}/${field}`);
    }
  }
  const left = await transaction.query<{ count: number }>(`select count(*)::int from secret where ${otherwise}`, [
    accountId,
    id,
    [...unreadable],
  ]);
  return { count, left: left.rows[0]?.count ?? 0 };
}

/** While nobody else writes secrets: the last ones are resealed, and the other keys retired, in one transaction. */
async function retire(
  connection: pg.ClientConfig,
  secrets: SecretBox,
  { id, unreadable, others }: Pass & { readonly others: readonly Buffer[] },
): Promise<number> {
  return withClient(connection, async (client) => {
    await client.query('begin');
    await client.query('lock table secret in share row exclusive mode');
    await client.query('set local role pasar_engine');
    let count = 0;
    const ask: Ask = async (text, values) => (await client.query<{ account_id: string }>(text, values)).rows;
    for (const accountId of await accountsLeft(ask, id)) {
      await client.query("select set_config('pasar.account_id', $1, true), set_config('pasar.shops', 'all', true)", [
        accountId,
      ]);
      for (let left = 1; left > 0; ) {
        const done = await resealAccount(client, secrets, { id, unreadable, accountId, isWaiting: true });
        count += done.count;
        left = done.left;
      }
    }
    await client.query('insert into retired_key (key_id) select unnest($1::bytea[]) on conflict do nothing', [others]);
    await client.query('commit');
    return count;
  });
}
