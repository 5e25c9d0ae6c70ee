import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { StartupError } from '@pasar/server';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { startSimulatorProcess } from '../src/simulator-process.ts';

/**
 * The programs around the product: the process that starts the simulator, and the script that installs and then starts.
 */
const TOOLS = join(import.meta.dirname, '..');
const WITHIN_MS = 30_000;
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pasar-launcher-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

interface Ended {
  readonly code: number | null;
  readonly output: string;
  readonly errors: string;
}

async function run(file: string, words: readonly string[], env: Record<string, string>): Promise<Ended> {
  const child = spawn(process.execPath, [file, ...words], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  let errors = '';
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString('utf8');
  });
  child.stderr.on('data', (chunk: Buffer) => {
    errors += chunk.toString('utf8');
  });
  await once(child, 'close', { signal: AbortSignal.timeout(WITHIN_MS) });
  return { code: child.exitCode, output, errors };
}

test('the simulator ends when its launcher is killed, and tells a watcher of the launcher which files it loads', async () => {
  const launcher = `
    const { startSimulatorProcess } = await import(${JSON.stringify(pathToFileURL(join(TOOLS, 'src/simulator-process.ts')).href)});
    const { controlOrigin } = await startSimulatorProcess(0, ${JSON.stringify(folder)});
    process.send({ controlOrigin });`;
  const file = join(folder, 'launcher.mjs');
  writeFileSync(file, launcher);
  const child = spawn(process.execPath, [file], {
    env: { ...process.env, WATCH_REPORT_DEPENDENCIES: '1' },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const loaded: string[] = [];
  const origin = await new Promise<string>((resolve, reject) => {
    child.once('exit', () => reject(new Error('the launcher ended')));
    child.on('message', (message) => {
      if (typeof message !== 'object' || message === null) return;
      if ('controlOrigin' in message) resolve(String(message.controlOrigin));
      if ('watch:import' in message) loaded.push(String(message['watch:import']));
    });
  });
  expect(loaded.join()).toContain('apps/simulator/src/world/world.ts');
  expect((await fetch(`${origin}/sim/state`)).status).toBe(200);
  child.kill('SIGKILL');
  await vi.waitFor(() => expect(fetch(`${origin}/sim/state`)).rejects.toThrow(), { timeout: WITHIN_MS });
});

test('what the simulator or the environment refuses is one clear line of the demo', async () => {
  writeFileSync(join(folder, 'file'), '');
  const refused = startSimulatorProcess(0, join(folder, 'file'));
  await expect(refused).rejects.toThrow(StartupError);
  await expect(refused).rejects.toThrow(/^The simulator: ENOTDIR: .*file\/simulator'$/);
  const { code, errors } = await run(join(TOOLS, 'src/demo.ts'), [], {
    PASAR_SIMULATOR_PORT: 'often',
    PASAR_DATA: folder,
  });
  expect([code, errors.trim().split('\n').length]).toEqual([1, 1]);
  expect(errors).toMatch(/^PASAR_SIMULATOR_PORT: /);
});

test('installing says what it does on standard error, and leaves standard output to the program', async () => {
  const [clone, binaries] = [join(folder, 'clone'), join(folder, 'bin')];
  mkdirSync(join(clone, 'tools'), { recursive: true });
  for (const file of ['run.mjs', 'built.mjs', 'ensure-installed.mjs'])
    cpSync(join(TOOLS, file), join(clone, 'tools', file));
  writeFileSync(join(clone, 'package-lock.json'), '{"packages":{}}');
  writeFileSync(join(clone, 'program.mjs'), 'console.log(JSON.stringify({ words: process.argv.slice(2) }));');
  mkdirSync(binaries);
  // A fake npm that downloads nothing: it links this Node where the package would install it, and prints as npm does.
  const npm = `#!/bin/sh
    mkdir -p node_modules/node/bin && ln -s '${process.execPath}' node_modules/node/bin/node
    echo '{"packages":{}}' > node_modules/.package-lock.json
    echo 'added 1 package'`;
  writeFileSync(join(binaries, 'npm'), npm);
  chmodSync(join(binaries, 'npm'), 0o755);
  const env = { PATH: `${binaries}${delimiter}${process.env.PATH ?? ''}` };
  const { code, output, errors } = await run(join(clone, 'tools/run.mjs'), ['program.mjs', 'decode'], env);
  expect([code, JSON.parse(output)]).toEqual([0, { words: ['decode'] }]);
  expect(errors).toMatch(/^Installing dependencies \(once\)…\nadded 1 package$/m);
});
