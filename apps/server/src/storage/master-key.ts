import { randomBytes } from 'node:crypto';
import { closeSync, fsyncSync, openSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { orRefuse, StartupError } from '../startup-error.ts';

export const KEY_BYTES = 32;

/**
 * The master keys of this moment. The first seals, and all of them open: there is more than one only while a rotation is
 * under way.
 */
export type KeySource = () => readonly Buffer[];

/**
 * The master keys: PASAR_MASTER_KEY (32 bytes each as base64 or hex, with commas between), else what the key file holds,
 * one in each line; null when there is neither. A file that is written anew is read anew. @throws StartupError
 */
export function readMasterKeys(fromEnvironment: string | null, file: string): KeySource | null {
  if (fromEnvironment !== null) {
    const keys = parseKeys(fromEnvironment, ',', 'PASAR_MASTER_KEY');
    return () => keys;
  }
  const isThere = orRefuse(`The master key ${file} cannot be read`, () => statSync(file, { throwIfNoEntry: false }));
  return isThere ? keysInFile(file) : null;
}

function keysInFile(file: string): KeySource {
  let mark = '';
  let keys: readonly Buffer[] = [];
  const read = () => {
    const found = markOf(file);
    // A process goes on with the keys that it has when the file is away.
    if (found === null || found === mark) return keys;
    const text = orRefuse(`The master key ${file} cannot be read`, () => readFileSync(file, 'utf8'));
    keys = parseKeys(text, '\n', file);
    mark = found;
    return keys;
  };
  read();
  return read;
}

/** Changes when another file takes the name. */
function markOf(file: string): string | null {
  const stat = orRefuse(`The master key ${file} cannot be read`, () => statSync(file, { throwIfNoEntry: false }));
  return stat === undefined ? null : `${stat.ino} ${stat.mtimeMs} ${stat.size}`;
}

/** Makes the key file, with mode 0600 and outside the database directory. @throws StartupError */
export function makeMasterKey(file: string): KeySource {
  orRefuse(`The master key ${file} cannot be written`, () =>
    writeFileSync(file, newKey().toString('base64'), { mode: 0o600, flag: 'wx' }),
  );
  return keysInFile(file);
}

export const newKey = (): Buffer => randomBytes(KEY_BYTES);

/** Puts the keys in place of those in the file, whole or not at all. @throws StartupError */
export function replaceMasterKeys(file: string, keys: readonly Buffer[]): void {
  const partial = `${file}.partial`;
  orRefuse(`The master key ${file} cannot be written`, () => {
    const text = keys.map((key) => `${key.toString('base64')}\n`).join('');
    const opened = openSync(partial, 'w', 0o600);
    try {
      writeFileSync(opened, text);
      fsyncSync(opened);
    } finally {
      closeSync(opened);
    }
    renameSync(partial, file);
  });
}

/** No new key is made for existing data, because nothing stored with the earlier key could be opened. */
export const missingMasterKey = (file: string): StartupError =>
  new StartupError(
    `The master key ${file} is missing, without which the shops' logins cannot be read: put it back from a backup, or set PASAR_MASTER_KEY.`,
  );

function parseKeys(text: string, between: string, source: string): readonly Buffer[] {
  return text
    .trim()
    .split(between)
    .map((part) => parseKey(part.trim(), source));
}

function parseKey(text: string, source: string): Buffer {
  const key = /^[0-9a-fA-F]{64}$/.test(text) ? Buffer.from(text, 'hex') : Buffer.from(text, 'base64');
  if (key.length !== KEY_BYTES) throw new StartupError(`${source} must hold ${KEY_BYTES} bytes as base64 or hex.`);
  return key;
}
