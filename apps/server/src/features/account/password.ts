import { hash, verify } from '@node-rs/argon2';

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
