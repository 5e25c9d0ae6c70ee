import { isAboutProxy, OWN_LIMITS } from '@pasar/domain';
import { findDoubted } from '../../delivery/ledger.ts';
import { backOff } from '../back-off.ts';
import { type Comparison, catchUp, type Memory } from '../catch-up.ts';
import { SessionLost } from '../runner-context.ts';
import type { LiveSession, Round } from './duty.ts';

/**
 * A conversation whose history is refused is tried again soon so many times, and then at the usual pace (our choice).
 */
const SOON_TRIES = 5;

/**
 * Compares after each occasion to think that events were missed, and then by the clock, because a frame of the socket
 * can be lost without a sign. While nothing is found missing and no send is in doubt, the pauses grow.
 */
export function compareAgain(live: LiveSession): Round {
  const { context, comparisonTurns, host } = live;
  const memory: Memory = { unreadClaims: new Map(), olderPages: new Map() };
  const pace = new Pace();
  let failures = 0;
  let turnAt: number | null = null;
  return async (isWoken) => {
    // The opening of a socket wakes this duty.
    if (!live.isListening) return null;
    const now = context.clock.now();
    if (isWoken || turnAt === null) turnAt = comparisonTurns.take(host, context.owner.shopIds.size, now);
    if (!isWoken && turnAt > now) return turnAt - now;
    turnAt = null;
    const comparison: Comparison = { isAfterGap: isWoken, skipped: 0, isUnsure: false, memory };
    const refused = await compareOnce(live, comparison);
    if (refused && (!refused.canRetry || isAboutProxy(refused.refusal.reason))) {
      throw new SessionLost(refused);
    }
    if (refused) await live.enter('interrupted', refused.refusal);
    failures = refused !== null || comparison.skipped > 0 ? failures + 1 : 0;
    if (refused || (failures > 0 && failures <= SOON_TRIES)) return backOff(failures);
    const isUnsure = isWoken || comparison.isUnsure || (await findDoubted(context)).length > 0;
    return pace.next(isUnsure);
  };
}

/** The pauses between comparisons by the clock, with jitter, so that shops that started together drift apart. */
class Pace {
  #step = 0;

  next(isUnsure: boolean): number {
    const pauses = OWN_LIMITS.comparePausesMs;
    this.#step = isUnsure ? 0 : Math.min(this.#step + 1, pauses.length - 1);
    return (pauses[this.#step] ?? 0) * (1 + Math.random() / 5);
  }
}

/** Resolves with the refusal, or with null when nothing was refused. */
async function compareOnce(live: LiveSession, comparison: Comparison): Promise<SessionLost['outcome'] | null> {
  const { context, session, signal } = live;
  if (live.state() !== 'live') await live.enter('catching_up');
  try {
    for (const shop of context.owner.shopIds.keys()) {
      if (signal.aborted) return null;
      await catchUp(context, session, shop, comparison);
    }
  } catch (error) {
    if (error instanceof SessionLost) return error.outcome;
    throw error;
  }
  // A socket that was lost meanwhile may be open again by now. Its opening has asked for a comparison of its own.
  const isWhole = live.isListening && live.state() !== 'interrupted';
  if (!signal.aborted && isWhole) await live.enter('live');
  return null;
}
