import { hash, verify } from '@node-rs/argon2';
import { passwordFault } from '@pasar/domain';

/**
 * argon2id with the library's defaults (19 MiB, 2 passes), pinned here so that a change of the defaults has no effect.
 */
const OPTIONS = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

export const hashPassword = (password: string): Promise<string> => hash(password, OPTIONS);

/**
 * Takes the same time whether or not the account exists: for an unknown name the password is compared with a random
 * hash.
 */
export async function isPassword(stored: string | null, password: string): Promise<boolean> {
  return (await verify(stored ?? (await NOBODY), password)) && stored !== null;
}

const NOBODY = hashPassword(crypto.randomUUID());

let common: Promise<ReadonlySet<string>> | null = null;
/** Read when the first password is chosen, because the list is large and most processes never need it. */
async function readCommon(): Promise<ReadonlySet<string>> {
  const { default: list } = await import('@zxcvbn-ts/language-common');
  return new Set(list.dictionary['passwords-common']);
}

/**
 * Why a person may not have this password: by its form (spec 1 §5), because it is one of the 49,000 most common
 * passwords, or because it is part of the person's own username. Null for none.
 */
export async function newPasswordFault(
  password: string,
  username: string,
): Promise<'password_too_short' | 'password_only_digits' | 'password_common' | null> {
  const fault = passwordFault(password);
  if (fault !== null) return fault;
  common ??= readCommon();
  const plain = password.toLowerCase();
  const ownNames = [username.toLowerCase(), ...username.toLowerCase().split(/[@:]/u)];
  return ownNames.includes(plain) || (await common).has(plain) ? 'password_common' : null;
}
