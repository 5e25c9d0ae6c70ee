/** The bytes of media in files, so that uploads survive a restart. */
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { MediaBlobs } from '@pasar/im-protocol/server';

/** `uri` is a path that the server made; it names one file. */
export function blobsIn(directory: string): MediaBlobs {
  const fileOf = (uri: string): string => join(directory, Buffer.from(uri).toString('base64url'));
  return {
    put: (uri, bytes) => {
      mkdirSync(directory, { recursive: true });
      const path = fileOf(uri);
      // Written to a partial file first, so that a crash leaves the whole file or none.
      writeFileSync(`${path}.part`, bytes);
      renameSync(`${path}.part`, path);
    },
    get: (uri) => (existsSync(fileOf(uri)) ? readFileSync(fileOf(uri)) : null),
  };
}
