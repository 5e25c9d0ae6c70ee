import { createHash, randomUUID } from 'node:crypto';
import type { AccountId, MemberId } from '@pasar/domain';
import pg from 'pg';
import { Listener } from './listener.ts';
import { PooledClient } from './pooled-client.ts';
import { CONNECTED_WITHIN_MS } from './reconnect.ts';

/** How far a transaction sees: everything of one account, or one member's shops in it. */
export type Scope =
  | { readonly accountId: AccountId; readonly shops: 'all'; readonly memberId: MemberId | null }
  | { readonly accountId: AccountId; readonly shops: 'granted'; readonly memberId: MemberId };
export const wholeAccount = (accountId: AccountId): Scope => ({ accountId, shops: 'all', memberId: null });

/** One connection inside one transaction. */
export type Transaction = pg.ClientBase;
/** Sends a statement whose answer need not be awaited: when it fails, the transaction ends with its error. */
export type Send = <Row extends pg.QueryResultRow>(statement: pg.QueryConfig) => Promise<pg.QueryResult<Row>>;

/**
 * A statement whose text is put together. Its name follows from its text, so that the database compiles each text once.
 */
export const builtStatement = (text: string, values: unknown[]): pg.QueryConfig => ({
  name: createHash('sha256').update(text).digest('base64url'),
  text,
  values,
});

/** The connections of a pool at this moment, and the transactions that wait for one. */
export interface PoolLoad {
  readonly busy: number;
  readonly idle: number;
  readonly waiting: number;
}

/** A pool whose connections have a role that owns nothing. */
export interface Database {
  /** Runs in one transaction that sees only `scope`; rolled back when `run` throws. */
  within<Value>(scope: Scope, run: (transaction: Transaction, send: Send) => Promise<Value>): Promise<Value>;
  /** The same for statements that only read: the value does not wait until the database has ended the transaction. */
  read<Value>(scope: Scope, run: (transaction: Transaction) => Promise<Value>): Promise<Value>;
  /**
   * The same where a statement sets the scope, which leaves together with the statements of `run`. When `accepts`
   * refuses the statement's row, nothing counts that `run` has read, and the answer is null.
   */
  readIf<Row extends pg.QueryResultRow, Value>(
    scoping: pg.QueryConfig,
    accepts: (row: Row | undefined) => boolean,
    run: (transaction: Transaction) => Promise<Value>,
  ): Promise<{ readonly value: Value } | null>;
  /** A transaction of one statement, in one round trip. */
  one<Row extends pg.QueryResultRow>(scope: Scope, statement: pg.QueryConfig): Promise<pg.QueryResult<Row>>;
  /** A statement outside any account: sees only what the role may see everywhere. */
  query<Row extends pg.QueryResultRow>(name: string, text: string, values: readonly unknown[]): Promise<Row[]>;
  /**
   * Calls back on NOTIFY until closed. After a reconnect it calls back once, because notifications may have been
   * missed.
   */
  listen(channel: string, onNotify: (payload: string) => void): Promise<() => Promise<void>>;
  load(): PoolLoad;
  close(): Promise<void>;
}
export type DatabaseRole = 'pasar_app' | 'pasar_engine';

/**
 * Every statement is short and has its index. Compiling a statement costs more than running it, and a table that was
 * just filled has no statistics yet: without these settings a batch of 500 was planned as 500 scans (130 ms instead of
 * 8).
 */
const PLANNING = '-c jit=off -c enable_seqscan=off';
/**
 * The desk's lists walk the index of their order, and stop after a page. A bitmap would read and sort all rows, and the
 * planner prefers it where it does not know how short the list is.
 */
const LISTS = '-c enable_bitmapscan=off';
/**
 * The engine's statements take their ids as arrays, and the planner believes that a plan for the present array is
 * cheaper than a plan for any array. So it would plan each statement at each call, which costs twice as much as running
 * it.
 */
const PLANNED_ONCE = '-c plan_cache_mode=force_generic_plan';
/**
 * A process that freezes inside a transaction keeps its locks, and the process that takes over its connections would
 * wait for them. Pasar is never idle inside a transaction for more than a moment, so the database ends such a
 * transaction after this time.
 */
const FROZEN = '-c idle_in_transaction_session_timeout=4000';
/**
 * A connection that does not answer for this long is given up together with its transaction, because the network or the
 * database's machine is gone. Far longer than the longest statement takes (our choice).
 */
const ANSWERED_WITHIN_MS = 60_000;

/**
 * A connection without work is kept so long: a new one compiles each statement anew, which a member would wait for after a
 * quiet moment. Shorter than networks keep a silent connection (our choice).
 */
const KEPT_IDLE_MS = 300_000;

/** How a connection that holds one of the roles is made. */
export const connectionAs = (config: pg.ClientConfig, role: DatabaseRole): pg.ClientConfig => ({
  ...config,
  options: `-c role=${role} ${PLANNING} ${role === 'pasar_app' ? LISTS : PLANNED_ONCE} ${FROZEN}`,
  application_name: role,
});

