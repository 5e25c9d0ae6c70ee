/** Signing in to the seller site, and again when the session turns out to be over. */
import type { ConnectionContext, Outcome } from '@pasar/connector-kit';
import { loginByPassword } from './passport.ts';

export interface SignIn {
  /** Which session a call is about to use. */
  readonly generation: number;
  /**
   * Called when a call of that generation was told that nobody is logged in. Signs in once for however many calls were:
   * one that comes late finds the next session there already.
   */
  renew(generation: number): Promise<Outcome<null>>;
}

/** The passport's cookies; the jar brings them from one run to the next. */
const SESSION_COOKIE = 'sessionid';

export const hasSession = ({ bridge }: ConnectionContext, origin: string): boolean =>
  bridge.cookies.get(origin, SESSION_COOKIE) !== null;

export function createSignIn(context: ConnectionContext, origin: string): SignIn {
  const { bridge, credentials } = context;
  let generation = 0;
  let signingIn: Promise<Outcome<null>> | null = null;

  const signIn = async (): Promise<Outcome<null>> => {
    const outcome = await loginByPassword(bridge, origin, credentials);
    if (!outcome.ok) return outcome;
    generation += 1;
    await context.saveSession(bridge.cookies.serialize());
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
  };
}
