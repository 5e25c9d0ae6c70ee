import { lookForDoubted } from '../../delivery/doubts.ts';
import type { LiveSession, Round } from './duty.ts';

/**
 * Looks for messages in doubt in their conversations. A new doubt is a sign of trouble on the line, on which events may
 * have been lost as well.
 */
export function lookAgain(live: LiveSession): Round {
  let known: ReadonlySet<string> = new Set();
  return async () => {
    const doubted = await lookForDoubted(live.context, live.session);
    if (doubted.some((deliveryId) => !known.has(deliveryId))) live.wake('gap');
    known = new Set(doubted);
    return null;
  };
}
