import { type Logger, pino } from 'pino';
import { LOG_EVENTS, type LogEventName } from './log-events.ts';

/**
 * What a line may say beside its event: ids of ours, names of the program's own things, counts. There is no field for the
 * text of a message, for a buyer, for a secret, or for words of a marketplace, which may hold any of these.
 */
export interface LogFields {
  readonly accountId?: string;
  /** How many times a task was tried, this try included. */
  readonly attempt?: number;
  readonly connectionId?: string;
  readonly deliveryId?: string;
  readonly country?: string;
  /** Of a marketplace. */
  readonly host?: string;
  readonly itemCount?: number;
  /** What a connector noticed. */
  readonly notice?: string;
  /** Origin of another process. */
  readonly peer?: string;
  /** A port that this process listens at. */
  readonly port?: number;
  readonly question?: string;
  /** A code of a refusal, or what the system says of the embedded database. */
  readonly reason?: string;
  /** Pattern of a path, without what fills it. */
  readonly route?: string | undefined;
  /** Kind of a task. */
  readonly task?: string;
  readonly taskId?: string;
}

/** An error as it is logged. */
interface LoggedError {
  /** Its class. */
  readonly type: string;
  /** Stable code of the system, the database or the package that threw it. */
  readonly code: string | null;
  readonly message: string;
  /** The calls that led there, the innermost first. */
  readonly stack: readonly string[];
  readonly cause: LoggedError | null;
}

/** Errors may hold each other in a circle; nobody reads further than this (our choice). */
const MOST_CAUSES = 8;

/** The log of a process. `base` stands in every line. */
export const openLog = (level: string, base: Readonly<Record<string, string>>): Logger =>
  pino({ level, base, serializers: { err: (error: unknown) => describeError(error) } });

type Lines = Pick<Logger, (typeof LOG_EVENTS)[LogEventName]['level']>;

export function logEvent(log: Lines, name: LogEventName, fields: LogFields = {}): void {
  const { level, says } = LOG_EVENTS[name];
  log[level]({ event: name, ...fields }, says);
}

/** An event that an error led to, with the error's stack and those of its causes. */
export function logFailure(log: Lines, name: LogEventName, error: unknown, fields: LogFields = {}): void {
  const { level, says } = LOG_EVENTS[name];
  log[level]({ event: name, ...fields, error: describeError(error) }, says);
}

/**
 * Nothing but these five of an error: other properties may hold what must not be logged, such as the row that a database
 * refused, or the headers of a request.
 */
function describeError(error: unknown, depth = 0): LoggedError {
  if (!(error instanceof Error))
    return { type: typeof error, code: null, message: String(error), stack: [], cause: null };
  const code = 'code' in error && typeof error.code === 'string' ? error.code : null;
  // a host with several addresses refuses once for each, in an error that says nothing itself.
  const cause = error.cause ?? (error instanceof AggregateError ? error.errors[0] : null) ?? null;
  return {
    type: error.constructor.name,
    code,
    message: messageOf(error),
    stack: framesOf(error),
    cause: cause === null || depth === MOST_CAUSES ? null : describeError(cause, depth + 1),
  };
}

/** A parser quotes the text that it could not read, and that may be a stored session. */
const messageOf = (error: Error): string =>
  error instanceof SyntaxError ? 'a text could not be parsed' : error.message;

/** The lines above the first call repeat the message. */
const framesOf = ({ stack = '' }: Error): readonly string[] =>
  stack.split('\n').flatMap((line) => (/^\s+at /.test(line) ? [line.trim()] : []));
