import { isAboutProxy, type Refusal, refusal } from '@pasar/domain';
import { logFailure } from '../../log.ts';
import { type RunnerContext, SessionLost } from './runner-context.ts';

/** Why a session's life ended. */
export type Ending =
  | { readonly kind: 'stopped' }
  | { readonly kind: 'lost'; readonly refusal: Refusal }
  | { readonly kind: 'failed'; readonly refusal: Refusal };

/** After a proxy failed, the session goes on without another login; any other refusal says itself whether it may. */
export const endingOfRefusal = ({ refusal: why, canRetry }: SessionLost['outcome']): Ending => ({
  kind: canRetry || isAboutProxy(why.reason) ? 'lost' : 'failed',
  refusal: why,
});

/** A loop of the session, or the session itself, threw; what is no refusal is a bug or a fault of Pasar's own. */
export function endingOf(log: RunnerContext['log'], error: unknown): Ending {
  if (error instanceof SessionLost) return { kind: 'lost', refusal: error.outcome.refusal };
  logFailure(log, 'session_broke_off', error);
  return { kind: 'lost', refusal: refusal('unexpected_answer', String(error)) };
}
