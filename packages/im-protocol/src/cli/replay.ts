import { readFileSync } from 'node:fs';
import { readCapture } from '../capture.ts';
import { atCaller } from './caller-path.ts';
import type { Flags, Terminal } from './flags.ts';
import { converse } from './live.ts';
import { shownLine } from './show.ts';
import { UsageError } from './usage-error.ts';

/** `im replay`: prints a capture decoded, or sends its client side to a server again. */
export async function replay(flags: Flags, terminal: Terminal): Promise<void> {
  if (flags.file === undefined) throw new UsageError('replay needs --file FILE');
  const entries = readCapture(readFileSync(atCaller(flags.file), 'utf8'));
  if (flags.url === undefined) {
    for (const entry of entries) terminal.print(shownLine(entry));
    return;
  }
  const messages = entries.filter(({ direction }) => direction === 'out').map(({ message }) => message);
  await converse(flags, messages, (entry) => terminal.print(shownLine(entry)));
}
