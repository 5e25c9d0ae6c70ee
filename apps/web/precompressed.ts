import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

/** A smaller file gains nothing that a window would notice. */
const LEAST_BYTES = 1_024;
const packBrotli = promisify(brotliCompress);
const packGzip = promisify(gzip);
const BEST = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } };

/** Writes a `.br` and a `.gz` beside each file for windows, so that the server need not compress it at each request. */
export function precompressed(): Plugin {
  return {
    name: 'precompressed',
    apply: 'build',
    writeBundle: async ({ dir = '' }, bundle) => {
      const files = Object.keys(bundle).filter((name) => /\.(js|css|html|svg)$/.test(name));
      await Promise.all(files.map((name) => pack(join(dir, name))));
    },
  };
}

async function pack(file: string): Promise<void> {
  const bytes = await readFile(file);
  if (bytes.length < LEAST_BYTES) return;
  const [br, gz] = await Promise.all([packBrotli(bytes, BEST), packGzip(bytes, { level: 9 })]);
  await Promise.all([writeFile(`${file}.br`, br), writeFile(`${file}.gz`, gz)]);
}
