import { spawn } from 'node:child_process';
import { join } from 'node:path';

/**
 * Runs the demo for as long as somebody holds the other end of standard input: tests may be killed in ways that leave
 * them no last word, and no demo may go on without them.
 */
const demo = spawn(process.execPath, [join(import.meta.dirname, '../../tools/src/demo.ts')], {
  stdio: ['ignore', 'inherit', 'inherit'],
});
// Ctrl-C reaches the demo by itself; this process ends when the demo has.
process.on('SIGINT', () => undefined);
process.stdin.resume().once('close', () => demo.kill('SIGINT'));
demo.once('exit', (code) => process.exit(code ?? 1));
