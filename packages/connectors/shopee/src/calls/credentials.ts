import { createHash } from 'node:crypto';
import type { Credentials } from '@pasar/connector-kit';
import type { Country } from '@pasar/domain';
import { type CountryCode, parsePhoneNumberFromString } from 'libphonenumber-js';

/** Hex sha256 of the hex md5 of the password (facts 1.2): the page sends this instead of the password. */
export function hashPassword(password: string): string {
  const md5 = createHash('md5').update(password).digest('hex');
  return createHash('sha256').update(md5).digest('hex');
}

const IDENTIFIER_KINDS = ['email', 'subaccount', 'username', 'phone'] as const;
export type IdentifierKind = (typeof IDENTIFIER_KINDS)[number];
type IdentifierField = 'username' | 'email' | 'phone';

/**
 * The kind of an identifier (spec 2 §5). For a site, `@` makes it an e-mail, `:` a sub-account, letters a username,
 * anything else a phone. For a cross-border sub-account, `@` makes it an e-mail, digits alone a phone, anything else a
 * username.
 */
export function identifierKind({ identifier, country }: Pick<Credentials, 'identifier' | 'country'>): IdentifierKind {
  if (identifier.includes('@')) return 'email';
  if (country === 'CNSC') return /^\+?[0-9]+$/.test(identifier) ? 'phone' : 'username';
  if (identifier.includes(':')) return 'subaccount';
  return /\p{L}/u.test(identifier) ? 'username' : 'phone';
}

/** Facts 1.2 have three fields; a local sub-account logs in by username. */
const FIELDS: Readonly<Record<IdentifierKind, IdentifierField>> = {
  email: 'email',
  subaccount: 'username',
  username: 'username',
  phone: 'phone',
};

/**
 * The cross-border centre is in China, and its people have Chinese numbers. The other places without a country are not
 * Shopee's.
 */
const phoneCountry = (country: Country): CountryCode =>
  country === 'CNSC' || country === 'GLOBAL' || country === 'CB' ? 'CN' : country;

/** With the country's code and without a plus. Text that is no number of any country keeps its digits. */
function toWirePhone(identifier: string, country: Country): string {
  const parsed = parsePhoneNumberFromString(identifier, phoneCountry(country));
  return (parsed?.number ?? identifier).replace(/[^0-9]/g, '');
}

/** The person's answer to a demand, sent with the login. Both are left out when nothing was demanded. */
export interface LoginProof {
  readonly captcha: { readonly captchaId: string; readonly text: string } | null;
  readonly code: string | null;
}
export const NO_PROOF: LoginProof = { captcha: null, code: null };

export function toLoginForm(credentials: Credentials, proof: LoginProof): Readonly<Record<string, string>> {
  const kind = identifierKind(credentials);
  const { identifier, country } = credentials;
  return {
    [FIELDS[kind]]: kind === 'phone' ? toWirePhone(identifier, country) : identifier,
    password_hash: hashPassword(credentials.password),
    remember: 'true',
    ...(proof.captcha === null ? {} : { captcha: proof.captcha.text, captcha_key: proof.captcha.captchaId }),
    ...(proof.code === null ? {} : { vcode: proof.code }),
  };
}
