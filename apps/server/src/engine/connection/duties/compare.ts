import { isAboutProxy, OWN_LIMITS } from '@pasar/domain';
import { backOff } from '../back-off.ts';
import { type Comparison, catchUp } from '../catch-up.ts';
import { SessionLost } from '../runner-context.ts';
import type { LiveSession, Round } from './duty.ts';

/** Compares at once, and then periodically, because a frame of the socket can be lost without a sign. */
export function compareAgain(live: LiveSession): Round {
  const unreadClaims: Comparison['unreadClaims'] = new Map();
  let failures = 0;
  return async () => {
    const comparison: Comparison = { skipped: 0, unreadClaims };
    const refused = live.isListening ? await compareOnce(live, comparison) : null;
    if (refused && (!refused.canRetry || isAboutProxy(refused.refusal.reason))) {
      throw new SessionLost(refused);
    }
    if (refused) await live.enter('interrupted', refused.refusal);
    const isToRepeat = refused !== null || comparison.skipped > 0;
    failures = isToRepeat ? failures + 1 : 0;
    return isToRepeat ? backOff(failures) : OWN_LIMITS.reconcileIntervalMs;
  };
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
  if (!signal.aborted && live.isListening) await live.enter('live');
  return null;
}