export function openDatabase(config: pg.ClientConfig, role: DatabaseRole, size: number): Database {
  const settings = connectionAs(config, role);
  const pool = new pg.Pool({
    ...settings,
    Client: PooledClient,
    max: size,
    idleTimeoutMillis: KEPT_IDLE_MS,
    connectionTimeoutMillis: CONNECTED_WITHIN_MS,
    query_timeout: ANSWERED_WITHIN_MS,
  });
  // The pool replaces an idle connection that breaks; the next query reports the real fault.
  pool.on('error', () => undefined);
  // The database may end a connection between two statements, even while the pool gives it out. The client then only
  // emits this event; its next statement rejects, and the pool does not take it back.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return {
    within: (scope, run) => inTransaction(pool, scope, run),
    read: (scope, run) =>
      inReading(pool, async (client) => {
        const scoped = client.query(scopeOf(scope));
        const [value] = await Promise.all([run(client), scoped]);
        return value;
      }),
    readIf: (scoping, accepts, run) => inReading(pool, (client) => runIf(client, scoping, accepts, run)),
    one: (scope, statement) => oneStatement(pool, scope, statement),
    async query<Row extends pg.QueryResultRow>(name: string, text: string, values: readonly unknown[]) {
      return (await pool.query<Row>({ name, text, values: [...values] })).rows;
    },
    async listen(channel, onNotify) {
      const listener = new Listener(settings, channel, onNotify);
      await listener.open();
      return () => listener.close();
    },
    load: () => ({
      busy: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }),
    close: () => pool.end(),
  };
}

const BEGIN: pg.QueryConfig = { name: 'begin', text: 'begin' };
const COMMIT: pg.QueryConfig = { name: 'commit', text: 'commit' };
const scopeOf = ({ accountId, memberId, shops }: Scope): pg.QueryConfig => ({
  name: 'scope',
  text: `select set_config('pasar.account_id', $1, true), set_config('pasar.member_id', $2, true),
           set_config('pasar.shops', $3, true)`,
  values: [accountId, memberId ?? '', shops],
});

/** `begin` leaves with the first statement, and statements given to `send` leave with the commit at the latest. */
async function inTransaction<Value>(
  pool: pg.Pool,
  scope: Scope,
  run: (transaction: Transaction, send: Send) => Promise<Value>,
): Promise<Value> {
  const client = await pool.connect();
  let broken: Error | undefined;
  const sent: Promise<unknown>[] = [];
  let firstFailure: unknown;
  const send = <Row extends pg.QueryResultRow>(statement: pg.QueryConfig) => {
    const answer = client.query<Row>(statement);
    // Marks the rejection as handled: `run` may throw first. It is awaited before the commit.
    answer.catch((failure) => {
      firstFailure ??= failure;
    });
    sent.push(answer);
    return answer;
  };
  try {
    void send(BEGIN);
    void send(scopeOf(scope));
    const value = await run(client, send);
    const ended = client.query(COMMIT);
    await Promise.all([...sent, ended]);
    // PostgreSQL answers the commit of a failed transaction with ROLLBACK instead of an error.
    if ((await ended).command !== 'COMMIT') throw new Error('the transaction had failed before its commit');
    return value;
  } catch (error) {
    try {
      await client.query('rollback');
    } catch (rollbackError) {
      broken = rollbackError instanceof Error ? rollbackError : new Error(String(rollbackError));
    }
    // After one statement fails, PostgreSQL answers all later ones with 25P02. Throw the first real error instead.
    throw isOfFailed(error) ? (firstFailure ?? error) : error;
  } finally {
    client.release(broken);
  }
}

const BEGIN_READING: pg.QueryConfig = { name: 'begin-reading', text: 'begin read only' };

/**
 * `begin` leaves with the first statements. The connection is back in the pool when the database has ended the
 * transaction.
 */
async function inReading<Value>(pool: pg.Pool, run: (transaction: Transaction) => Promise<Value>): Promise<Value> {
  const client = await pool.connect();
  try {
    const begun = client.query(BEGIN_READING);
    const [value] = await Promise.all([run(client), begun]);
    return value;
  } finally {
    // Ends a failed transaction too.
    client.query(COMMIT).then(
      () => client.release(),
      (error) => client.release(error),
    );
  }
}

async function runIf<Row extends pg.QueryResultRow, Value>(
  client: Transaction,
  scoping: pg.QueryConfig,
  accepts: (row: Row | undefined) => boolean,
  run: (transaction: Transaction) => Promise<Value>,
): Promise<{ readonly value: Value } | null> {
  const scoped = client.query<Row>(scoping);
  // Both are awaited to their end, because a refused `run` may still send statements over the connection.
  const [found, ran] = await Promise.allSettled([scoped, run(client)]);
  if (found.status === 'rejected') throw found.reason;
  if (!accepts(found.value.rows[0])) return null;
  if (ran.status === 'rejected') throw ran.reason;
  return { value: ran.value };
}

const IN_FAILED_TRANSACTION = '25P02';
const isOfFailed = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.code === IN_FAILED_TRANSACTION;

/** The statement and its commit are sent together; when the statement fails, the transaction rolls back. */
async function oneStatement<Row extends pg.QueryResultRow>(
  pool: pg.Pool,
  scope: Scope,
  statement: pg.QueryConfig,
): Promise<pg.QueryResult<Row>> {
  // Wrapped in an object, because a promise that is returned directly would be awaited before the commit.
  const { answer } = await inTransaction(pool, scope, async (_, send) => ({ answer: send<Row>(statement) }));
  return answer;
}

/** The name of a server process among others on the same database. */
export const newHolder = (): string => randomUUID();
