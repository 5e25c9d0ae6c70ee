import { appendFileSync, readFileSync } from 'node:fs';
import { afterAll, expect } from 'vitest';

/** Runs before each test file. Appends the file's cost as one line of JSON to the file that PASAR_CPU_LOG names. */
const LOG = process.env.PASAR_CPU_LOG;
/** Clock ticks a second in the process table of Linux. */
const TICKS_PER_SECOND = 100;

/** CPU seconds of this process and of its ended children. Children are counted on Linux only. */
function spent(): number {
  const { user, system } = process.cpuUsage();
  const own = (user + system) / 1_000_000;
  if (process.platform !== 'linux') return own;
  // See proc(5): field 3 follows the name in brackets; cutime and cstime are fields 16 and 17.
  const [, fields = ''] = readFileSync('/proc/self/stat', 'utf8').split(') ');
  const [children = '0', childrenInSystem = '0'] = fields.split(' ').slice(13, 15);
  return own + (Number(children) + Number(childrenInSystem)) / TICKS_PER_SECOND;
}

if (LOG !== undefined) {
  // Test files may share a process: each is charged with the CPU since the file before, and the first with the start
  // too.
  const before = Number(process.env.PASAR_CPU_SPENT ?? 0);
  // Hooks run last in, first out, so this hook runs after the hooks in which the file stops its children.
  afterAll(() => {
    const now = spent();
    process.env.PASAR_CPU_SPENT = String(now);
    const file = expect.getState().testPath ?? '';
    appendFileSync(LOG, `${JSON.stringify({ file, seconds: now - before })}\n`);
  });
}
