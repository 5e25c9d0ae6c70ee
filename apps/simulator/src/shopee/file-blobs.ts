/** Uploaded bytes by hash; on disk when a directory is given, so that they survive a restart. */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Blob {
  readonly type: string;
  readonly bytes: Uint8Array;
}
export interface Blobs {
  /** Stores the bytes; gives the hash that names them. */
  put(blob: Blob): string;
  get(hash: string): Blob | null;
}

const NAME = /^[0-9a-f]{32}$/;

export function createBlobs(directory: string | undefined): Blobs {
  const kept = new Map<string, Blob>();
  if (directory !== undefined) mkdirSync(directory, { recursive: true });
  return {
    put({ type, bytes }) {
      const hash = createHash('md5').update(bytes).digest('hex');
      if (directory === undefined) kept.set(hash, { type, bytes });
      else {
        writeFileSync(join(directory, hash), bytes);
        writeFileSync(join(directory, `${hash}.type`), type);
      }
      return hash;
    },
    get(hash) {
      if (directory === undefined) return kept.get(hash) ?? null;
      const path = join(directory, hash);
      if (!NAME.test(hash) || !existsSync(path)) return null;
      return { type: readFileSync(`${path}.type`, 'utf8'), bytes: readFileSync(path) };
    },
  };
}
