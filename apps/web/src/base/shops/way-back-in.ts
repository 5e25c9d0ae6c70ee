import type { SignInView } from '@pasar/api';
import type { SignInOverlay } from './overlay.ts';

const OPEN_STATES = ['waiting', 'logging_in', 'challenged', 'failed'] as const;
export type OpenSignIn = SignInView & { readonly state: (typeof OPEN_STATES)[number] };

/** Not done, and not given up. */
export const isOpenSignIn = (signIn: SignInView): signIn is OpenSignIn =>
  OPEN_STATES.some((state) => state === signIn.state);

/** Nothing comes of it until its person answers, or puts right what was wrong. */
export const waitsForPerson = ({ state }: SignInView): boolean => state === 'challenged' || state === 'failed';

/** The newest open sign-in of a login; null when there is none. */
function openSignInOf(connectionId: string, signIns: Iterable<SignInView>): OpenSignIn | null {
  const open = [...signIns].filter((signIn) => signIn.connectionId === connectionId).filter(isOpenSignIn);
  return open.toSorted((left, right) => right.createdAt - left.createdAt)[0] ?? null;
}

/** A sign-in that was left half-way goes on; a second one would ask the marketplace for everything again. */
export function wayBackIn(connectionId: string, signIns: Iterable<SignInView>): SignInOverlay {
  const open = openSignInOf(connectionId, signIns);
  return open === null ? { kind: 'again', connectionId } : { kind: 'signIn', signInId: open.signInId };
}
