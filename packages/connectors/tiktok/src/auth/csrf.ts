/**
 * The CSRF token: a HEAD call answers `x-ware-csrf-token: 0,<token>,<life in ms>,success,<session>` (seen in public
 * clients of this family of sites). Kept for its life, one day where none is named (spec 2 §9).
 */
import type { Bridge } from '@pasar/bridge';
import type { Outcome } from '@pasar/connector-kit';
import { LIMITS } from '@pasar/domain';
import { withOneRetry } from '../limits/retry.ts';
import { ok, refused, unlucky } from '../outcome.ts';

export interface Csrf {
  /** For a call of this path. */
  token(path: string): Promise<Outcome<string>>;
  forget(): void;
}
/** Renewed this long before it dies, so that it does not die on the way (ours). */
const MARGIN_MS = 1_000;

export interface CsrfToken {
  readonly token: string;
  readonly lifeMs: number;
}

/** null: the header is absent, or says that there is no token. */
export function readCsrfHeader(header: string | undefined): CsrfToken | null {
  const [code, token, life] = (header ?? '').split(',').map((part) => part.trim());
  if (code !== '0' || token === undefined || token === '') return null;
  const lifeMs = Number(life);
  return { token, lifeMs: Number.isFinite(lifeMs) && lifeMs > 0 ? lifeMs : LIMITS.csrfTokenLifeMs };
}

export function createCsrf(bridge: Bridge, origin: string): Csrf {
  let known: { readonly token: string; readonly until: number } | null = null;
  return {
    token: async (path) => {
      if (known !== null && bridge.clock.now() < known.until) return ok(known.token);
      const response = await withOneRetry(() =>
        bridge.http.request({
          method: 'HEAD',
          url: `${origin}${path}`,
          headers: { 'x-secsdk-csrf-request': '1', 'x-secsdk-csrf-version': '1.2.10' },
          body: { type: 'none' },
          timeoutMs: LIMITS.requestTimeoutMs,
        }),
      );
      if ('ok' in response) return response;
      if (response.status === 429) return unlucky('too_frequent', 'HTTP 429');
      if (response.status >= 400) return unlucky('marketplace_error', `HTTP ${response.status}`);
      const read = readCsrfHeader(response.headers['x-ware-csrf-token']);
      // a session that is over gets no token
      if (read === null) return refused('shop_login_expired', 'no csrf token');
      known = { token: read.token, until: bridge.clock.now() + read.lifeMs - MARGIN_MS };
      return ok(read.token);
    },
    forget: () => {
      known = null;
    },
  };
}
