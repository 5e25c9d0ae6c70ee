import { type Refusal, refusal } from '@pasar/domain';
import { logFailure } from '../../log.ts';
import { type RunnerContext, SessionLost } from './runner-context.ts';

/** Why a session's life ended. */
export type Ending =
  | { readonly kind: 'stopped' }
  | { readonly kind: 'lost'; readonly refusal: Refusal }
  | { readonly kind: 'failed'; readonly refusal: Refusal };

/** A proxy is changed or mended without another login: that heals by itself, whatever else was refused does as it says. */
export const endingOfRefusal = ({ refusal: why, canRetry }: SessionLost['outcome']): Ending => ({
  kind: canRetry || why.reason === 'ip_isolation_failed' ? 'lost' : 'failed',
  refusal: why,
});

/** A loop of the session, or the session itself, threw; what is no refusal is a bug or a fault of Pasar's own. */
export function endingOf(log: RunnerContext['log'], error: unknown): Ending {
  if (error instanceof SessionLost) return { kind: 'lost', refusal: error.outcome.refusal };
  logFailure(log, 'session_broke_off', error);
  return { kind: 'lost', refusal: refusal('unexpected_answer', String(error)) };
}
