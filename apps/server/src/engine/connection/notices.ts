import type { ConnectorNotice } from '@pasar/connector-kit';
import { logEvent, logFailure } from '../../log.ts';
import { tellMoment } from '../../records/moments.ts';
import { wholeAccount } from '../../storage/database.ts';
import type { RunnerContext } from './runner-context.ts';

/** Least time between two notices of the same kind (our choice). */
const NOTICE_EVERY_MS = 60_000;

/** Tells the notices of a connector to every window that shows a shop of the login. Notices are not stored. */
export class Notices {
  readonly #context: RunnerContext;
  readonly #toldAt = new Map<ConnectorNotice['notice'], number>();
  #isWayDown = false;

  constructor(context: RunnerContext) {
    this.#context = context;
  }

  /** The login is live again, so the next failure of the proxy is a new one. */
  wayWorks(): void {
    this.#isWayDown = false;
  }

  tell(notice: ConnectorNotice): void {
    const { clock, log } = this.#context;
    // An expired session is renewed by password. If that is refused, the end of the login is told elsewhere.
    logEvent(log, notice.notice === 'shop_login_expire' ? 'login_expired' : 'line_noticed', notice);
    if (this.#isOld(notice, clock.now())) return;
    this.#send(notice).catch((error) => logFailure(log, 'notice_not_told', error));
  }

  /**
   * Whether this notice was told already: a failed proxy once until it works again, other notices once per interval.
   */
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
