/** Signs in to the seller site, and again when the session is over. */
import type { ConnectionContext, Outcome } from '@pasar/connector-kit';
import type { TiktokHosts } from '../wire/hosts.ts';
import type { Login } from './login.ts';

export interface SignIn {
  /** The number of the session that a call is about to use. */
  readonly generation: number;
  /**
   * Called when a call of that generation was answered that the login is over. Signs in once for all such calls; a call
   * that comes late finds the next session.
   */
  renew(generation: number): Promise<Outcome<null>>;
  /** The site has accepted the login. Stores the jar's cookies. */
  entered(): Promise<void>;
}

/** The passport's cookies, which the jar keeps across restarts. */
const SESSION_COOKIE = 'sessionid';
/** Seen at the family's sign-ons. */
const SIGN_ON_COOKIE = 'sso_uid_tt';

export const hasSession = ({ bridge }: Pick<ConnectionContext, 'bridge'>, { seller }: TiktokHosts): boolean =>
  bridge.cookies.get(seller, SESSION_COOKIE) !== null;

/**
 * The sign-on's own session lives longer than the seller site's. It is tried before the password is sent (spec 2 §4).
 */
const hasSignOn = ({ bridge }: Pick<ConnectionContext, 'bridge'>, { isGlobal, sso }: TiktokHosts): boolean =>
  isGlobal && bridge.cookies.get(sso, SIGN_ON_COOKIE) !== null;

export function createSignIn(
  context: Pick<ConnectionContext, 'bridge' | 'saveSession'>,
  hosts: TiktokHosts,
  login: Login,
): SignIn {
  let generation = 0;
  let signingIn: Promise<Outcome<null>> | null = null;

  const entered = async (): Promise<void> => {
    generation += 1;
    await context.saveSession(context.bridge.cookies.serialize());
  };
  const signIn = async (): Promise<Outcome<null>> => {
    const again = hasSignOn(context, hosts) ? await login.bySignOn() : null;
    const outcome = again?.ok === true ? again : await login.byPassword(null);
    if (outcome.ok) await entered();
    return outcome;
  };
  return {
    get generation() {
      return generation;
    },
    renew: (used) => {
      if (used !== generation) return Promise.resolve({ ok: true, value: null });
      signingIn ??= signIn().finally(() => {
        signingIn = null;
      });
      return signingIn;
    },
    entered,
  };
}
