import { ImProtocolError } from '../errors.ts';
import { decodeInput, encodeInput } from './bytes.ts';
import { printCommands } from './catalogue.ts';
import { parsed, type Terminal } from './flags.ts';
import { HELP } from './help.ts';
import { connect } from './live.ts';
import { replay } from './replay.ts';
import { UsageError } from './usage-error.ts';

/** Runs the command. Throws `UsageError` and `ImProtocolError` for mistakes of the caller. */
export async function run(args: readonly string[], terminal: Terminal): Promise<void> {
  const { values, positionals } = parsed(args);
  const [command = 'help', ...rest] = positionals;
  if (rest.length > 0) throw new UsageError(`unexpected argument '${rest[0]}'`);
  switch (command) {
    case 'decode':
      return decodeInput(values, terminal);
    case 'encode':
      return encodeInput(values, terminal);
    case 'commands':
      return printCommands(values, terminal);
    case 'connect':
      return connect(values, terminal, null);
    case 'record':
      if (values.out === undefined) throw new UsageError('record needs --out FILE');
      return connect(values, terminal, values.out);
    case 'replay':
      return replay(values, terminal);
    case 'help':
      return terminal.print(HELP);
    default:
      throw new UsageError(`no such command '${command}'; see: im help`);
  }
}

/**
 * True for the package's own errors and the system's errors, which print one line; any other error is a bug and prints
 * its stack.
 */
export const isExpected = (error: unknown): error is Error =>
  error instanceof ImProtocolError ||
  error instanceof UsageError ||
  (error instanceof Error && 'code' in error && typeof error.code === 'string' && 'syscall' in error);
