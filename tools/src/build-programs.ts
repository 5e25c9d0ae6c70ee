import { existsSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { builtFolder, PROGRAMS } from '../built.mjs';
import { bundlePrograms } from './bundle-programs.ts';
import { ROOT } from './checks.ts';

/** A program of older sources may still run, and may yet load a part of itself. */
const KEPT_FOR_MS = 24 * 3_600_000;

const target = builtFolder();
if (!existsSync(target)) await build();

/** Builds the programs of `npm start`. */
async function build(): Promise<void> {
  const input = Object.fromEntries(Object.entries(PROGRAMS).map(([source, name]) => [name, join(ROOT, source)]));
  const home = dirname(target);
  const partial = `${target}.${process.pid}`;
  await bundlePrograms(input, partial);
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
