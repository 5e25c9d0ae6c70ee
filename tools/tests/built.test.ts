import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { builtFolder } from '../built.mjs';

/** The programs of `npm start` as they are built, and when they are used. */
const TOOLS = join(import.meta.dirname, '..');
const WITHIN_MS = 60_000;

async function run(file: string, words: readonly string[] = []): Promise<{ code: number | null; errors: string }> {
  const child = spawn(process.execPath, [file, ...words], { stdio: ['ignore', 'ignore', 'pipe'] });
  let errors = '';
  child.stderr.on('data', (chunk: Buffer) => {
    errors += chunk.toString('utf8');
  });
  await once(child, 'close', { signal: AbortSignal.timeout(WITHIN_MS) });
  return { code: child.exitCode, errors };
}

test('two builds at the same time leave one whole folder, and its programs run as those that are written', async () => {
  const folder = builtFolder();
  rmSync(folder, { recursive: true, force: true });
  const build = join(TOOLS, 'src/build-programs.ts');
  expect(await Promise.all([run(build), run(build)])).toEqual([
    { code: 0, errors: '' },
    { code: 0, errors: '' },
  ]);
  expect(readdirSync(dirname(folder)).filter((name) => name.includes('.'))).toEqual([]);
  for (const program of [join(folder, 'serve.js'), join(TOOLS, 'src/serve.ts')]) {
    expect(await run(program, ['nonsense'])).toEqual({
      code: 1,
      errors:
        'Unknown command nonsense. The commands are create-account, export-account, doctor, backup, restore, rotate-key and upgrade-database.\n',
    });
  }
});

test('a built program is used only while no source has changed, and only beside a built client', async () => {
  const clone = mkdtempSync(join(tmpdir(), 'pasar-built-'));
  onTestFinished(() => rmSync(clone, { recursive: true }));
  const write = (file: string) => {
    mkdirSync(dirname(join(clone, file)), { recursive: true });
    writeFileSync(join(clone, file), '{}');
  };
  for (const file of ['package.json', 'package-lock.json', 'apps/a.ts', 'packages/b.ts', 'apps/a.test.ts']) write(file);
  mkdirSync(join(clone, 'tools'));
  for (const file of ['built.mjs', 'ensure-installed.mjs']) cpSync(join(TOOLS, file), join(clone, 'tools', file));
  const built: typeof import('../built.mjs') = await import(pathToFileURL(join(clone, 'tools/built.mjs')).href);
  const found = () => built.builtProgram('tools/src/demo.ts');
  expect(found()).toBeNull();
  const program = join(built.builtFolder(), 'demo.js');
  mkdirSync(dirname(program), { recursive: true });
  writeFileSync(program, '');
  expect(found()).toBeNull();
  write('apps/web/dist/index.html');
  expect(found()).toBe(program);
  utimesSync(join(clone, 'apps/a.test.ts'), 1, 1);
  expect(found()).toBe(program);
  expect(built.builtProgram('tools/src/check.ts')).toBeNull();
  utimesSync(join(clone, 'packages/b.ts'), 1, 1);
  expect(found()).toBeNull();
});
