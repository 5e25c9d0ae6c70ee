import type { Logger } from 'pino';
import { logEvent, logFailure } from './log.ts';

/** Stops one part of the server; resolves when nothing of the part runs any more. */
export type Stop = () => Promise<void>;

/**
 * Stops the parts, the last started first. A part that fails is logged, and the next one is stopped. After `withinMs`
 * the remaining parts are told to stop and not waited for; null waits for all of them.
 */
export async function stopInReverse(stops: Stop[], log: Logger, withinMs: number | null): Promise<void> {
  let isLate = false;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((done) => {
    if (withinMs === null) return;
    timer = setTimeout(() => {
      isLate = true;
      logEvent(log, 'part_stopped_late');
      done();
    }, withinMs);
  });
  for (const stop of stops.splice(0).reverse()) {
    const stopped = stop().catch((error) => logFailure(log, 'part_stopped_badly', error));
    await (isLate ? late : Promise.race([stopped, late]));
  }
  clearTimeout(timer);
}
