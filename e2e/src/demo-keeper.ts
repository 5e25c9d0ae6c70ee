import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const { PASAR_DATA } = z.object({ PASAR_DATA: z.string().min(1) }).parse(process.env);
let isLetGo = false;

/**
 * Runs the demo until standard input closes, and deletes its data then. A test process that is killed cannot clean up,
 * but its end closes the pipe, so that no demo is left behind. A demo that exits earlier by itself keeps its data.
 */
const demo = spawn(process.execPath, [join(import.meta.dirname, '../../tools/src/demo.ts')], {
  stdio: ['ignore', 'pipe', 'pipe'],
});
// The reader of the demo's output may be gone; the write error must not keep this process from cleaning up.
for (const [from, to] of [
  [demo.stdout, process.stdout],
  [demo.stderr, process.stderr],
] as const) {
  to.on('error', () => undefined);
  from.on('data', (chunk: Buffer) => to.write(chunk));
}
// The demo receives Ctrl-C by itself; this process ends when the demo has ended.
process.on('SIGINT', () => undefined);
process.stdin.resume().once('close', () => {
  isLetGo = true;
  demo.kill('SIGINT');
});
demo.once('exit', (code) => {
  if (isLetGo) rmSync(PASAR_DATA, { recursive: true, force: true });
  process.exit(code ?? 1);
});
