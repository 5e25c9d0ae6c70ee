import { openLog } from './log.ts';
import type { RunningServer, ServerOptions } from './parts.ts';
import { explainStart } from './startup-error.ts';
import { type Stop, stopInReverse } from './stop.ts';
import { openStorage } from './storage/open-storage.ts';

/** With the time for the embedded database, the process ends within ten seconds (our choice). */
const STOPPED_WITHIN_MS = 6_000;

/**
 * Starts the parts in order and stops them in reverse: requests first, the database last. The parts have a limited time
 * to stop, because an unreachable or frozen database must not hold up the end. @throws StartupError
 */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const processLog = openLog(options.config.logLevel, { role: options.config.role });
  const { log } = processLog;
  const parts: Stop[] = [];
  const storage: Stop[] = [];
  const stop = async () => {
    await stopInReverse(parts, log, STOPPED_WITHIN_MS);
    await stopInReverse(storage, log, null);
  };
  try {
    const { say, config } = options;
    const opening = openStorage({ config, say, log, mayShare: false }, storage);
    // Loaded while the database starts.
    const loading = import('./parts.ts');
    const opened = await opening;
    const { startParts } = await loading;
    const whole = { ...options, config: (await options.wholeConfig?.()) ?? config };
    return { ...(await startParts(whole, processLog, opened, parts)), stop };
  } catch (error) {
    await stop();
    throw explainStart(error);
  }
}
