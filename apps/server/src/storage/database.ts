import { randomUUID } from 'node:crypto';
import { Socket } from 'node:net';
import type { AccountId, MemberId } from '@pasar/domain';
import pg from 'pg';
import { Listener } from './listener.ts';
import { CONNECTED_WITHIN_MS } from './reconnect.ts';

/** How far a transaction sees: everything of one account, or one member's shops in it. */
export type Scope =
  | { readonly accountId: AccountId; readonly shops: 'all'; readonly memberId: MemberId | null }
  | { readonly accountId: AccountId; readonly shops: 'granted'; readonly memberId: MemberId };
export const wholeAccount = (accountId: AccountId): Scope => ({ accountId, shops: 'all', memberId: null });

/** One connection inside one transaction. */
export type Transaction = pg.ClientBase;
/** A statement whose answer need not be waited for: when it fails, the transaction fails with its error at its end. */
export type Send = <Row extends pg.QueryResultRow>(statement: pg.QueryConfig) => Promise<pg.QueryResult<Row>>;

/** A pool whose connections hold one of the roles that own nothing. */
export interface Database {
  /** Runs in one transaction that sees `scope` and nothing else; rolled back when `run` throws. */
  within<Value>(scope: Scope, run: (transaction: Transaction, send: Send) => Promise<Value>): Promise<Value>;
  /** A transaction of one statement, in one round trip. */
  one<Row extends pg.QueryResultRow>(scope: Scope, statement: pg.QueryConfig): Promise<pg.QueryResult<Row>>;
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
/**
 * Without an answer for this long a connection is given up, and with it its transaction: the network, or the machine of
 * the database, is gone. Far longer than the longest statement takes (our choice).
 */
const ANSWERED_WITHIN_MS = 60_000;

/** How a connection that holds one of the roles is made. */
export const connectionAs = (config: pg.ClientConfig, role: DatabaseRole): pg.ClientConfig => ({
  ...config,
  options: `-c role=${role} ${PLANNING} ${FROZEN}`,
  application_name: role,
});

export function openDatabase(config: pg.ClientConfig, role: DatabaseRole, size: number): Database {
  const settings = connectionAs(config, role);
  const pool = new pg.Pool({
    ...settings,
    ...PIPELINED,
    max: size,
    connectionTimeoutMillis: CONNECTED_WITHIN_MS,
    query_timeout: ANSWERED_WITHIN_MS,
  });
  // note: an idle connection that breaks is replaced by the pool; the next query reports what is really wrong.
  pool.on('error', () => undefined);
  return {
    within: (scope, run) => inTransaction(pool, scope, run),
    one: (scope, statement) => oneStatement(pool, scope, statement),
    async query<Row extends pg.QueryResultRow>(name: string, text: string, values: readonly unknown[]) {
      return (await pool.query<Row>({ name, text, values: [...values] })).rows;
    },
    async listen(channel, onNotify) {
      const listener = new Listener(settings, channel, onNotify);
      await listener.open();
      return () => listener.close();
    },
    close: () => pool.end(),
  };
}

/**
 * What is written in one turn of the loop leaves in one call of the system, which costs more than the statements
 * themselves: a client corks for each statement, and here every uncorking waits for the turn's end.
 */
class GatheringSocket extends Socket {
  override uncork(): void {
    process.nextTick(() => super.uncork());
  }
}

/** Statements leave without waiting for the answers to those before them. A variable: the published types lack `pipeline`. */
const PIPELINED = { pipeline: true, stream: () => new GatheringSocket() };

const BEGIN: pg.QueryConfig = { name: 'begin', text: 'begin' };
const COMMIT: pg.QueryConfig = { name: 'commit', text: 'commit' };
const scopeOf = ({ accountId, memberId, shops }: Scope): pg.QueryConfig => ({
  name: 'scope',
  text: `select set_config('pasar.account_id', $1, true), set_config('pasar.member_id', $2, true),
           set_config('pasar.shops', $3, true)`,
  values: [accountId, memberId ?? '', shops],
});

/** The beginning leaves with the first statement, and what is only sent with the commit. */
async function inTransaction<Value>(
  pool: pg.Pool,
  scope: Scope,
  run: (transaction: Transaction, send: Send) => Promise<Value>,
): Promise<Value> {
  const client = await pool.connect();
  let broken: Error | undefined;
  // a connection that the database ends between two statements says so by this event, and nobody else listens.
  const onError = (error: Error) => {
    broken = error;
  };
  client.on('error', onError);
  const sent: Promise<unknown>[] = [];
  let firstFailure: unknown;
  const send = <Row extends pg.QueryResultRow>(statement: pg.QueryConfig) => {
    const answer = client.query<Row>(statement);
    // whoever runs may fail before it is looked at; at the end it is.
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
    // a transaction that had failed answers a commit with this, and with no error.
    if ((await ended).command !== 'COMMIT') throw new Error('the transaction had failed before its commit');
    return value;
  } catch (error) {
    try {
      await client.query('rollback');
    } catch (rollbackError) {
      broken = rollbackError instanceof Error ? rollbackError : new Error(String(rollbackError));
    }
    // a statement behind one that failed says only that; what was wrong was said by the one that nobody waited for.
    throw isOfFailed(error) ? (firstFailure ?? error) : error;
  } finally {
    client.off('error', onError);
    client.release(broken);
  }
}

const IN_FAILED_TRANSACTION = '25P02';
const isOfFailed = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.code === IN_FAILED_TRANSACTION;

/** Sent whole, with its commit: when the statement fails, that rolls back. */
async function oneStatement<Row extends pg.QueryResultRow>(
  pool: pg.Pool,
  scope: Scope,
  statement: pg.QueryConfig,
): Promise<pg.QueryResult<Row>> {
  // in an object, because a promise that is given back alone would be waited for.
  const { answer } = await inTransaction(pool, scope, async (_, send) => ({ answer: send<Row>(statement) }));
  return answer;
}

/** The name of a server process among others on the same database. */
export const newHolder = (): string => randomUUID();
