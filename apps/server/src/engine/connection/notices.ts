import type { ConnectorNotice } from '@pasar/connector-kit';
import { logEvent, logFailure } from '../../log.ts';
import { tellMoment } from '../../records/moments.ts';
import { wholeAccount } from '../../storage/database.ts';
import type { RunnerContext } from './runner-context.ts';

/** A line that stays broken is told of this often. Ours. */
const NOTICE_EVERY_MS = 60_000;

/** Tells every window that shows a shop of a login what its connector noticed on the way. Of the moment, kept nowhere. */
export class Notices {
  readonly #context: RunnerContext;
  readonly #toldAt = new Map<ConnectorNotice['notice'], number>();
  #isWayDown = false;

  constructor(context: RunnerContext) {
    this.#context = context;
  }

  /** The login is live again: the next failure of its way out is another one. */
  wayWorks(): void {
    this.#isWayDown = false;
  }

  tell(notice: ConnectorNotice): void {
    const { clock, log } = this.#context;
    // an expired session is renewed by password; whether that is refused is told where the login ends.
    logEvent(log, notice.notice === 'shop_login_expire' ? 'login_expired' : 'line_noticed', notice);
    if (this.#isOld(notice, clock.now())) return;
    this.#send(notice).catch((error) => logFailure(log, 'notice_not_told', error));
  }

  /** A way out that failed is told of once, until it has worked again; everything else at its pace. */
  #isOld({ notice }: ConnectorNotice, now: number): boolean {
    if (notice === 'ip_isolation_failed') {
      const isOld = this.#isWayDown;
      this.#isWayDown = true;
      return isOld;
    }
    const isOld = now - (this.#toldAt.get(notice) ?? Number.NEGATIVE_INFINITY) < NOTICE_EVERY_MS;
    if (!isOld) this.#toldAt.set(notice, now);
    return isOld;
  }

  async #send(notice: ConnectorNotice): Promise<void> {
    const { database, owner } = this.#context;
    const { accountId, connectionId } = owner;
    const moment = {
      kind: 'notice' as const,
      notice: notice.notice,
      connectionId,
      host: notice.notice === 'ip_tip' ? notice.host : null,
    };
    await database.within(wholeAccount(accountId), (transaction) =>
      tellMoment(transaction, { accountId, about: { connectionId }, memberId: null, moment }),
    );
  }
}
