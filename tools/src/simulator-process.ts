import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { z } from 'zod';

export interface SimulatorProcess {
  readonly controlOrigin: string;
  readonly marketplaces: unknown;
  stop(): Promise<void>;
}

const READY = z.object({
  ready: z.literal(true),
  controlOrigin: z.string(),
  /** What PASAR_MARKETPLACES takes. */
  marketplaces: z.unknown(),
});

/** Starts the marketplaces in a process of their own. @throws Error with the last line it said. */
export function startSimulatorProcess(port: number, dataFolder: string): Promise<SimulatorProcess> {
  const child = spawn(process.execPath, [join(import.meta.dirname, '../../apps/simulator/src/main.ts')], {
    env: { ...process.env, PASAR_SIMULATOR_PORT: String(port), PASAR_DATA: dataFolder, PASAR_SIMULATOR_REPORT: 'json' },
    stdio: ['ignore', 'pipe', 'pipe'],
    // its own group: Ctrl-C reaches the launcher, which stops the server first.
    detached: true,
  });
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  return new Promise((resolve, reject) => {
    let errors = '';
    let output = '';
    child.stderr.on('data', (chunk: Buffer) => {
      errors = (errors + chunk.toString('utf8')).slice(-2_000);
    });
    child.stdout.on('data', (chunk: Buffer) => {
      output = (output + chunk.toString('utf8')).slice(-20_000);
      const line = output.split('\n').find((candidate) => candidate.startsWith('{"ready"'));
      if (!line) return;
      const { controlOrigin, marketplaces } = READY.parse(JSON.parse(line));
      const stop = async () => {
        child.kill('SIGTERM');
        await exited;
      };
      resolve({ controlOrigin, marketplaces, stop });
    });
    child.once('error', reject);
    void exited.then(() => reject(new Error(errors.trim().split('\n').at(-1) ?? 'The simulator ended.')));
  });
}
