import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const { PASAR_DATA } = z.object({ PASAR_DATA: z.string().min(1) }).parse(process.env);
let isLetGo = false;

/**
 * Runs the demo for as long as somebody holds the other end of standard input, and clears its data away then: tests may
 * be killed in ways that leave them no last word, and nothing of them may go on. A demo that dies before keeps its data.
 */
const demo = spawn(process.execPath, [join(import.meta.dirname, '../../tools/src/demo.ts')], {
  stdio: ['ignore', 'pipe', 'pipe'],
});
// What it says while it ends may find nobody to hear it, which must not stop it from ending well.
for (const [from, to] of [
  [demo.stdout, process.stdout],
  [demo.stderr, process.stderr],
] as const) {
  to.on('error', () => undefined);
  from.on('data', (chunk: Buffer) => to.write(chunk));
}
// Ctrl-C reaches the demo by itself; this process ends when the demo has.
process.on('SIGINT', () => undefined);
process.stdin.resume().once('close', () => {
  isLetGo = true;
  demo.kill('SIGINT');
});
demo.once('exit', (code) => {
  if (isLetGo) rmSync(PASAR_DATA, { recursive: true, force: true });
  process.exit(code ?? 1);
});
