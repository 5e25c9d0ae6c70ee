import { createHash, randomBytes } from 'node:crypto';
import type { Database, Transaction } from '../storage/database.ts';

const TOKEN_BYTES = 32;
const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();

/** Makes a link for the owner of a fresh server, and answers its token; null where the server has an account. */
export async function offerOwnerLink(database: Pick<Database, 'query'>): Promise<string | null> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  const [row] = await database.query<{ is_offered: boolean }>(
    'offer-owner-link',
    'select pasar_offer_owner_link($1) as is_offered',
    [hashOf(token)],
  );
  return row?.is_offered === true ? token : null;
}

export async function isOwnerLink(database: Pick<Database, 'query'>, token: string): Promise<boolean> {
  const [row] = await database.query<{ is_link: boolean }>(
    'is-owner-link',
    'select pasar_is_owner_link($1) as is_link',
    [hashOf(token)],
  );
  return row?.is_link === true;
}

/** Takes the link for the transaction that makes the first account; false where it is used, or an account exists. */
export async function takeOwnerLink(transaction: Transaction, token: string): Promise<boolean> {
  const found = await transaction.query<{ is_taken: boolean }>('select pasar_use_owner_link($1) as is_taken', [
    hashOf(token),
  ]);
  return found.rows[0]?.is_taken === true;
}

/** Answers whether the server has an account. An account is asked for until one is found. */
export function accountWatch(database: Pick<Database, 'query'>): () => Promise<boolean> {
  let hasAccount = false;
  return async () => {
    if (hasAccount) return true;
    const [row] = await database.query<{ has_account: boolean }>(
      'has-account',
      'select pasar_has_account() as has_account',
      [],
    );
    hasAccount = row?.has_account === true;
    return hasAccount;
  };
}
