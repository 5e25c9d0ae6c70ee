import { type Refusal, refusal } from '@pasar/domain';
import { SessionLost } from './runner-context.ts';

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

export const endingOf = (error: unknown): Ending => ({
  kind: 'lost',
  refusal: error instanceof SessionLost ? error.outcome.refusal : refusal('unexpected_answer', String(error)),
});
