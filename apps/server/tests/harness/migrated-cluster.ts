import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { ROOT } from '../../../../tools/src/checks.ts';
import { folderInMemory } from '../../../../tools/src/memory-folder.ts';

/**
 * Runs once before the first test file of a project with databases: makes a migrated PostgreSQL cluster, of which each
 * test database is a copy that lies beside it. A copy takes a sixth of the CPU seconds of a cluster made anew. Builds the
 * server that is killed: as one file it starts with half of the CPU seconds.
 */
export function setup(project: TestProject): () => void {
  const home = folderInMemory('clusters');
  // The servers of the run compile their sources once.
  process.env.NODE_COMPILE_CACHE ??= join(home, 'compiled');
  const folder = join(home, 'migrated');
  const programs = join(ROOT, 'dist', `victim-${process.pid}`);
  // Processes of their own, because Vitest's loader of global setups cannot resolve the package of the binaries.
  execFileSync(process.execPath, [join(import.meta.dirname, 'make-cluster.ts'), folder]);
  execFileSync(process.execPath, [join(import.meta.dirname, 'build-victim.ts'), programs]);
  project.provide('migratedCluster', folder);
  project.provide('victim', join(programs, 'victim.js'));
  return () => {
    rmSync(home, { recursive: true });
    rmSync(programs, { recursive: true });
  };
}
