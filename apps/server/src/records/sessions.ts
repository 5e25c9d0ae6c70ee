import { createHash, randomBytes, randomInt } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { TOKEN_PREFIX } from '@pasar/api';
import { type AccountId, type MemberId, OWN_LIMITS } from '@pasar/domain';
import { type Database, type Transaction, wholeAccount } from '../storage/database.ts';
import { type Member, type MemberRow, toMember } from './members.ts';

const TOKEN_BYTES = 32;
const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();

/** The browser or program that logs in, as its request tells: shown to the member in the list of devices. */
export interface Device {
  readonly userAgent: string | null;
  readonly address: string;
}

/** Longest part of a user agent that is stored (our choice). */
const MOST_USER_AGENT = 400;

/**
 * Opens a session and returns its token. The token is the cookie's value; only its hash is stored. One that is not
 * remembered ends soon after its last use, and its cookies with the browser's window.
 */
export async function openSession(
  database: Database,
  member: Member,
  device: Device,
  isRemembered = true,
): Promise<string> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  await database.within(member.scope, (transaction) =>
    transaction.query(
      `insert into session (token_hash, account_id, member_id, life_s, expires_at, user_agent, address, is_remembered)
       values ($1, $2, $3, $4::integer, now() + $4::integer * interval '1 second', $5, $6, $7)`,
      [
        hashOf(token),
        member.scope.accountId,
        member.scope.memberId,
        (isRemembered ? OWN_LIMITS.sessionLifeMs : OWN_LIMITS.shortSessionLifeMs) / 1_000,
        device.userAgent?.slice(0, MOST_USER_AGENT) ?? null,
        device.address,
        isRemembered,
      ],
    ),
  );
  return token;
}

/** The letters of a token: 62, so that no scanner and no double click ends in the middle. */
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const TOKEN_LETTERS = 43;
const HINT_LETTERS = 4;

/** Makes the token of a member that is no person: a session that nothing prolongs. Only its hash is stored. */
export async function openTokenSession(
  transaction: Transaction,
  accountId: AccountId,
  memberId: MemberId,
  days: number,
): Promise<string> {
  const token = TOKEN_PREFIX + Array.from({ length: TOKEN_LETTERS }, () => LETTERS[randomInt(LETTERS.length)]).join('');
  await transaction.query(
    `with made as (insert into session (token_hash, account_id, member_id, expires_at)
       values ($1, $2, $3, now() + $4 * interval '1 day') returning expires_at)
     insert into api_token (member_id, account_id, hint, expires_at) select $3, $2, $5, expires_at from made`,
    [hashOf(token), accountId, memberId, days, token.slice(-HINT_LETTERS)],
  );
  return token;
}

/** Notes when a token was used, and from where. */
export async function noteTokenUse(database: Pick<Database, 'one'>, { scope }: Member, address: string): Promise<void> {
  await database.one(scope, {
    name: 'note-token-use',
    text: 'update api_token set used_at = now(), used_from = $2 where member_id = $1',
    values: [scope.memberId, address],
  });
}

/** An open session: its member, and whether a call that uses it must prolong it. */
export interface OpenSession {
  readonly member: Member;
  readonly isDue: boolean;
  /** Its cookies outlive the browser's window. */
  readonly isRemembered: boolean;
  /** The account demands a second factor that the member has not set up: the session opens nothing else. */
  readonly lacksFactor: boolean;
  /** It is an API token and no person. When it is due, its use has to be noted (`noteTokenUse`). */
  readonly isToken: boolean;
  /** What the look-up found, for the comparison with a later look-up. */
  readonly found: FoundSession;
}

/** All that the look-up of a session tells. Every column is compared with what a process remembers. */
const FOUND = [
  'account_id',
  'member_id',
  'account_name',
  'username',
  'name',
  'is_main',
  'permission_code_list',
  'is_remembered',
  'is_due',
  'lacks_factor',
  'is_token',
] as const satisfies readonly (keyof FoundSession)[];
type FoundSession = MemberRow & {
  readonly is_remembered: boolean;
  readonly is_due: boolean;
  readonly lacks_factor: boolean;
  readonly is_token: boolean;
};

const LOOK_UP = 'pasar_find_session_member($1)';
const lookUpValues = (token: string): unknown[] => [hashOf(token)];

/** The session of a token; null when the session is unknown or expired, or its member is gone. */
export async function findSession(
  database: Pick<Database, 'query'>,
  token: string,
  emptyMeansAll: boolean,
): Promise<OpenSession | null> {
  const [found] = await database.query<FoundSession>(
    'find-session-member',
    `select ${FOUND.join(', ')} from ${LOOK_UP}`,
    lookUpValues(token),
  );
  if (found === undefined) return null;
  return {
    // To a token without keys nothing was given.
    member: toMember(found, emptyMeansAll && !found.is_token),
    isDue: found.is_due,
    isRemembered: found.is_remembered,
    lacksFactor: found.lacks_factor,
    isToken: found.is_token,
    found,
  };
}

