import type { OpenSession } from '../records/sessions.ts';

/** About a kilobyte each (our choice). */
const MOST = 10_000;

/**
 * The sessions that this process found last, by their tokens. Nothing is answered by them alone: they tell which
 * statements to send together with a new look-up of the session, and the answer counts when both agree (`readFor`).
 */
export class RememberedSessions {
  readonly #most: number;
  /** The session that was used longest ago comes first. */
  readonly #sessions = new Map<string, OpenSession>();

  constructor(most = MOST) {
    this.#most = most;
  }

  of(token: string): OpenSession | null {
    const session = this.#sessions.get(token);
    if (session === undefined) return null;
    this.#sessions.delete(token);
    this.#sessions.set(token, session);
    return session;
  }

  /** What a look-up of the token found now; null for nothing. */
  found(token: string, session: OpenSession | null): void {
    this.#sessions.delete(token);
    // A session that is due differs from the one that the call prolongs.
    if (session === null || session.isDue) return;
    this.#sessions.set(token, session);
    const [oldest] = this.#sessions.keys();
    if (this.#sessions.size > this.#most && oldest !== undefined) this.#sessions.delete(oldest);
  }
}
