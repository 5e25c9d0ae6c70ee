import { openCookieJar, UnreadableCookiesError } from '@pasar/bridge';
import type { ChallengeAnswer, ConnectionShop, StoredSession } from '@pasar/connector-kit';
import { type Refusal, type RoutingLine, refusal } from '@pasar/domain';
import { z } from 'zod';
import { sessionShape } from '../../records/kept-session.ts';
import { type Database, type Transaction, wholeAccount } from '../../storage/database.ts';
import { type SecretBox, type SecretPlace, SecretRefused } from '../../storage/secrets.ts';
import { loadShops } from '../connection/store.ts';
import type { ClaimedSignIn } from './claims.ts';

/** Kept between the steps of one sign-in: the cookies so far, and the connector's continuation of the challenges. */
const betweenShape = z.object({
  cookies: z.string(),
  continuation: z.string(),
  captchaId: z.string().nullable(),
});
export type Between = z.infer<typeof betweenShape>;
const answerShape = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('captcha'), text: z.string() }),
  z.object({ kind: z.literal('code'), code: z.string() }),
  z.object({ kind: z.literal('identity') }),
  z.object({ kind: z.literal('resend') }),
  z.object({ kind: z.literal('newPicture') }),
]);
export type Given = z.infer<typeof answerShape>;

/** All secrets that one step of a sign-in needs. */
export interface Material {
  readonly password: string;
  /** The member entered the password, so the sign-in does not rely on the stored one alone. */
  readonly isPasswordGiven: boolean;
  readonly between: Between | null;
  readonly given: Given | null;
  /** What a known login brings to the first step; later steps have `between`. */
  readonly kept: Kept;
  readonly known: Known;
}

/** Line and shops of a known login. Its challenges must be solved on the site that will serve it later. */
export interface Known {
  readonly line: RoutingLine;
  readonly shops: readonly ConnectionShop[];
}
const UNKNOWN: Known = { line: 'auto', shops: [] };

/** What a known login brings to its next sign-in: a cookie jar from `serialize`, and the connector's session. */
export interface Kept {
  readonly cookies: string | null;
  readonly session: StoredSession | null;
}
const NOTHING: Kept = { cookies: null, session: null };

export const isRefusal = (loaded: Material | Refusal): loaded is Refusal => 'reason' in loaded;

/** `deviceCookies`: the names of the cookies that identify the device, as the marketplace's connector lists them. */
export function loadMaterial(
  database: Database,
  secrets: SecretBox,
  claimed: ClaimedSignIn,
  deviceCookies: readonly string[],
): Promise<Material | Refusal> {
  const { accountId, row } = claimed;
  return database.within(wholeAccount(accountId), async (transaction): Promise<Material | Refusal> => {
    const read = (ownerId: string, field: SecretPlace['field']) =>
      secrets.read(transaction, { accountId, ownerId, field });
    try {
      const own = await read(row.sign_in_id, 'password');
      const known = row.connection_id === null ? Promise.resolve(null) : read(row.connection_id, 'password');
      // An unreadable stored password must not block a password that was typed.
      const stored = await (own === null ? known : known.catch(nullWhenRefused));
      const password = own ?? stored;
      if (password === null) return refusal('password_required');
      const given = await read(row.sign_in_id, 'answer');
      const mayResume = own === null || own === stored;
      // Another password for a known login starts over, because the earlier steps may have used the login's session.
      const isAnew = given === null && row.connection_id !== null && !mayResume;
      const between = isAnew ? null : await read(row.sign_in_id, 'session');
      return {
        password,
        isPasswordGiven: own !== null,
        between: between === null ? null : betweenShape.parse(JSON.parse(between)),
        given: given === null ? null : answerShape.parse(JSON.parse(given)),
        kept: between === null ? await loadKept(transaction, secrets, claimed, { mayResume, deviceCookies }) : NOTHING,
        known: await loadKnown(transaction, claimed),
      };
    } catch (error) {
      if (error instanceof SecretRefused) return refusal('secret_unreadable');
      throw error;
    }
  });
}

/**
 * Answers UNKNOWN where the sign-in names another identifier or site than the login, which may then be served
 * elsewhere.
 */
async function loadKnown(transaction: Transaction, { accountId, row }: ClaimedSignIn): Promise<Known> {
  const found = await transaction.query<{ connection_id: string; line: RoutingLine }>(
    `select connection_id, line from connection
     where connection_id = $1 and account_id = $2 and identifier = $3 and country = $4`,
    [row.connection_id, accountId, row.identifier, row.country],
  );
  const [login] = found.rows;
  return login ? { line: login.line, shops: await loadShops(transaction, login.connection_id) } : UNKNOWN;
}

function nullWhenRefused(error: unknown): null {
  if (error instanceof SecretRefused) return null;
  throw error;
}

/**
 * The session comes before the password (spec 1 §4): for a known login the connector gets the whole jar and session,
 * and tries them before it sends the password, in one attempt. It gets only the device's cookies when the typed
 * password differs from the stored one, or the identifier or site differs from the login's. Otherwise a valid session
 * would make an unproven password pass, store it, and grant shops to the person who typed it. A stored session that
 * cannot be read is left out, not refused, because the sign-in makes a new one.
 */
async function loadKept(
  transaction: Transaction,
  secrets: SecretBox,
  { accountId, row }: ClaimedSignIn,
  { mayResume, deviceCookies }: { readonly mayResume: boolean; readonly deviceCookies: readonly string[] },
): Promise<Kept> {
  if (row.connection_id === null) return NOTHING;
  const place = { accountId, ownerId: row.connection_id, field: 'session' } as const;
  const sealed = await secrets.read(transaction, place).catch(nullWhenRefused);
  if (sealed === null) return NOTHING;
  const stored = sessionShape.parse(JSON.parse(sealed));
  if (!isReadable(stored.cookies)) return NOTHING;
  const same = await transaction.query(
    'select from connection where connection_id = $1 and account_id = $2 and identifier = $3 and country = $4',
    [row.connection_id, accountId, row.identifier, row.country],
  );
  if (mayResume && same.rowCount === 1) return stored;
  return { cookies: onlyCookies(stored.cookies, deviceCookies), session: null };
}

function isReadable(cookies: string): boolean {
  try {
    openCookieJar(cookies);
    return true;
  } catch (error) {
    if (error instanceof UnreadableCookiesError) return false;
    throw error;
  }
}

const jarShape = z.looseObject({ cookies: z.array(z.looseObject({ key: z.string().default('') })) });

function onlyCookies(cookies: string, names: readonly string[]): string {
  const jar = jarShape.parse(JSON.parse(cookies));
  return JSON.stringify({ ...jar, cookies: jar.cookies.filter(({ key }) => names.includes(key)) });
}

/**
 * The answer as the connector takes it; null before the person has answered. Without an answer the connector sends the
 * login anew, and the marketplace asks with another picture.
 */
export function toChallengeAnswer({ given, between }: Material): ChallengeAnswer | null {
  if (given === null || between === null || given.kind === 'resend' || given.kind === 'newPicture') return null;
  const { continuation } = between;
  if (given.kind !== 'captcha') return { ...given, continuation };
  return { kind: 'captcha', captchaId: between.captchaId ?? '', text: given.text, continuation };
}
