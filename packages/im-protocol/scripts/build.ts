/** Writes `dist`: plain JavaScript with types and its own package.json, as for publishing. */
import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const packageFolder = join(import.meta.dirname, '..');
const dist = process.argv[2] ?? join(packageFolder, 'dist');

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly exports: Readonly<Record<string, string>>;
  readonly dependencies: Readonly<Record<string, string>>;
}
const manifest: Manifest = JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8'));
const built = (source: string, extension: string): string =>
  source.replace(/^\.\/src\//, './').replace(/\.ts$/, extension);

rmSync(dist, { recursive: true, force: true });
execFileSync('tsc', ['-p', 'tsconfig.build.json', '--outDir', dist], { cwd: packageFolder, stdio: 'inherit' });
chmodSync(join(dist, 'cli/main.js'), 0o755);
cpSync(join(packageFolder, 'proto'), join(dist, 'proto'), { recursive: true });
// The output of `src` is at the top of `dist`, with its documents.
for (const name of ['README.md', 'SPEC.md', 'src/client/CLIENT.md', 'src/server/SERVER.md']) {
  const [text = ''] = readFileSync(join(packageFolder, name), 'utf8').split('\n## Development\n');
  writeFileSync(join(dist, name.replace(/^src\//, '')), text.replaceAll('](src/', ']('));
}
cpSync(join(packageFolder, '../../LICENSE'), join(dist, 'LICENSE'));
writeFileSync(
  join(dist, 'package.json'),
  JSON.stringify(
    {
      name: manifest.name,
      version: manifest.version,
      license: 'Apache-2.0',
      type: 'module',
      engines: { node: '>=22' },
      exports: Object.fromEntries(
        Object.entries(manifest.exports).map(([name, source]) => [
          name,
          { types: built(source, '.d.ts'), default: built(source, '.js') },
        ]),
      ),
      bin: { im: './cli/main.js' },
      dependencies: manifest.dependencies,
    },
    null,
    2,
  ),
);
