import { appendFileSync, readFileSync } from 'node:fs';
import { afterAll, expect } from 'vitest';

/** Runs before each file of tests; writes what the file cost to the file that PASAR_CPU_LOG names, a line of JSON each. */
const LOG = process.env.PASAR_CPU_LOG;
/** The unit of times in the process table of Linux. */
const TICKS_PER_SECOND = 100;

/** Seconds of this process and of its children that have ended. Children are known on Linux only. */
function spent(): number {
  const { user, system } = process.cpuUsage();
  const own = (user + system) / 1_000_000;
  if (process.platform !== 'linux') return own;
  // proc(5): after the name in brackets comes field 3; cutime and cstime are fields 16 and 17.
  const [, fields = ''] = readFileSync('/proc/self/stat', 'utf8').split(') ');
  const [children = '0', childrenInSystem = '0'] = fields.split(' ').slice(13, 15);
  return own + (Number(children) + Number(childrenInSystem)) / TICKS_PER_SECOND;
}

if (LOG !== undefined) {
  // files that share a process: each is charged with what was spent since the one before; the first with the start.
  const before = Number(process.env.PASAR_CPU_SPENT ?? 0);
  // hooks run last in, first out: this one comes after those with which the file stops its children.
  afterAll(() => {
    const now = spent();
    process.env.PASAR_CPU_SPENT = String(now);
    const file = expect.getState().testPath ?? '';
    appendFileSync(LOG, `${JSON.stringify({ file, seconds: now - before })}\n`);
  });
}
