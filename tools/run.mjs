// `node tools/run.mjs <script.ts> [arguments]`: installs what is missing, then runs a TypeScript program on Node 24.
import { spawn } from 'node:child_process';
import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { builtProgram } from './built.mjs';
import { ensureInstalled, NODE, ROOT } from './ensure-installed.mjs';

ensureInstalled();
const [script, ...rest] = process.argv.slice(2);
const program = builtProgram(script) ?? join(ROOT, script);
// Node keeps compiled code in this folder between starts. Without write access the starts are only slower.
process.env.NODE_COMPILE_CACHE ??= join(ROOT, 'node_modules', '.cache', 'node');

// npm runs scripts on the Node 24 of the dependencies once they are installed: no second process is needed then.
if (process.execPath === realpathSync(NODE)) await runHere();
else runThere();

async function runHere() {
  const { enableCompileCache } = await import('node:module');
  enableCompileCache(process.env.NODE_COMPILE_CACHE);
  process.argv = [process.execPath, program, ...rest];
  await import(pathToFileURL(program).href);
}

function runThere() {
  const child = spawn(NODE, [program, ...rest], { stdio: 'inherit' });
  // Ctrl-C reaches the whole process group, so this process only waits until the program has stopped.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => {
      if (signal !== 'SIGINT') child.kill(signal);
    });
  }
  child.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)));
}
