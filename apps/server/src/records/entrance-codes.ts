import { createHmac, randomInt, randomUUID } from 'node:crypto';
import { type AccountId, asAccountId, asMemberId, type MemberId } from '@pasar/domain';
import type { Database } from '../storage/database.ts';
import type { SecretBox } from '../storage/secrets.ts';

/** What a code opens: a new account, or the choice of a new password. */
export type CodePurpose = 'register' | 'reset';

/** All numbers are our choice. */
export const CODE_LIMITS = {
  lifeSeconds: 600,
  tries: 5,
  /** Between two codes for one target and purpose from one network; it doubles with each code of the last day. */
  firstPauseSeconds: 60,
  /** Codes in a day for one target and purpose from one network. */
  mostHere: 8,
  /** Codes in a day for one target, or for one account, from all networks where the member is not logged in. */
  mostOfTarget: 20,
  /** Codes in an hour from one network. An office behind one address has many people. */
  mostOfNetwork: 30,
};

const PURPOSE_OF_KEY = 'pasar codes by mail and short message';
const hashOf = (key: Buffer, id: string, code: string): Buffer =>
  createHmac('sha256', key).update(`${id} ${code}`).digest();

export interface CodeRequest {
  readonly purpose: CodePurpose;
  /** A mobile number or an email address. */
  readonly target: string;
  readonly network: string;
  readonly address: string;
}

export interface OfferedCode {
  readonly codeId: string;
  readonly code: string;
  /** After so many seconds the same person may ask again. */
  readonly againInSeconds: number;
  /** Whether the target logs a member in. */
  readonly isKnown: boolean;
}

/** A new code, stored as its hash; or, where too many were asked for, null. The same work for everybody. */
export async function offerCode(
  database: Pick<Database, 'query'>,
  secrets: SecretBox,
  { purpose, target, network, address }: CodeRequest,
): Promise<OfferedCode | null> {
  const codeId = randomUUID();
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  const [key] = secrets.derive(PURPOSE_OF_KEY);
  const [row] = await database.query<{ is_offered: boolean; wait_s: number; for_member: string | null }>(
    'offer-code',
    'select is_offered, wait_s, for_member from pasar_offer_code($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)',
    [
      codeId,
      purpose,
      target.toLowerCase(),
      network,
      address,
      hashOf(key, codeId, code),
      CODE_LIMITS.firstPauseSeconds,
      CODE_LIMITS.mostHere,
      CODE_LIMITS.mostOfTarget,
      CODE_LIMITS.mostOfNetwork,
    ],
  );
  if (row?.is_offered !== true) return null;
  return { codeId, code, againInSeconds: row.wait_s, isKnown: row.for_member !== null };
}

/** What a right code proves. */
export interface ProvenTarget {
  readonly target: string;
  /** Whom the target logs in. */
  readonly member: { readonly accountId: AccountId; readonly memberId: MemberId } | null;
}

/** Takes a code, which works once; null where it is wrong, used, too old, or was tried too often. */
export async function takeCode(
  database: Pick<Database, 'query'>,
  secrets: SecretBox,
  given: {
    readonly purpose: CodePurpose;
    readonly codeId: string;
    readonly code: string;
    readonly target: string | null;
  },
): Promise<ProvenTarget | null> {
  const hashes = secrets.derive(PURPOSE_OF_KEY).map((key) => hashOf(key, given.codeId, given.code.trim()));
  const [row] = await database.query<{
    is_right: boolean;
    for_target: string;
    for_account: string | null;
    for_member: string | null;
  }>('take-code', 'select is_right, for_target, for_account, for_member from pasar_take_code($1, $2, $3, $4, $5, $6)', [
    given.codeId,
    given.purpose,
    given.target?.toLowerCase() ?? null,
    hashes,
    CODE_LIMITS.lifeSeconds,
    CODE_LIMITS.tries,
  ]);
  if (row?.is_right !== true) return null;
  const { for_account: accountId, for_member: memberId } = row;
  return {
    target: row.for_target,
    member:
      accountId === null || memberId === null
        ? null
        : { accountId: asAccountId(accountId), memberId: asMemberId(memberId) },
  };
}
