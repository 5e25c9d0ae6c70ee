import { asAccountId, FAILING_ANSWERS, LATE_WITHIN_MS, LOW_REVIEW_WITHIN_MS } from '@pasar/domain';
import type { Logger } from 'pino';
import { logEvent, logFailure } from '../../log.ts';
import type { Mailer } from '../../mail/mailer.ts';
import { type Database, wholeAccount } from '../../storage/database.ts';
import type { AlertMailTable } from '../../storage/gen/tables.ts';
import { ACCOUNTS_TO_LOOK_AT } from './conditions.ts';
import { lookAtAccount } from './look.ts';

export interface AlertParts {
  readonly database: Database;
  /** Null where the server sends no mails: then they wait, and are given up in the end. */
  readonly mailer: Pick<Mailer, 'send'> | null;
  readonly now: () => number;
  readonly log: Logger;
}

/** Milliseconds (our choice). */
const LOOK_MS = 30_000;
/** A mail is tried so often, after pauses of one minute and twice as long each time: two hours in all (our choice). */
const MAIL_TRIES = 7;
/** Ended alerts are kept this long (our choice). */
const KEPT_MS = 30 * 86_400_000;

/** Tells accounts of what hurts. Every process with an engine looks; the database lets one tell. */
export class Alerts {
  readonly #parts: AlertParts;
  #timer: NodeJS.Timeout | undefined;
  #looking: Promise<void> = Promise.resolve();
  #isStopped = false;

  constructor(parts: AlertParts) {
    this.#parts = { ...parts, log: parts.log.child({ part: 'alerts' }) };
  }

  start(): void {
    if (this.#isStopped) return;
    this.#timer = setTimeout(() => {
      this.#looking = this.look()
        .catch((error) => logFailure(this.#parts.log, 'alerts_not_looked_for', error))
        .finally(() => this.start());
    }, LOOK_MS);
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    await this.#looking;
  }

  /** One look at all accounts, and the mails that are due. */
  async look(): Promise<void> {
    const { database, now } = this.#parts;
    const accounts = await database.query<{ account_id: string }>('alert-accounts', ACCOUNTS_TO_LOOK_AT, [
      now() - FAILING_ANSWERS.withinMs,
      now() - LOW_REVIEW_WITHIN_MS,
      now() - LATE_WITHIN_MS,
      now(),
    ]);
    for (const { account_id } of accounts) {
      if (this.#isStopped) return;
      const accountId = asAccountId(account_id);
      await database.within(wholeAccount(accountId), async (transaction) => {
        await lookAtAccount(transaction, accountId, now());
        await transaction.query("delete from alert where account_id = $1 and state = 'over' and over_at < $2", [
          accountId,
          now() - KEPT_MS,
        ]);
      });
    }
    await this.#sendMails();
  }

  /** A mail is deleted in the transaction that sends it: one that a dying process has sent may come twice. */
  async #sendMails(): Promise<void> {
    const { database, mailer, now, log } = this.#parts;
    const due = await database.query<{ mail_id: string; account_id: string }>(
      'due-alert-mails',
      'select mail_id, account_id from alert_mail where not_before <= $1 order by mail_id limit 50',
      [now()],
    );
    for (const { mail_id, account_id } of due) {
      if (this.#isStopped) return;
      await database.within(wholeAccount(asAccountId(account_id)), async (transaction) => {
        const taken = await transaction.query<AlertMailTable>(
          'select * from alert_mail where mail_id = $1 for update skip locked',
          [mail_id],
        );
        const [mail] = taken.rows;
        if (mail === undefined) return;
        const isSent = (await mailer?.send({ to: mail.address, subject: mail.subject, text: mail.body })) ?? false;
        const tries = mail.tries + 1;
        if (isSent || tries >= MAIL_TRIES) {
          if (!isSent) logEvent(log, 'alert_mail_given_up', { accountId: account_id });
          await transaction.query('delete from alert_mail where mail_id = $1', [mail_id]);
        } else {
          await transaction.query('update alert_mail set tries = $2, not_before = $3 where mail_id = $1', [
            mail_id,
            tries,
            now() + 60_000 * 2 ** mail.tries,
          ]);
        }
      });
    }
  }
}
