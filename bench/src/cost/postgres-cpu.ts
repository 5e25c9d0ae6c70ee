import { readdirSync, readFileSync } from 'node:fs';
import type pg from 'pg';
import { z } from 'zod';

const backend = z.object({ pid: z.number() });

/** Milliseconds of CPU of the PostgreSQL that this client is connected to, its ended processes included. */
export async function postgresCpuMs(client: pg.Client): Promise<number> {
  const found = await client.query('select pg_backend_pid() as pid');
  return cpuOfFamily(parentOf(backend.parse(found.rows[0]).pid));
}

/** Fields of /proc/<pid>/stat after the name, of which the first is the state. */
function statOf(pid: number): readonly string[] {
  const line = readFileSync(`/proc/${pid}/stat`, 'utf8');
  return line.slice(line.lastIndexOf(')') + 2).split(' ');
}
const parentOf = (pid: number): number => Number(statOf(pid)[1]);

/** Milliseconds of CPU of a process with its children, the ended ones included. Linux counts in hundredths. */
function cpuOfFamily(parent: number): number {
  const pids = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number);
  let ticks = 0;
  for (const pid of pids) {
    try {
      const fields = statOf(pid);
      if (pid !== parent && Number(fields[1]) !== parent) continue;
      const [user, system, endedUser, endedSystem] = fields.slice(11, 15).map(Number);
      ticks += (user ?? 0) + (system ?? 0) + (pid === parent ? (endedUser ?? 0) + (endedSystem ?? 0) : 0);
    } catch {
      // The process has ended meanwhile.
    }
  }
  return ticks * 10;
}
