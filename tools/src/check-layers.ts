import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');
const SEED_FOLDER = join(ROOT, 'packages/domain/src/seeded-violation');
const SEED = `import type { Bridge } from '@pasar/bridge';\nexport type Seeded = Bridge;\n`;

/** Checks the layers, then proves on a seeded violation (a type import, upwards) that the check can fail. */
const cruise = (paths: readonly string[]) =>
  spawnSync(
    process.execPath,
    [
      join(ROOT, 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs'),
      '--config',
      '.dependency-cruiser.cjs',
      ...paths,
    ],
    { cwd: ROOT, encoding: 'utf8' },
  );

const real = cruise(['apps', 'packages', 'tools', 'bench', 'e2e']);
process.stdout.write(real.stdout);
process.stderr.write(real.stderr);
if (real.status !== 0) process.exit(1);
const counted = Number(/\((\d+) modules/.exec(real.stdout)?.[1] ?? 0);
if (counted < 100) {
  console.error(`layers: only ${counted} modules were read; the parser sees nothing.`);
  process.exit(1);
}

mkdirSync(SEED_FOLDER);
try {
  writeFileSync(join(SEED_FOLDER, 'seed.ts'), SEED);
  const seeded = cruise(['packages/domain']);
  if (seeded.status === 0 || !seeded.stdout.includes('domain: packages/domain/src/seeded-violation/seed.ts')) {
    console.error(`layers: a seeded violation was not seen.\n${seeded.stdout}`);
    process.exitCode = 1;
  } else console.log('layers: a seeded violation is seen.');
} finally {
  rmSync(SEED_FOLDER, { recursive: true });
}
