import { commandCatalogue } from '../commands.ts';
import type { Flags, Terminal } from './flags.ts';

/** `im commands`: a table for people, one JSON list with `--json`. */
export function printCommands(flags: Flags, terminal: Terminal): void {
  const rows = commandCatalogue();
  if (flags.json === true) {
    terminal.print(JSON.stringify(rows, null, 2));
    return;
  }
  for (const { command, name, request, response } of rows) {
    terminal.print(`${String(command).padStart(4)}  ${name.padEnd(44)}${request ?? '-'} -> ${response ?? '-'}`);
  }
}
