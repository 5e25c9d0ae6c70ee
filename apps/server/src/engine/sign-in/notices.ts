import type { ConnectorNotice } from '@pasar/connector-kit';
import type { Logger } from 'pino';
import { logEvent, logFailure } from '../../log.ts';
import { tellMoment } from '../../records/moments.ts';
import { type Database, wholeAccount } from '../../storage/database.ts';
import type { ClaimedSignIn } from './claims.ts';

/**
 * Tells the member, as long as the member holds `shopManager`, why a sign-in takes long: each notice once an attempt,
 * and a failing proxy once until a person tries again. Notices are moments and are not stored. Rows of an import tell
 * the reason in their refusal, so they give notices only once a person answers for the row by hand.
 */
export class SignInNotices {
  readonly #database: Database;
  readonly #claimed: ClaimedSignIn;
  readonly #log: Logger;
  readonly #told = new Map<ConnectorNotice['notice'], Promise<void>>();

  constructor(database: Database, claimed: ClaimedSignIn, log: Logger) {
    this.#database = database;
    this.#claimed = claimed;
    this.#log = log;
    // The attempt before had the same fault and told it.
    if (claimed.row.refusal_reason === 'ip_isolation_failed') this.#told.set('ip_isolation_failed', Promise.resolve());
  }

  tell(notice: ConnectorNotice): void {
    logEvent(this.#log, 'sign_in_noticed', notice);
    const { row } = this.#claimed;
    const isWatched = row.import_id === null || row.challenged_at !== null;
    if (!isWatched || this.#told.has(notice.notice)) return;
    const sent = this.#send(notice).catch((error) => logFailure(this.#log, 'notice_not_told', error));
    this.#told.set(notice.notice, sent);
  }

  /** Resolves when every notice so far has been told. */
  async told(): Promise<void> {
    await Promise.all(this.#told.values());
  }

  async #send(notice: ConnectorNotice): Promise<void> {
    const { accountId, row } = this.#claimed;
    const moment = {
      kind: 'signInNotice' as const,
      notice: notice.notice,
      connectionId: row.connection_id,
      host: notice.notice === 'ip_tip' ? notice.host : null,
    };
    await this.#database.within(wholeAccount(accountId), (transaction) =>
      tellMoment(transaction, { accountId, about: { signInId: row.sign_in_id }, memberId: row.member_id, moment }),
    );
  }
}
