import type { Refusal } from '@pasar/domain';
import { giveUpDoubted } from '../delivery/doubts.ts';
import { refuseWaiting } from '../delivery/sender.ts';
import type { RunnerContext } from './runner-context.ts';
import { credentialsMark } from './store.ts';

/** How often the credentials are looked at, in case a wake-up was missed (our choice). */
const LOOK_MS = 20_000;

/**
 * Resolves when the login's credentials change, or when `isOver`: a person who signs in again, by password or by
 * cookies, takes the connection from its runner. Until then messages that wait are refused, so that none stays pending.
 */
export async function waitForPerson(
  context: RunnerContext,
  reason: Refusal,
  { isOver, pause }: { readonly isOver: () => boolean; readonly pause: (delayMs: number) => Promise<void> },
): Promise<void> {
  const before = await credentialsMark(context);
  while (!isOver() && (await credentialsMark(context)) === before) {
    await refuseWaiting(context, reason);
    await giveUpDoubted(context);
    await pause(LOOK_MS);
  }
}
