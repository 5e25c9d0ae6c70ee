/** How many suggestions an account may ask in a minute of one process (our choice). */
const MOST = 20;
const WITHIN_MS = 60_000;

/** Counts the questions of each account, so that no account uses up what the operator pays for. */
export class Pace {
  readonly #askedAt = new Map<string, readonly number[]>();

  /** False where the account has asked too often. */
  admit(accountId: string, now: number): boolean {
    const newest = (this.#askedAt.get(accountId) ?? []).filter((at) => now - at < WITHIN_MS);
    const isAdmitted = newest.length < MOST;
    this.#askedAt.set(accountId, isAdmitted ? [...newest, now] : newest);
    return isAdmitted;
  }
}
