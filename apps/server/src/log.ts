import { type Logger, pino } from 'pino';
import { LOG_EVENTS, type LogEventName } from './log-events.ts';
import { reasonOf } from './startup-error.ts';

/**
 * The fields that a log line may have beside its event: Pasar's own ids, names of the program's own things, counts.
 * There is no field for the text of a message, for a buyer, for a secret, or for words of a marketplace, which may
 * contain any of these.
 */
export interface LogFields {
  readonly accountId?: string;
  /** How many times a task was tried, this try included. */
  readonly attempt?: number;
  readonly connectionId?: string;
  readonly deliveryId?: string;
  readonly country?: string;
  /** A host of a marketplace. */
  readonly host?: string;
  readonly itemCount?: number;
  /** The kind of notice from a connector. */
  readonly notice?: string;
  /** Origin of another process. */
  readonly peer?: string;
  /** A port that this process listens at. */
  readonly port?: number;
  readonly question?: string;
  /** The code of a refusal, or the system's words about the embedded database. */
  readonly reason?: string;
  /** Name of a table of the database. */
  readonly table?: string;
  /** The pattern of a path, without the values of its parameters. */
  readonly route?: string | undefined;
  /** Kind of a task. */
  readonly task?: string;
  readonly taskId?: string;
}

/** An error as it is logged. */
interface LoggedError {
  /** Name of its class. */
  readonly type: string;
  /** Stable code of the system, the database or the package that threw it. */
  readonly code: string | null;
  readonly message: string;
  /** The stack, innermost call first. */
  readonly stack: readonly string[];
  readonly cause: LoggedError | null;
}

/** Errors may refer to each other in a circle, so only this many causes are logged (our choice). */
const MOST_CAUSES = 8;

/** The log of a process, and what keeps it from being written. */
export interface ProcessLog {
  readonly log: Logger;
  /** One sentence each; empty while the log is written. */
  readonly warnings: () => readonly string[];
}

/** Lines that wait until they can be written; later lines are lost (our choice). */
const MOST_WAITING_BYTES = 1024 * 1024;

/**
 * Opens the log on standard output. The fields of `base` stand in every line. A full disk or a reader that has gone
 * does not end the process: the lines are written later, and those that cannot wait are counted as lost.
 */
export function openLog(level: string, base: Readonly<Record<string, string>>): ProcessLog {
  const output = pino.destination({ dest: 1, sync: true, maxLength: MOST_WAITING_BYTES });
  let problem: string | null = null;
  let lostCount = 0;
  output.on('error', (error: unknown) => {
    problem = reasonOf(error);
  });
  output.on('write', () => {
    problem = null;
  });
  output.on('drop', () => {
    lostCount += 1;
  });
  return {
    log: pino({ level, base, serializers: { err: (error: unknown) => describeError(error) } }, output),
    warnings: () => [
      ...(problem === null ? [] : [`The log cannot be written: ${problem}.`]),
      ...(lostCount === 0 ? [] : [`${lostCount} lines of the log were lost while it could not be written.`]),
    ],
  };
}

type Lines = Pick<Logger, (typeof LOG_EVENTS)[LogEventName]['level']>;

export function logEvent(log: Lines, name: LogEventName, fields: LogFields = {}): void {
  const { level, says } = LOG_EVENTS[name];
  log[level]({ event: name, ...fields }, says);
}

/** Logs an event that an error caused, with the stack of the error and of its causes. */
export function logFailure(log: Lines, name: LogEventName, error: unknown, fields: LogFields = {}): void {
  const { level, says } = LOG_EVENTS[name];
  log[level]({ event: name, ...fields, error: describeError(error) }, says);
}

/**
 * Only these five properties of an error: other properties may hold values that must not be logged, such as the row
 * that a database refused, or the headers of a request.
 */
function describeError(error: unknown, depth = 0): LoggedError {
  if (!(error instanceof Error))
    return { type: typeof error, code: null, message: String(error), stack: [], cause: null };
  const code = 'code' in error && typeof error.code === 'string' ? error.code : null;
  // For a host with several addresses, Node throws one error for each inside an AggregateError that has no message of
  // its own.
  const cause = error.cause ?? (error instanceof AggregateError ? error.errors[0] : null) ?? null;
  return {
    type: error.constructor.name,
    code,
    message: messageOf(error),
    stack: framesOf(error),
    cause: cause === null || depth === MOST_CAUSES ? null : describeError(cause, depth + 1),
  };
}

/** A parser's message quotes the text that it could not read, which may be a stored session. */
const messageOf = (error: Error): string =>
  error instanceof SyntaxError ? 'a text could not be parsed' : error.message;

/** The lines above the first call repeat the message. */
const framesOf = ({ stack = '' }: Error): readonly string[] =>
  stack.split('\n').flatMap((line) => (/^\s+at /.test(line) ? [line.trim()] : []));
