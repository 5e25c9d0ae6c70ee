/**
 * The simulator as a process. PASAR_SIMULATOR_PORT: its first port; PASAR_DATA: the data directory;
 * PASAR_SIMULATOR_ORDERS: whether orders live on with the clock, or stand still until the control API lets time pass;
 * PASAR_SIMULATOR_BUYERS: whether buyers write of their own accord, or only as the control API says.
 */
import { join } from 'node:path';
import { z } from 'zod';
import type { Simulator } from './compose.ts';
import { startSimulator } from './simulator.ts';
import { WorldError } from './world/errors.ts';
import { DirectoryRefused } from './world/journal-lock.ts';

const environmentSchema = z.object({
  PASAR_SIMULATOR_PORT: z.coerce.number().int().min(0).max(65_531).default(4_100),
  PASAR_DATA: z.string().min(1).default('.pasar'),
  PASAR_SIMULATOR_ORDERS: z.enum(['live', 'still']).default('live'),
  PASAR_SIMULATOR_BUYERS: z.enum(['live', 'still']).default('live'),
});
const SEED = 'morning market';
/** Short, so that clients need to refresh their tokens during a demo. */
const TOKEN_LIFE_MS = 60_000;
/** Messages a minute from all buyers together, about those of a quiet afternoon (ours). */
const AFTERNOON_PER_MINUTE = 1;
/** Constants in the code of the marketplaces' web clients: public by nature. */
const KEYS = { appKey: '1234567890', salt: 'simulated-salt' };

/** One line for an error that a person can fix; null for a bug. */
function explain(error: unknown): string | null {
  if (error instanceof WorldError || error instanceof DirectoryRefused) return error.message;
  if (error instanceof z.ZodError) {
    const [issue] = error.issues;
    return `${issue?.path.join('.') || 'the environment'} is not valid: ${issue?.message ?? 'see the documentation'}`;
  }
  if (!(error instanceof Error) || !('code' in error)) return null;
  if (error.code === 'EADDRINUSE') {
    const port = 'port' in error ? `port ${error.port}` : 'a port';
    return `${port} is taken; stop what listens there, or set PASAR_SIMULATOR_PORT to the first of five free ports`;
  }
  if (error.code === 'ENOSPC')
    return `the disk of the data directory is full; free some space first (${error.message})`;
  // An error of the operating system (a folder, a port) names the place and the reason by itself.
  return 'syscall' in error ? error.message : null;
}

/** Closes on a signal, and when the launcher that started this process is gone. */
function closeWhenTold(simulator: Simulator): void {
  const close = (): void => {
    process.off('SIGINT', close);
    process.off('SIGTERM', close);
    process.off('disconnect', close);
    simulator.close().catch((error: unknown) => {
      console.error(error);
      process.exitCode = 1;
    });
  };
  process.on('SIGINT', close);
  process.on('SIGTERM', close);
  if (process.send === undefined) return;
  // The launcher may have ended during the start, before this listener was set.
  if (process.connected) process.on('disconnect', close);
  else close();
}

try {
  const environment = environmentSchema.parse(process.env);
  const simulator = await startSimulator({
    port: environment.PASAR_SIMULATOR_PORT,
    dataDirectory: join(environment.PASAR_DATA, 'simulator'),
    seed: SEED,
    doOrdersLive: environment.PASAR_SIMULATOR_ORDERS === 'live',
    messagesPerMinute: environment.PASAR_SIMULATOR_BUYERS === 'live' ? AFTERNOON_PER_MINUTE : 0,
    tokenLifeMs: TOKEN_LIFE_MS,
    keys: KEYS,
  });
  closeWhenTold(simulator);
  const { shopee, lazada, tiktok } = simulator.origins;
  // Tells the addresses to the launcher that started this process.
  if (process.connected)
    process.send?.({
      controlOrigin: simulator.controlOrigin,
      origins: simulator.origins,
      mailUrl: simulator.mailUrl,
      keys: KEYS,
    });
  console.log(
    `simulator ready: buyer's phone ${simulator.controlOrigin}/ shopee ${shopee} lazada ${lazada} tiktok ${tiktok}`,
  );
} catch (error) {
  const reason = explain(error);
  console.error(reason === null ? error : `simulator: ${reason}`);
  process.exitCode = 1;
}
