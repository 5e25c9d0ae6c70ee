import { isAboutProxy, type Refusal, refusal } from '@pasar/domain';
import { logFailure } from '../../log.ts';
import { type RunnerContext, SessionLost } from './runner-context.ts';

/** Why a session ended. */
export type Ending =
  | { readonly kind: 'stopped' }
  | { readonly kind: 'lost'; readonly refusal: Refusal }
  | { readonly kind: 'failed'; readonly refusal: Refusal };

/**
 * A failed proxy ends the session as lost: the proxy may be changed or repaired, and then the same login works. For
 * every other refusal `canRetry` decides.
 */
export const endingOfRefusal = ({ refusal: why, canRetry }: SessionLost['outcome']): Ending => ({
  kind: canRetry || isAboutProxy(why.reason) ? 'lost' : 'failed',
  refusal: why,
});

/**
 * For an error of the session or of one of its loops. Everything but `SessionLost` is a bug or a fault of Pasar's own.
 */
export function endingOf(log: RunnerContext['log'], error: unknown): Ending {
  if (error instanceof SessionLost) return { kind: 'lost', refusal: error.outcome.refusal };
  logFailure(log, 'session_broke_off', error);
  return { kind: 'lost', refusal: refusal('unexpected_answer', String(error)) };
}
