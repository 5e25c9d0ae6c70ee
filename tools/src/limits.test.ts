import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LIMITS, OWN_LIMITS, QUICK_REPLY_LIMITS, SCREEN_LIMITS } from '@pasar/domain';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
const SOURCES = ['apps', 'packages'];

test('every number of the limits is used: what is written there is what happens', () => {
  const used = SOURCES.flatMap((folder) => readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true }))
    .filter(
      (entry) => entry.isFile() && /\/src(\/|$)/.test(entry.parentPath) && !/node_modules|dist/.test(entry.parentPath),
    )
    .filter(({ name }) => /(?<!test)\.tsx?$/.test(name) && name !== 'limits.ts')
    .flatMap((entry) => [...readFileSync(join(entry.parentPath, entry.name), 'utf8').matchAll(/LIMITS\.(\w+)/g)])
    .map(([, name]) => name);
  const names = [LIMITS, OWN_LIMITS, QUICK_REPLY_LIMITS, SCREEN_LIMITS].flatMap((limits) => Object.keys(limits));
  expect(names.filter((name) => !used.includes(name))).toEqual([]);
});
