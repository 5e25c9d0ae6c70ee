import { createHash } from 'node:crypto';
import type { Credentials } from '@pasar/connector-kit';

/** hex sha256 of the hex md5 of the password (facts 1.2): what the page sends instead of the password. */
export function hashPassword(password: string): string {
  const md5 = createHash('md5').update(password).digest('hex');
  return createHash('sha256').update(md5).digest('hex');
}

type IdentifierField = 'username' | 'email' | 'phone';

/**
 * Which field an identifier goes into (spec 2 §5). For a shop account `@` is an e-mail, `:` a local sub-account (which
 * logs in by username), letters a username, anything else a phone; for a cross-border one digits alone are a phone.
 */
function identifierField({ identifier, country }: Credentials): IdentifierField {
  if (identifier.includes('@')) return 'email';
  if (country === 'CNSC') return /^\+?[0-9]+$/.test(identifier) ? 'phone' : 'username';
  return identifier.includes(':') || /\p{L}/u.test(identifier) ? 'username' : 'phone';
}

export function toLoginForm(credentials: Credentials): Readonly<Record<string, string>> {
  const field = identifierField(credentials);
  const identifier = field === 'phone' ? credentials.identifier.replace(/[^0-9]/g, '') : credentials.identifier;
  return { [field]: identifier, password_hash: hashPassword(credentials.password), remember: 'true' };
}
