import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { ROOT } from './checks.ts';

/**
 * `npm run dev`: runs the demo, restarts it when a file of the server or the simulator changes, and runs Vite in front
 * of it with hot reload. Beside them it runs a gallery of the messages.
 */
const children = [
  spawn(process.execPath, ['--watch', '--watch-preserve-output', join(ROOT, 'tools/src/demo.ts'), '--vite'], {
    stdio: 'inherit',
    cwd: ROOT,
  }),
  spawn(process.execPath, [join(ROOT, 'node_modules/vite/bin/vite.js')], {
    stdio: 'inherit',
    cwd: join(ROOT, 'apps/web'),
  }),
  spawn(process.execPath, [join(ROOT, 'apps/web/tests/gallery-server.ts')], { stdio: 'inherit', cwd: ROOT }),
];
for (const child of children) {
  child.once('exit', () => {
    for (const other of children) other.kill('SIGTERM');
  });
}
process.on('SIGINT', () => undefined);
process.on('SIGTERM', () => {
  for (const child of children) child.kill('SIGTERM');
});