/**
 * Reads for a session that was found before, in one round trip. The database looks the session up again and gives the
 * transaction the scope of the member that it finds, or none. Null when the look-up finds anything else than before:
 * then nothing of what was read counts.
 */
export function readFor<Value>(
  database: Pick<Database, 'readIf'>,
  token: string,
  { found }: OpenSession,
  run: (transaction: Transaction) => Promise<Value>,
): Promise<{ readonly value: Value } | null> {
  const scoping = {
    name: 'find-session-member-and-scope',
    text: `select ${FOUND.join(', ')}, set_config('pasar.account_id', account_id::text, true) as account,
             set_config('pasar.member_id', member_id::text, true) as member,
             set_config('pasar.shops', case when is_main then 'all' else 'granted' end, true) as shops
           from ${LOOK_UP}`,
    values: lookUpValues(token),
  };
  const isSame = (row: FoundSession | undefined): boolean =>
    row !== undefined && FOUND.every((column) => isDeepStrictEqual(row[column], found[column]));
  return database.readIf(scoping, isSame, run);
}

/**
 * Sets the end of a due session to its whole life from now. False when another call has done so, or the session has
 * ended.
 */
export async function prolongSession(database: Database, accountId: AccountId, token: string): Promise<boolean> {
  const prolonged = await database.one(wholeAccount(accountId), {
    name: 'prolong-session',
    text: `update session set expires_at = now() + life_s * interval '1 second'
           where token_hash = $1 and expires_at > now() and expires_at < now() + life_s * interval '1 second' * 29 / 30`,
    values: [hashOf(token)],
  });
  return prolonged.rowCount === 1;
}

/** The tokens among these whose session is open. */
export async function findOpenSessions(database: Database, tokens: readonly string[]): Promise<ReadonlySet<string>> {
  const found = await database.query<{ number: string }>(
    'find-open-sessions',
    `select number from unnest($1::bytea[]) with ordinality as wanted (token_hash, number),
       lateral pasar_find_session(wanted.token_hash)`,
    [tokens.map(hashOf)],
  );
  return new Set(found.map(({ number }) => tokens[Number(number) - 1] ?? ''));
}

export async function closeSession(database: Database, accountId: AccountId, token: string): Promise<void> {
  await database.within(wholeAccount(accountId), (transaction) =>
    transaction.query('delete from session where token_hash = $1', [hashOf(token)]),
  );
}

/** An open session as its member sees it. */
export interface SessionFacts {
  readonly sessionId: string;
  readonly userAgent: string | null;
  readonly address: string | null;
  readonly openedAt: number;
  /** The last use, but for a thirtieth of the session's life: within it a use writes nothing. */
  readonly usedAt: number;
  /** The session of this token. */
  readonly isCurrent: boolean;
}

/** The member's open sessions, the one last used first. */
export async function listSessions(
  transaction: Transaction,
  memberId: MemberId,
  token: string | null,
): Promise<readonly SessionFacts[]> {
  const found = await transaction.query<{
    session_id: string;
    user_agent: string | null;
    address: string | null;
    created_at: Date;
    used_at: Date;
    is_current: boolean;
  }>({
    name: 'sessions-of-member',
    text: `select session_id, user_agent, address, created_at, expires_at - life_s * interval '1 second' as used_at, token_hash is not distinct from $2 as is_current
           from session where member_id = $1 and expires_at > now() order by is_current desc, used_at desc`,
    values: [memberId, token === null ? null : hashOf(token)],
  });
  return found.rows.map((row) => ({
    sessionId: row.session_id,
    userAgent: row.user_agent,
    address: row.address,
    openedAt: row.created_at.getTime(),
    usedAt: row.used_at.getTime(),
    isCurrent: row.is_current,
  }));
}

/** Ends a session of the member; false where the member has no such session. */
export async function endSession(transaction: Transaction, memberId: MemberId, sessionId: string): Promise<boolean> {
  const ended = await transaction.query('delete from session where member_id = $1 and session_id = $2', [
    memberId,
    sessionId,
  ]);
  return ended.rowCount === 1;
}

/** Ends the member's sessions but that of the token. Returns how many ended. */
export async function endOtherSessions(
  transaction: Transaction,
  memberId: MemberId,
  token: string | null,
): Promise<number> {
  const ended = await transaction.query('delete from session where member_id = $1 and token_hash is distinct from $2', [
    memberId,
    token === null ? null : hashOf(token),
  ]);
  return ended.rowCount ?? 0;
}
