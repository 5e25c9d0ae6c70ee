import type { ConnectionShop, Credentials, StoredSession } from '@pasar/connector-kit';
import {
  asPlatformShopId,
  COUNTRIES,
  type ConnectionStateName,
  type Country,
  LIMITS,
  type ReasonCode,
  type Refusal,
  type RoutingLine,
  refusal,
} from '@pasar/domain';
import { z } from 'zod';
import { logFailure } from '../../log.ts';
import { sessionShape } from '../../records/kept-session.ts';
import { continueLife, endLifeFor } from '../../records/login-lives.ts';
import { tellLogins } from '../../records/shop-changes.ts';
import { type Transaction, wholeAccount } from '../../storage/database.ts';
import type { ConnectionTable } from '../../storage/gen/tables.ts';
import { type SecretBox, type SecretPlace, SecretRefused } from '../../storage/secrets.ts';
import type { RunnerContext } from './runner-context.ts';

export interface LoadedConnection {
  readonly kind: 'loaded';
  readonly credentials: Credentials;
  readonly shops: readonly ConnectionShop[];
  readonly cookies: string | null;
  readonly session: StoredSession | null;
  /**
   * False when a password would only send another code to a person's phone: then the stored session must do, or a
   * person signs in (spec 2 §4, §9).
   */
  readonly mayUsePassword: boolean;
  readonly line: RoutingLine;
}
export type StoredConnection =
  | LoadedConnection
  /** No login for a while after a person disabled the cookies (spec 2 §4). */
  | { readonly kind: 'resting'; readonly refusal: Refusal }
  | { readonly kind: 'refused'; readonly refusal: Refusal };

const country = z.enum(COUNTRIES);

const place = (context: RunnerContext, field: SecretPlace['field']): SecretPlace => ({
  accountId: context.owner.accountId,
  ownerId: context.owner.connectionId,
  field,
});

/** Credentials, shops and the last session. A secret of another place is refused. */
export function loadConnection(context: RunnerContext, secrets: SecretBox): Promise<StoredConnection> {
  const { owner, database } = context;
  return database.within(wholeAccount(owner.accountId), async (transaction): Promise<StoredConnection> => {
    const found = await transaction.query<ConnectionRow>(
      'select identifier, country, line, otp_needed_at, cookies_disabled_at from connection where connection_id = $1',
      [owner.connectionId],
    );
    const row = found.rows[0];
    if (!row) return { kind: 'refused', refusal: refusal('not_found') };
    if (Number(row.cookies_disabled_at ?? 0) > context.clock.now() - LIMITS.cookieDisableWindowMs) {
      return { kind: 'resting', refusal: refusal('shop_not_logged_in') };
    }
    const shops = await loadShops(transaction, owner.connectionId);
    try {
      const password = await secrets.read(transaction, place(context, 'password'));
      const kept = await secrets.read(transaction, place(context, 'session'));
      const session = kept === null ? null : sessionShape.parse(JSON.parse(kept));
      // A login made by a desktop shell has cookies and no password.
      if (password === null && session === null) return { kind: 'refused', refusal: refusal('shop_not_logged_in') };
      return {
        kind: 'loaded',
        credentials: {
          identifier: row.identifier,
          password: password ?? '',
          country: country.parse(row.country) satisfies Country,
        },
        shops,
        cookies: session?.cookies ?? null,
        session: session?.session ?? null,
        mayUsePassword: password !== null && Number(row.otp_needed_at ?? 0) <= context.clock.now() - LIMITS.otpMemoryMs,
        line: row.line,
      };
    } catch (error) {
      if (!(error instanceof SecretRefused)) throw error;
      logFailure(context.log, 'secret_refused', error);
      return { kind: 'refused', refusal: refusal('secret_unreadable') };
    }
  });
}

