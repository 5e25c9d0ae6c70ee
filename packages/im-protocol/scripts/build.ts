/** Writes `dist`: plain JavaScript with types and a package.json of its own, as it would be published. */
import { execFileSync } from 'node:child_process';
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
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
for (const name of ['README.md', 'SPEC.md', 'proto'])
  cpSync(join(packageFolder, name), join(dist, name), { recursive: true });
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
