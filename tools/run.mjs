// `node tools/run.mjs <script.ts> [arguments]`: installs what is missing, then runs a TypeScript program on Node 24.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { ensureInstalled, NODE, ROOT } from './ensure-installed.mjs';

ensureInstalled();
const [script, ...rest] = process.argv.slice(2);
// Node keeps compiled code in this folder between starts. Without write access the starts are only slower.
const env = { NODE_COMPILE_CACHE: join(ROOT, 'node_modules', '.cache', 'node'), ...process.env };
const child = spawn(NODE, [join(ROOT, script), ...rest], { stdio: 'inherit', cwd: process.cwd(), env });
// Ctrl-C reaches the whole process group, so this process only waits until the program has stopped.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    if (signal !== 'SIGINT') child.kill(signal);
  });
}
child.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)));
