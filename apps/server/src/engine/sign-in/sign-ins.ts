import { type Marketplace, OWN_LIMITS } from '@pasar/domain';
import type { Logger } from 'pino';
import { logFailure } from '../../log.ts';
import { SIGN_IN_CHANNEL } from '../../records/change-feed.ts';
import { WokenLoop } from '../woken-loop.ts';
import { type ClaimedSignIn, claimSignIns, giveUpUnanswered, type Room, renewClaim } from './claims.ts';
import { performSignIn, type SignInParts } from './perform.ts';

/** How often waiting sign-ins are looked for, in case a wake-up was missed. Milliseconds. */
const LOOK_MS = 2_000;
/**
 * Most sign-ins under way in one process, and of one marketplace, so that a marketplace that hangs leaves room for the
 * others (our choice).
 */
const AT_ONCE = 16;
const OF_ONE = 10;
/** A third of the life of a claim. */
const RENEW_MS = OWN_LIMITS.signInClaimMs / 3;

/** Carries out the waiting sign-ins of every account; several processes share them. */
export class SignIns {
  readonly #parts: Omit<SignInParts, 'stopping'>;
  readonly #log: Logger;
  readonly #underWay = new Map<Promise<void>, string>();
  readonly #loop: WokenLoop;
  readonly #stopping = new AbortController();
  #stopListening: () => Promise<void> = async () => undefined;

  constructor(parts: Omit<SignInParts, 'stopping'>) {
    this.#parts = parts;
    this.#log = parts.log.child({ part: 'sign-in' });
    this.#loop = new WokenLoop(
      () => this.#takeUp(),
      LOOK_MS,
      (error) => logFailure(this.#log, 'sign_ins_not_looked_for', error),
    );
  }

  async start(): Promise<void> {
    this.#stopListening = await this.#parts.database.listen(SIGN_IN_CHANNEL, () => this.#loop.wake());
    this.#loop.wake();
  }

  /**
   * Lets the sign-ins under way finish, because they are short and half a login is of no use. Those that wait for a
   * turn are given back.
   */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#stopListening();
    await this.#loop.stop();
    await Promise.all(this.#underWay.keys());
  }

  async #takeUp(): Promise<void> {
    const { database, now } = this.#parts;
    await giveUpUnanswered(database, now());
    const room = this.#room();
    if (room.all <= 0 || this.#stopping.signal.aborted) return;
    for (const claimed of await claimSignIns(database, now(), room)) {
      const work = this.#carryOut(claimed)
        // The claim lapses, and a process claims the sign-in again.
        .catch((error) => logFailure(this.#log, 'sign_in_broke_off', error))
        .finally(() => {
          this.#underWay.delete(work);
          this.#loop.wake();
        });
      this.#underWay.set(work, claimed.row.marketplace);
    }
  }

  #room(): Room {
    const busy = [...this.#underWay.values()];
    const freeOf = (marketplace: Marketplace) => OF_ONE - busy.filter((one) => one === marketplace).length;
    return {
      all: AT_ONCE - busy.length,
      of: { shopee: freeOf('shopee'), lazada: freeOf('lazada'), tiktok: freeOf('tiktok') },
    };
  }

  async #carryOut(claimed: ClaimedSignIn): Promise<void> {
    const renewal = setInterval(() => {
      renewClaim(this.#parts.database, claimed).catch((error) =>
        logFailure(this.#log, 'sign_in_claim_not_renewed', error),
      );
    }, RENEW_MS);
    try {
      await performSignIn({ ...this.#parts, stopping: this.#stopping.signal }, claimed);
    } finally {
      clearInterval(renewal);
    }
  }
}
