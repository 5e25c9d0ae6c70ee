/**
 * The life of one sign-in at a marketplace, from the form or a row of an import to shops on the desk (spec 1 §4: shop
 * login and shop import). A sign-in survives restarts: one that was `logging_in` when its process died waits again.
 *
 *     waiting -> logging_in -> logged_in
 *        ^           |------> failed -----> waiting (the person tries again)
 *        |           |------> challenged -> waiting (the person answered) | failed (no answer in time)
 *        |-----------+        (its process died)
 *     waiting, challenged, failed -> cancelled
 */
export const SIGN_IN_TRANSITIONS = {
  waiting: ['logging_in', 'cancelled'],
  logging_in: ['logged_in', 'failed', 'challenged', 'waiting'],
  challenged: ['waiting', 'failed', 'cancelled'],
  failed: ['waiting', 'cancelled'],
  logged_in: [],
  cancelled: [],
} as const satisfies Readonly<Record<string, readonly string[]>>;
export type SignInState = keyof typeof SIGN_IN_TRANSITIONS;
export const SIGN_IN_STATES = Object.keys(SIGN_IN_TRANSITIONS) as readonly SignInState[];

export function canSignInMove(from: SignInState, to: SignInState): boolean {
  const next: readonly SignInState[] = SIGN_IN_TRANSITIONS[from];
  return next.includes(to);
}

/** Spec 1 §4, shop import: the four words a row is shown with. */
export const IMPORT_ROW_STATES = ['waiting', 'importing', 'success', 'failed'] as const;
export type ImportRowState = (typeof IMPORT_ROW_STATES)[number];
export const IMPORT_ROW_STATE: Readonly<Record<SignInState, ImportRowState>> = {
  waiting: 'waiting',
  logging_in: 'importing',
  // A person has to answer by hand. For an import that is a failure of the row, and the row says so.
  challenged: 'failed',
  logged_in: 'success',
  failed: 'failed',
  cancelled: 'failed',
};
