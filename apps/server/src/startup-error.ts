/** Why the program cannot start, in one line for a person. The process prints the line and exits with 1. */
export class StartupError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'StartupError';
  }
}

const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'permission is missing',
  EPERM: 'permission is missing',
  EROFS: 'the disk is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk is full',
  ENOTDIR: 'a part of the path is no folder',
  EISDIR: 'it is a folder',
  ECONNREFUSED: 'nothing listens there',
  ENOTFOUND: 'there is no such host',
  ETIMEDOUT: 'nothing answers there',
  EPIPE: 'nobody reads it any more',
};

/** The words of the operating system or the database, shortened for a person. */
export function reasonOf(error: unknown): string {
  // A host with several addresses gives one error for each.
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0]);
  if (!(error instanceof Error)) return String(error);
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  const place = 'path' in error ? ` (${error.path})` : '';
  if (REASONS[code] !== undefined) return `${REASONS[code]}${place}`;
  return error.message.replaceAll(/\s*\n\s*/g, ' ');
}

/** Lack of disk, connections or rights, an end from outside, or no connection at all: no bug of Pasar. */
const SURROUNDINGS = /^(53|57|08|42501)/;

/**
 * The line for a person when the system or the database refused, however deep that error is wrapped. Any other error is
 * a bug and stays unchanged.
 */
export function explainStart(error: unknown): unknown {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof StartupError) return cause;
    const isOfDatabase = 'severity' in cause && 'code' in cause && SURROUNDINGS.test(String(cause.code));
    if ('syscall' in cause || isOfDatabase) return new StartupError(`Pasar cannot start: ${reasonOf(cause)}.`, error);
  }
  return error;
}

/** Runs `action`. A refusal by the system becomes one line: `what`, then the reason. @throws StartupError */
export function orRefuse<Value>(what: string, action: () => Value): Value {
  try {
    return action();
  } catch (cause) {
    if (cause instanceof StartupError || !(cause instanceof Error && 'syscall' in cause)) throw cause;
    // `what` names the path already.
    const isNamed = 'path' in cause && what.includes(String(cause.path));
    const reason = isNamed ? reasonOf(cause).replace(` (${cause.path})`, '') : reasonOf(cause);
    throw new StartupError(`${what}: ${reason}.`, cause);
  }
}
