import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import type { SecretBox } from '../storage/secrets.ts';

/** How long a person has between the two calls (our choice). */
export const ATTEMPT_LIFE_MS = 300_000;
const RANDOM_BYTES = 32;

/** What an attempt is for. */
const about = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('passkey-login') }),
  z.object({ kind: z.literal('passkey'), memberId: z.uuid() }),
  z.object({ kind: z.literal('sign-on') }),
  z.object({ kind: z.literal('sign-on-link'), memberId: z.uuid() }),
  // The provider has named the member, whose authenticator app is still asked.
  z.object({ kind: z.literal('sign-on-code'), accountId: z.uuid(), memberId: z.uuid() }),
]);
type About = z.infer<typeof about>;
type AboutOf<Kind extends About['kind']> = Extract<About, { readonly kind: Kind }>;

/** Something that a browser begins by one call and ends by another, such as a login with a passkey. */
export interface Attempt<Kind extends About['kind'] = About['kind']> {
  /** The value of the browser's http-only cookie. */
  readonly cookie: string;
  readonly about: AboutOf<Kind>;
  readonly endsAt: number;
  /** 32 bytes as base64url that only the server can make of the cookie: a challenge, and the like. */
  readonly derive: (use: string) => string;
}

type Keys = Pick<SecretBox, 'derive'>;
const keysOf = (secrets: Keys) => secrets.derive('attempts that a browser begins and ends');
const macOf = (key: Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();

/**
 * Begins an attempt. Nothing is stored: all of it stands in the cookie, which the server has signed. So strangers who
 * begin many attempts fill nothing, and any process can end what another began.
 */
export function beginAttempt<Kind extends About['kind']>(
  secrets: Keys,
  now: number,
  given: AboutOf<Kind>,
): Attempt<Kind> {
  const endsAt = now + ATTEMPT_LIFE_MS;
  const [key] = keysOf(secrets);
  const facts = Buffer.from(JSON.stringify(given)).toString('base64url');
  const signed = `${randomBytes(RANDOM_BYTES).toString('base64url')}.${endsAt}.${facts}`;
  const cookie = `${signed}.${macOf(key, signed).toString('base64url')}`;
  return { cookie, about: given, endsAt, derive: derivation(key, cookie) };
}

/** The attempt of this cookie; null where it is of another kind, is over, or was not begun by this server. */
export function readAttempt<Kind extends About['kind']>(
  secrets: Keys,
  now: number,
  cookie: string | null,
  kind: Kind,
): Attempt<Kind> | null {
  const [random = '', ends = '', facts = '', mac = ''] = cookie?.split('.') ?? [];
  const told = Buffer.from(mac, 'base64url');
  const signed = `${random}.${ends}.${facts}`;
  // While the master key is rotated, another process may have begun the attempt with the earlier one.
  const key = keysOf(secrets).find((each) => {
    const right = macOf(each, signed);
    return told.length === right.length && timingSafeEqual(told, right);
  });
  if (cookie === null || key === undefined || Number(ends) <= now) return null;
  const read = about.parse(JSON.parse(Buffer.from(facts, 'base64url').toString('utf8')));
  if (!isOf(read, kind)) return null;
  return { cookie, about: read, endsAt: Number(ends), derive: derivation(key, cookie) };
}

const isOf = <Kind extends About['kind']>(read: About, kind: Kind): read is AboutOf<Kind> => read.kind === kind;

const derivation =
  (key: Buffer, cookie: string) =>
  (use: string): string =>
    macOf(key, `${use} ${cookie}`).toString('base64url');
