/**
 * Lets only one process own a data directory, by an operating system lock on a file in it. The lock ends with its
 * process, however the process ends.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** SQLITE_BUSY: another process holds the lock. */
const BUSY = 5;

/** Another process owns the directory, or its lock cannot be taken; the message is for a person. */
export class DirectoryRefused extends Error {
  constructor(message: string, cause: unknown) {
    super(message, { cause });
    this.name = 'DirectoryRefused';
  }
}

/**
 * Makes the directory when it is missing, and holds its lock until the returned function is called. Node has no file
 * locks, but its built-in SQLite uses those of the operating system. Nothing is ever written to the file.
 * @throws DirectoryRefused
 */
export function holdDirectory(directory: string): () => void {
  mkdirSync(directory, { recursive: true });
  let file: DatabaseSync | undefined;
  try {
    file = new DatabaseSync(join(directory, 'lock'));
    file.exec('begin exclusive');
  } catch (cause) {
    file?.close();
    const isTaken = cause instanceof Error && 'errcode' in cause && cause.errcode === BUSY;
    throw new DirectoryRefused(
      isTaken ? `another simulator runs on ${directory}; stop it, or set PASAR_DATA` : `${directory} cannot be written`,
      cause,
    );
  }
  const held = file;
  return () => held.close();
}
