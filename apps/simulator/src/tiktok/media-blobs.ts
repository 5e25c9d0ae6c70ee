/** The bytes of media in files, so that what was uploaded is there after a restart. */
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { MediaBlobs } from '@pasar/im-protocol/server';

/** `uri` is a path of the server's own making; it names one file. */
export function blobsIn(directory: string): MediaBlobs {
  const fileOf = (uri: string): string => join(directory, Buffer.from(uri).toString('base64url'));
  return {
    put: (uri, bytes) => {
      mkdirSync(directory, { recursive: true });
      const path = fileOf(uri);
      // whole or not at all
      writeFileSync(`${path}.part`, bytes);
      renameSync(`${path}.part`, path);
    },
    get: (uri) => (existsSync(fileOf(uri)) ? readFileSync(fileOf(uri)) : null),
  };
}
