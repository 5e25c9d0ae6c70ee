import type { SignInView } from '@pasar/api';
import type { SignInOverlay } from './overlay.ts';

const OPEN_STATES = ['waiting', 'logging_in', 'challenged', 'failed'] as const;
export type OpenSignIn = SignInView & { readonly state: (typeof OPEN_STATES)[number] };

/** Neither logged in nor cancelled. */
export const isOpenSignIn = (signIn: SignInView): signIn is OpenSignIn =>
  OPEN_STATES.some((state) => state === signIn.state);

/** The sign-in waits until the person answers the challenge, or corrects the fault. */
export const waitsForPerson = ({ state }: SignInView): boolean => state === 'challenged' || state === 'failed';

/** The newest open sign-in of a login; null when there is none. */
function openSignInOf(connectionId: string, signIns: Iterable<SignInView>): OpenSignIn | null {
  const open = [...signIns].filter((signIn) => signIn.connectionId === connectionId).filter(isOpenSignIn);
  return open.toSorted((left, right) => right.createdAt - left.createdAt)[0] ?? null;
}

/** Continues an open sign-in; a second sign-in would meet every challenge again. */
export function wayBackIn(connectionId: string, signIns: Iterable<SignInView>): SignInOverlay {
  const open = openSignInOf(connectionId, signIns);
  return open === null ? { kind: 'again', connectionId } : { kind: 'signIn', signInId: open.signInId };
}
