// `node tools/run.mjs <script.ts> [arguments]`: installs what is missing, then runs a TypeScript program on Node 24.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { ensureInstalled, NODE, ROOT } from './ensure-installed.mjs';

ensureInstalled();
const [script, ...rest] = process.argv.slice(2);
// What was compiled once is not compiled at every start; a folder that cannot be written is no harm.
const env = { NODE_COMPILE_CACHE: join(ROOT, 'node_modules', '.cache', 'node'), ...process.env };
const child = spawn(NODE, [join(ROOT, script), ...rest], { stdio: 'inherit', cwd: process.cwd(), env });
// Ctrl-C reaches the whole group; this process only waits for the program's own goodbye.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    if (signal !== 'SIGINT') child.kill(signal);
  });
}
child.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)));
