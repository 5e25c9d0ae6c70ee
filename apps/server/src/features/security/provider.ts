import type { Configuration } from 'openid-client';
import type { Logger } from 'pino';
import { logFailure } from '../../log.ts';
import type { Attempt } from '../attempts.ts';

/** The operator's OpenID Connect provider. */
export interface ProviderPlace {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** On the button of the login page. */
  readonly name: string;
}

/** Whom the provider has logged in. */
export interface Subject {
  readonly issuer: string;
  readonly subject: string;
}

const BACK_TO = '/account/single_sign_on';
const TIMEOUT_S = 10;
/** Hosts of this machine, which may be asked without TLS. */
export const LOOPBACK: readonly string[] = ['127.0.0.1', 'localhost', '[::1]'];

type Begun = Pick<Attempt, 'derive'>;

/**
 * Asks the provider who the person at the browser is: authorization code with PKCE, state and nonce. These three are made of
 * the browser's attempt, so that no other browser and no other attempt can use the answer.
 */
export class SignOnProvider {
  readonly #place: ProviderPlace;
  readonly #log: Logger;
  #found: Promise<Configuration> | null = null;

  constructor(place: ProviderPlace, log: Logger) {
    this.#place = place;
    this.#log = log;
  }

  get name(): string {
    return this.#place.name;
  }

  /** The address at the provider to which the browser goes; null when the provider does not answer. */
  async addressFor(origin: string, attempt: Begun): Promise<string | null> {
    try {
      const { buildAuthorizationUrl, calculatePKCECodeChallenge } = await import('openid-client');
      const url = buildAuthorizationUrl(await this.#discover(), {
        redirect_uri: origin + BACK_TO,
        scope: 'openid',
        code_challenge: await calculatePKCECodeChallenge(attempt.derive('verifier')),
        code_challenge_method: 'S256',
        state: attempt.derive('state'),
        nonce: attempt.derive('nonce'),
      });
      return url.href;
    } catch (error) {
      logFailure(this.#log, 'sign_on_failed', error);
      return null;
    }
  }

  /** Whom the provider has logged in, by what it added to the address; null where that proves nobody. */
  async subjectOf(origin: string, attempt: Begun, answered: Readonly<Record<string, string>>): Promise<Subject | null> {
    const url = new URL(origin + BACK_TO);
    for (const [name, value] of Object.entries(answered)) url.searchParams.set(name, value);
    try {
      const { authorizationCodeGrant } = await import('openid-client');
      const tokens = await authorizationCodeGrant(await this.#discover(), url, {
        pkceCodeVerifier: attempt.derive('verifier'),
        expectedState: attempt.derive('state'),
        expectedNonce: attempt.derive('nonce'),
        idTokenExpected: true,
      });
      const claims = tokens.claims();
      return claims === undefined ? null : { issuer: claims.iss, subject: claims.sub };
    } catch (error) {
      logFailure(this.#log, 'sign_on_failed', error);
      return null;
    }
  }

  /** Asked once; again after a failure. */
  #discover(): Promise<Configuration> {
    this.#found ??= this.#ask().catch((error: unknown) => {
      this.#found = null;
      throw error;
    });
    return this.#found;
  }

  async #ask(): Promise<Configuration> {
    const { allowInsecureRequests, discovery } = await import('openid-client');
    const issuer = new URL(this.#place.issuer);
    // Without TLS only on this machine.
    const execute = LOOPBACK.includes(issuer.hostname) ? [allowInsecureRequests] : [];
    const { clientId, clientSecret } = this.#place;
    return discovery(issuer, clientId, clientSecret, undefined, { execute, timeout: TIMEOUT_S });
  }
}
