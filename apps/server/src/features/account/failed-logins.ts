import type { AccountId, AuditAction, MemberId } from '@pasar/domain';
import type { Logger } from 'pino';
import { type Database, wholeAccount } from '../../storage/database.ts';
import { logUnlessAway } from '../../storage/outages.ts';

/** Entries about one member's failed logins (our choice): whoever guesses more adds nothing to the trail. */
const MOST = { inHour: 5, inDay: 20 };
/** Failures that wait to be written; beyond it they are dropped, as the limits would mostly drop them as well. */
const MOST_WAITING = 200;

type FailedAction = Extract<AuditAction, 'login_failed' | 'login_code_failed'>;

interface Failure {
  readonly accountId: AccountId;
  readonly memberId: MemberId;
  readonly address: string;
  readonly action: FailedAction;
}

/**
 * Tells the audit trail of failed logins of members that exist. Nobody waits for it: an answer about a name that exists
 * must not take longer than one about a name that does not.
 */
export class FailedLogins {
  readonly #database: Pick<Database, 'within'>;
  readonly #log: Logger;
  #last: Promise<void> = Promise.resolve();
  #waiting = 0;

  constructor(database: Pick<Database, 'within'>, log: Logger) {
    this.#database = database;
    this.#log = log;
  }

  note(failure: Failure): void {
    if (this.#waiting >= MOST_WAITING) return;
    this.#waiting += 1;
    this.#last = this.#last
      .then(() => this.#write(failure))
      .catch((error: unknown) => logUnlessAway(this.#log, 'failed_login_not_told', error))
      .finally(() => {
        this.#waiting -= 1;
      });
  }

  /** Resolves when all that was noted is written. */
  idle(): Promise<void> {
    return this.#last;
  }

  async #write({ accountId, memberId, address, action }: Failure): Promise<void> {
    await this.#database.within(wholeAccount(accountId), async (transaction) => {
      // Several processes count one after the other.
      await transaction.query("select pg_advisory_xact_lock(hashtextextended('failed login ' || $1, 0))", [memberId]);
      await transaction.query(
        `with before as (select count(*) filter (where at > now() - interval '1 hour') as in_hour, count(*) as in_day
           from audit_entry where member_id = $1 and action in ('login_failed', 'login_code_failed')
             and at > now() - interval '1 day')
         insert into audit_entry (account_id, member_id, member_name, username, address, action)
         select m.account_id, m.member_id, m.name, m.username, $2, $3 from member m, before
         where m.member_id = $1 and in_hour < $4 and in_day < $5`,
        [memberId, address, action, MOST.inHour, MOST.inDay],
      );
    });
  }
}
