import { isDemand, type Refusal } from '@pasar/domain';
import type { Transaction } from '../storage/database.ts';

/**
 * How long the logins of an account have lived (decision 57): from a sign-in until only a person can log in again. A
 * session that Pasar itself renews by the stored password lives on. Times by the clock of the database.
 */
const NOW = '(extract(epoch from clock_timestamp()) * 1000)::bigint';
/** Lives that are kept of each login (our choice): a marketplace changes its rules now and then. */
const KEPT_LIVES = 20;

interface OfLogin {
  readonly accountId: string;
  readonly connectionId: string;
}

/** A person has signed in. Nothing is learnt from a life that a new sign-in replaces. */
export async function beginLife(transaction: Transaction, login: OfLogin): Promise<void> {
  await endLife(transaction, login.connectionId, false);
  await continueLife(transaction, login);
  await transaction.query(
    `delete from login_life where life_id in (select life_id from login_life where connection_id = $1
       order by began_at desc offset $2)`,
    [login.connectionId, KEPT_LIVES],
  );
}

/** Pasar has logged in by the stored password: a life that was over, or of which nothing was known, begins anew. */
export async function continueLife(transaction: Transaction, { accountId, connectionId }: OfLogin): Promise<void> {
  await transaction.query(
    `insert into login_life (account_id, connection_id, began_at) values ($1, $2, ${NOW})
     on conflict (connection_id) where ended_at is null do nothing`,
    [accountId, connectionId],
  );
}

/** The login is over for this reason, and waits for a person. */
export const endLifeFor = (transaction: Transaction, connectionId: string, why: Refusal): Promise<void> =>
  endLife(transaction, connectionId, tellsOfExpiry(why));

async function endLife(transaction: Transaction, connectionId: string, isExpired: boolean): Promise<void> {
  await transaction.query(
    `update login_life set ended_at = ${NOW}, is_expired = $2 where connection_id = $1 and ended_at is null`,
    [connectionId, isExpired],
  );
}

/** A code or a captcha is asked for only once the stored session is over. */
const tellsOfExpiry = ({ reason }: Refusal): boolean =>
  reason === 'shop_login_expired' || reason === 'shop_not_logged_in' || isDemand(reason);
