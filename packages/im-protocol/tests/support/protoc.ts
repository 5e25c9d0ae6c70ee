import { spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

const PROTO = join(import.meta.dirname, '../../proto');

/** The system's own protoc (Debian: protobuf-compiler), not one from an npm package. */
export function findProtoc(): string {
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    if (folder.includes('node_modules')) continue;
    const binary = join(folder, 'protoc');
    try {
      accessSync(binary, constants.X_OK);
      return binary;
    } catch {
      // Not in this folder.
    }
  }
  throw new Error('protoc is missing: install it (Debian: apt-get install protobuf-compiler) and run again');
}

export interface Protoc {
  /** Converts bytes to protobuf text format. */
  decode(message: string, bytes: Uint8Array): string;
  encode(message: string, text: string): Uint8Array;
}

export function openProtoc(): Protoc {
  const binary = findProtoc();
  const run = (flag: string, message: string, input: Uint8Array | string): Buffer => {
    const args = [`-I${PROTO}`, `${flag}=im_proto.${message}`, 'im_proto/envelope.proto', 'im_proto/beyond.proto'];
    const done = spawnSync(binary, args, { cwd: PROTO, input, maxBuffer: 64 * 1024 * 1024 });
    if (done.status !== 0) throw new Error(`protoc ${flag} ${message}: ${done.stderr.toString()}${done.error ?? ''}`);
    return done.stdout;
  };
  return {
    decode: (message, bytes) => run('--decode', message, bytes).toString(),
    encode: (message, text) => new Uint8Array(run('--encode', message, text)),
  };
}
