import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statfsSync,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Linux keeps the files of this folder in memory. To copy a cluster or to install packages is mostly to make very many
 * small files, which costs several times as much on a disk.
 */
const MEMORY = '/dev/shm';
/** Room that must be free, so that nothing else lacks memory (our choice). */
const ROOM_BYTES = 4_000_000_000;

/**
 * A new folder for the data of tests, which the caller removes: in memory, or with other temporary files where there is no
 * room. Other users may go through it, because PostgreSQL is one of them when root runs the tests. What killed processes have
 * left is removed: nothing else would give the memory back.
 */
export function folderInMemory(name: string): string {
  const isInMemory = isUsable();
  if (isInMemory) removeLeft();
  const [home, owner] = isInMemory ? [MEMORY, `${namespace()}-${process.pid}`] : [tmpdir(), process.pid];
  const folder = mkdtempSync(join(home, `pasar-${name}-${owner}-`));
  chmodSync(folder, 0o711);
  return folder;
}

/** Whether there is room, and programs may be started: some containers forbid it. */
function isUsable(): boolean {
  if (!existsSync(MEMORY)) return false;
  const { bavail, bsize } = statfsSync(MEMORY);
  const mounts = readFileSync('/proc/mounts', 'utf8').split('\n');
  const isExecutable = mounts.some((line) => line.includes(` ${MEMORY} `) && !line.includes('noexec'));
  return isExecutable && bavail * bsize > ROOM_BYTES;
}

/** Containers may share the memory without seeing each other's processes. */
const namespace = (): string => readlinkSync('/proc/self/ns/pid').replaceAll(/\D/g, '');

function removeLeft(): void {
  for (const name of readdirSync(MEMORY)) {
    const [, of, pid] = /^pasar-[a-z]+-(\d+)-(\d+)-/.exec(name) ?? [];
    const folder = join(MEMORY, name);
    const isOurs = of === namespace() && statSync(folder, { throwIfNoEntry: false })?.uid === process.getuid?.();
    if (isOurs && !isRunning(Number(pid))) rmSync(folder, { recursive: true, force: true });
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // It runs for somebody else.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