/** The known shops of a login. Whether one of them is cross-border decides which hosts serve the login. */
export async function loadShops(transaction: Transaction, connectionId: string): Promise<readonly ConnectionShop[]> {
  const found = await transaction.query<{ platform_shop_id: string; country: string; is_cb: boolean }>(
    'select platform_shop_id, country, is_cb from shop where connection_id = $1 order by platform_shop_id',
    [connectionId],
  );
  return found.rows.map((shop) => ({
    platformShopId: asPlatformShopId(shop.platform_shop_id),
    country: country.parse(shop.country),
    isCb: shop.is_cb,
  }));
}

type ConnectionRow = Readonly<
  Pick<ConnectionTable, 'identifier' | 'country' | 'line' | 'otp_needed_at' | 'cookies_disabled_at'>
>;

/** Why the last login failed for good; null when it did not fail, or when a person has signed in since. */
export async function refusalOfFailed({ owner, database }: RunnerContext): Promise<Refusal | null> {
  return database.within(wholeAccount(owner.accountId), async (transaction) => {
    const found = await transaction.query<{ refusal_reason: ReasonCode | null; refusal_detail: string | null }>(
      `select refusal_reason, refusal_detail from connection where connection_id = $1 and state = 'failed'`,
      [owner.connectionId],
    );
    const [row] = found.rows;
    return row && row.refusal_reason !== null ? refusal(row.refusal_reason, row.refusal_detail) : null;
  });
}

/** Remembers for each login that the marketplace asked for a code or a captcha, until a login succeeds. */
export async function rememberOtp({ database, owner, clock }: RunnerContext, what: 'need' | 'forget'): Promise<void> {
  await database.within(wholeAccount(owner.accountId), (transaction) =>
    transaction.query(
      `update connection set otp_needed_at = $2 where connection_id = $1
         and ($2::bigint is not null or otp_needed_at is not null)`,
      [owner.connectionId, what === 'need' ? clock.now() : null],
    ),
  );
}

/** A value that changes whenever a person gives other credentials. The credentials cannot be read from it. */
export function credentialsMark(context: RunnerContext): Promise<string> {
  const { owner, database } = context;
  return database.within(wholeAccount(owner.accountId), async (transaction) => {
    const found = await transaction.query<{ mark: string }>(
      `select concat(c.identifier, '/', c.country, '/', s.mark) as mark from connection c
       left join secret s on s.owner_id = c.connection_id and s.field = 'password' where c.connection_id = $1`,
      [owner.connectionId],
    );
    return found.rows[0]?.mark ?? '';
  });
}

/** Stores the session, unless another runner serves the connection by now: its session is newer. */
export async function storeSession(
  context: RunnerContext,
  secrets: SecretBox,
  session: { readonly cookies: string; readonly session: StoredSession },
): Promise<void> {
  const { database, owner } = context;
  await database.within(wholeAccount(owner.accountId), async (transaction) => {
    const held = await transaction.query(
      'select from connection_lease where connection_id = $1 and token = $2 for share',
      [owner.connectionId, owner.token],
    );
    if (held.rowCount !== 1) return;
    await secrets.store(transaction, place(context, 'session'), JSON.stringify(session));
    await continueLife(transaction, owner);
  });
}

/** Stores the state of the connection while the lease is held, and tells every window that shows one of its shops. */
export function storeState(context: RunnerContext, state: ConnectionStateName, reason: Refusal | null): Promise<void> {
  const { owner, database } = context;
  return database.within(wholeAccount(owner.accountId), async (transaction) => {
    const updated = await transaction.query(
      `update connection set state = $3, refusal_reason = $4, refusal_detail = $5
       where connection_id = $1 and (state, refusal_reason, refusal_detail) is distinct from ($3, $4, $5)
         and exists (select from connection_lease lease where lease.connection_id = $1 and lease.token = $2
           and lease.expires_at > clock_timestamp())`,
      [owner.connectionId, owner.token, state, reason?.reason ?? null, reason?.detail ?? null],
    );
    if (updated.rowCount !== 1) return;
    if (state === 'failed' && reason !== null) await endLifeFor(transaction, owner.connectionId, reason);
    await tellLogins(transaction, owner.accountId, [owner.connectionId]);
  });
}
