import { parseArgs } from 'node:util';
import { UsageError } from './usage-error.ts';

const OPTIONS = {
  hex: { type: 'string' },
  base64: { type: 'string' },
  file: { type: 'string' },
  message: { type: 'string' },
  out: { type: 'string' },
  to: { type: 'string' },
  json: { type: 'boolean' },
  url: { type: 'string' },
  send: { type: 'string', multiple: true },
  protocol: { type: 'string', multiple: true },
  count: { type: 'string' },
  seconds: { type: 'string' },
} as const;
const parse = (args: readonly string[]) => parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true });
export type Flags = ReturnType<typeof parse>['values'];

/** The program's input and output beside its arguments. */
export interface Terminal {
  readonly stdin: () => Promise<Uint8Array>;
  readonly print: (line: string) => void;
}

/** Throws `UsageError`. */
export function parsed(args: readonly string[]) {
  try {
    return parse(args);
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}
