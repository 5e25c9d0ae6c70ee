/** One process owns a data directory: an operating system's lock on a file in it, which ends with its holder however that ends. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** SQLITE_BUSY: somebody else holds the lock. */
const BUSY = 5;

/** The directory is another's, or its lock cannot be had; the message is for a person. */
export class DirectoryRefused extends Error {
  constructor(message: string, cause: unknown) {
    super(message, { cause });
    this.name = 'DirectoryRefused';
  }
}

/**
 * Makes the directory when it is missing and holds it until the returned function is called. Node has no file locks of
 * its own; those of the SQLite that comes with it are the operating system's. Nothing is ever written to the file.
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
