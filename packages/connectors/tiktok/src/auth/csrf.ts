/** The CSRF token of one host: fetched by HEAD, kept for its life, and then fetched again (spec 2 §4). */
import type { Outcome } from '@pasar/connector-kit';
import { LIMITS } from '@pasar/domain';
import { type CsrfToken, csrfTokenCall } from '../calls/chat.ts';
import { ok } from '../wire/outcome.ts';
import type { TiktokScope } from '../wire/scope.ts';
import { type Line, sendWire } from '../wire/send-wire.ts';

export interface Csrf {
  /** The token for a call of this path. */
  token(path: string): Promise<Outcome<string>>;
  forget(): void;
}
/** A token is renewed this long before it dies, so that it does not die on the way (our choice). */
const MARGIN_MS = 1_000;

/** `held`: a token that is known already; null for none. */
export function createCsrf(line: Line, origin: string, scope: TiktokScope, held: CsrfToken | null): Csrf {
  const { clock } = line.bridge;
  const keep = ({ token, lifeMs }: CsrfToken) => ({ token, until: clock.now() + lifeMs - MARGIN_MS });
  let known = held === null ? null : keep(held);
  return {
    token: async (path) => {
      if (known !== null && clock.now() < known.until) return ok(known.token);
      const answer = await sendWire(line, {
        call: csrfTokenCall.toWire({ path }, scope),
        repeat: csrfTokenCall.repeat,
        origin,
        query: {},
        headers: {},
        timeoutMs: LIMITS.requestTimeoutMs,
      });
      const read = 'ok' in answer ? answer : csrfTokenCall.fromWire(answer, scope);
      if (!read.ok) return read;
      known = keep(read.value);
      return ok(read.value.token);
    },
    forget: () => {
      known = null;
    },
  };
}
