import { randomUUID } from 'node:crypto';
import type { AccountId, MemberId } from '@pasar/domain';
import pg from 'pg';

/** How far a transaction sees: everything of one account, or one member's shops in it. */
export type Scope =
  | { readonly accountId: AccountId; readonly shops: 'all'; readonly memberId: MemberId | null }
  | { readonly accountId: AccountId; readonly shops: 'granted'; readonly memberId: MemberId };
export const wholeAccount = (accountId: AccountId): Scope => ({ accountId, shops: 'all', memberId: null });

/** One connection inside one transaction. */
export type Transaction = pg.ClientBase;

/** A pool whose connections hold one of the roles that own nothing. */
export interface Database {
  /** Runs in one transaction that sees `scope` and nothing else; rolled back when `run` throws. */
  within<Value>(scope: Scope, run: (transaction: Transaction) => Promise<Value>): Promise<Value>;
  /** A statement outside any account: only what the role may see everywhere. */
  query<Row extends pg.QueryResultRow>(name: string, text: string, values: readonly unknown[]): Promise<Row[]>;
  /** Calls back on NOTIFY until closed; reconnects by itself and then calls back once for whatever was missed. */
  listen(channel: string, onNotify: (payload: string) => void): Promise<() => Promise<void>>;
  close(): Promise<void>;
}
export type DatabaseRole = 'pasar_app' | 'pasar_engine';

/**
 * Every statement here is short and has its index. Compiling one costs more than running it, and a table that was just
 * filled has no statistics yet: without these a batch of 500 was planned as 500 scans (130 ms instead of 8).
 */
const PLANNING = '-c jit=off -c enable_seqscan=off';
/**
 * A process that is frozen in the middle of a transaction holds its locks, and whoever takes over its connections would
 * wait for it. Ours are never idle inside a transaction for longer than a moment: after this the database ends them.
 */
const FROZEN = '-c idle_in_transaction_session_timeout=4000';
const RELISTEN_MS = 500;

export function openDatabase(config: pg.ClientConfig, role: DatabaseRole, size: number): Database {
  const settings: pg.ClientConfig = {
    ...config,
    options: `-c role=${role} ${PLANNING} ${FROZEN}`,
    application_name: role,
  };
  const pool = new pg.Pool({ ...settings, max: size });
  // note: an idle connection that breaks is replaced by the pool; the next query reports what is really wrong.
  pool.on('error', () => undefined);
  return {
    within: (scope, run) => inTransaction(pool, scope, run),
    async query<Row extends pg.QueryResultRow>(name: string, text: string, values: readonly unknown[]) {
      return (await pool.query<Row>({ name, text, values: [...values] })).rows;
    },
    listen: (channel, onNotify) => listenForever(settings, channel, onNotify),
    close: () => pool.end(),
  };
}

/** Both in one round trip: most transactions hold a single statement, and would spend half their time beginning. */
const beginOf = ({ accountId, memberId, shops }: Scope): string =>
  `begin; select set_config('pasar.account_id', ${pg.escapeLiteral(accountId)}, true),
     set_config('pasar.member_id', ${pg.escapeLiteral(memberId ?? '')}, true),
     set_config('pasar.shops', ${pg.escapeLiteral(shops)}, true)`;

async function inTransaction<Value>(
  pool: pg.Pool,
  scope: Scope,
  run: (transaction: Transaction) => Promise<Value>,
): Promise<Value> {
  const client = await pool.connect();
  let broken: Error | undefined;
  // a connection that the database ends between two statements says so by this event, and nobody else listens.
  const onError = (error: Error) => {
    broken = error;
  };
  client.on('error', onError);
  try {
    await client.query(beginOf(scope));
    const value = await run(client);
    await client.query('commit');
    return value;
  } catch (error) {
    try {
      await client.query('rollback');
    } catch (rollbackError) {
      broken = rollbackError instanceof Error ? rollbackError : new Error(String(rollbackError));
    }
    throw error;
  } finally {
    client.off('error', onError);
    client.release(broken);
  }
}

async function listenForever(
  settings: pg.ClientConfig,
  channel: string,
  onNotify: (payload: string) => void,
): Promise<() => Promise<void>> {
  let isClosed = false;
  let timer: NodeJS.Timeout | undefined;
  let client: pg.Client | undefined;
  const open = async () => {
    const next = new pg.Client(settings);
    next.on('notification', (notification) => onNotify(notification.payload ?? ''));
    next.on('error', () => undefined);
    next.on('end', () => {
      if (!isClosed) timer = setTimeout(reopen, RELISTEN_MS);
    });
    await next.connect();
    await next.query(`listen ${pg.escapeIdentifier(channel)}`);
    client = next;
  };
  const reopen = () => {
    open().then(
      () => onNotify(''),
      () => {
        if (!isClosed) timer = setTimeout(reopen, RELISTEN_MS);
      },
    );
  };
  await open();
  return async () => {
    isClosed = true;
    clearTimeout(timer);
    await client?.end();
  };
}

/** The name of a server process among others on the same database. */
export const newHolder = (): string => randomUUID();
