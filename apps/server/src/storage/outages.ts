import pg from 'pg';
import { logEvent, logFailure } from '../log.ts';
import type { LogEventName } from '../log-events.ts';
import type { Database } from './database.ts';

/**
 * The database could not be asked, or did not answer. Whether a transaction was committed that had been sent before is
 * not known.
 */
export class DatabaseAwayError extends Error {
  constructor(cause: unknown) {
    super('the database is away', { cause });
  }
}

/** Codes of the system and of PostgreSQL: no connection can be opened, or an open one has ended. */
const AWAY_CODES: ReadonlySet<string> = new Set([
  // There is no socket, nobody listens, or the way there is interrupted.
  ...['ENOENT', 'ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH'],
  ...['ENOTFOUND', 'EAI_AGAIN'],
  // PostgreSQL ends the connection, has crashed, or takes no connections yet.
  ...['57P01', '57P02', '57P03'],
  // It has no free connection.
  '53300',
]);
/** The sentences of the library for the same; its errors have no codes. */
const AWAY_SENTENCES: ReadonlySet<string> = new Set([
  'Connection terminated',
  'Connection terminated unexpectedly',
  'Connection terminated due to connection timeout',
  'Client has encountered a connection error and is not queryable',
  'Query read timeout',
  'timeout expired',
  'timeout exceeded when trying to connect',
]);

function isAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : null;
  if (code !== null) return AWAY_CODES.has(code);
  return !(error instanceof pg.DatabaseError) && AWAY_SENTENCES.has(error.message);
}

type Lines = Parameters<typeof logFailure>[0];

/** Logs a fault of work that used the database; an outage is logged already. */
export function logUnlessAway(log: Lines, name: LogEventName, error: unknown): void {
  if (!(error instanceof DatabaseAwayError)) logFailure(log, name, error);
}

/**
 * The same database, whose faults for want of a connection are a `DatabaseAwayError`. The beginning and the end of an
 * outage are logged once each, however many callers it concerns: they do not log it themselves. `onAway` is called at
 * the beginning.
 */
export function noticeOutages(database: Database, log: Lines, onAway: () => void): Database {
  /** How many faults there were, to tell which successes began after the last of them. */
  let faults = 0;
  let isOut = false;
  const watch = async <Value>(ask: () => Promise<Value>): Promise<Value> => {
    const before = faults;
    try {
      const value = await ask();
      if (isOut && before === faults) {
        isOut = false;
        logEvent(log, 'database_back');
      }
      return value;
    } catch (error) {
      if (!isAway(error)) throw error;
      faults += 1;
      if (!isOut) {
        logFailure(log, 'database_away', error);
        onAway();
      }
      isOut = true;
      throw new DatabaseAwayError(error);
    }
  };
  return {
    within: (scope, run) => watch(() => database.within(scope, run)),
    read: (scope, run) => watch(() => database.read(scope, run)),
    readIf: (scoping, accepts, run) => watch(() => database.readIf(scoping, accepts, run)),
    one: (scope, statement) => watch(() => database.one(scope, statement)),
    query: (name, text, values) => watch(() => database.query(name, text, values)),
    listen: (channel, onNotify) => database.listen(channel, onNotify),
    load: () => database.load(),
    close: () => database.close(),
  };
}
