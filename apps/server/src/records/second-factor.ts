import { createHash, randomBytes } from 'node:crypto';
import type { AccountId, MemberId } from '@pasar/domain';
import { generateSecret, verify } from 'otplib';
import type { Transaction } from '../storage/database.ts';
import type { SecretBox } from '../storage/secrets.ts';

/** Seconds by which an app's clock may differ from the server's (our choice). */
const TOLERANCE_S = 30;
const RECOVERY_CODES = 10;
/** Wrong codes of a member in this time, after which further ones are refused unread (our choice). */
const MOST_WRONG = { count: 10, withinMinutes: 15 };
/** Without letters that look like digits. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789';

/** Whose second factor it is, and what opens its secret. */
export interface FactorOwner {
  readonly accountId: AccountId;
  readonly memberId: MemberId;
  readonly secrets: SecretBox;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

interface FactorRow {
  readonly is_confirmed: boolean;
  readonly used_step: string | null;
  readonly recovery_hashes: Buffer[];
  readonly is_paused: boolean;
}

const placeOf = ({ accountId, memberId }: Pick<FactorOwner, 'accountId' | 'memberId'>) =>
  ({ accountId, ownerId: memberId, field: 'second_factor' }) as const;
const hashOf = (code: string): Buffer => createHash('sha256').update(code).digest();
/** As people type codes: with spaces, dashes and capitals. */
const plainOf = (code: string): string => code.replaceAll(/[\s-]/gu, '').toLowerCase();

/** Locked, so that a code that is sent twice at the same time counts once. */
async function lockFactor(transaction: Transaction, memberId: MemberId): Promise<FactorRow | null> {
  const found = await transaction.query<FactorRow>(
    `select confirmed_at is not null as is_confirmed, used_step, recovery_hashes,
       wrong_count >= $2 and wrong_since > now() - $3 * interval '1 minute' as is_paused
     from second_factor where member_id = $1 for update`,
    [memberId, MOST_WRONG.count, MOST_WRONG.withinMinutes],
  );
  return found.rows[0] ?? null;
}

/** Whether the member's logins ask for a code, and how many recovery codes are left. */
export async function readFactor(
  transaction: Transaction,
  memberId: MemberId,
): Promise<{ readonly isOn: boolean; readonly recoveryCodes: number }> {
  const found = await transaction.query<{ left: number }>(
    `select cardinality(recovery_hashes) as left from second_factor where member_id = $1 and confirmed_at is not null`,
    [memberId],
  );
  const row = found.rows[0];
  return { isOn: row !== undefined, recoveryCodes: row?.left ?? 0 };
}

/** Makes a secret for the member's app, in place of one that was not confirmed; null where a confirmed one exists. */
export async function beginFactor(transaction: Transaction, owner: FactorOwner): Promise<string | null> {
  const { accountId, memberId, secrets } = owner;
  if ((await lockFactor(transaction, memberId))?.is_confirmed === true) return null;
  const secret = generateSecret();
  await transaction.query('insert into second_factor (member_id, account_id) values ($1, $2) on conflict do nothing', [
    memberId,
    accountId,
  ]);
  await secrets.store(transaction, placeOf(owner), secret);
  return secret;
}

/** The recovery codes, shown once, when the code shows that the app has the secret; else why not. */
export async function confirmFactor(
  transaction: Transaction,
  owner: FactorOwner,
  code: string,
): Promise<readonly string[] | 'wrong' | 'paused' | 'missing'> {
  const row = await lockFactor(transaction, owner.memberId);
  if (row === null || row.is_confirmed) return 'missing';
  const outcome = await checkApp(transaction, owner, row, code);
  if (outcome !== 'passed') return outcome;
  const codes = Array.from({ length: RECOVERY_CODES }, recoveryCode);
  await transaction.query('update second_factor set confirmed_at = now(), recovery_hashes = $2 where member_id = $1', [
    owner.memberId,
    codes.map((each) => hashOf(plainOf(each))),
  ]);
  return codes;
}

/** Two groups of five of 31 letters: 49 bits. */
function recoveryCode(): string {
  const letters: string[] = [];
  while (letters.length < 10) {
    for (const byte of randomBytes(16)) {
      // The last bytes would make some letters more frequent.
      if (byte < 248 && letters.length < 10) letters.push(LETTERS[byte % LETTERS.length] ?? '');
    }
  }
  return `${letters.slice(0, 5).join('')}-${letters.slice(5).join('')}`;
}

export type FactorOutcome = 'passed' | 'needed' | 'wrong' | 'paused' | 'passkey';

/**
 * Whether the member passes: by a code of the app or a recovery code; without an app always, except where the account
 * demands a second factor and the member's is a passkey, because the password alone would be one factor.
 */
export async function passFactor(
  transaction: Transaction,
  owner: FactorOwner,
  code: string | null,
): Promise<FactorOutcome> {
  const row = await lockFactor(transaction, owner.memberId);
  if (row === null || !row.is_confirmed)
    return (await needsPasskey(transaction, owner.memberId)) ? 'passkey' : 'passed';
  if (code === null || code.trim() === '') return 'needed';
  if (/^\d{6}$/u.test(plainOf(code))) return checkApp(transaction, owner, row, code);
  if (row.is_paused) return 'paused';
  const hash = hashOf(plainOf(code));
  const left = row.recovery_hashes.filter((each) => !each.equals(hash));
  if (left.length === row.recovery_hashes.length) return countWrong(transaction, owner);
  await transaction.query('update second_factor set recovery_hashes = $2, wrong_count = 0 where member_id = $1', [
    owner.memberId,
    left,
  ]);
  return 'passed';
}

async function needsPasskey(transaction: Transaction, memberId: MemberId): Promise<boolean> {
  const found = await transaction.query(
    `select from passkey p join account a using (account_id) where p.member_id = $1 and a.is_factor_demanded limit 1`,
    [memberId],
  );
  return found.rowCount === 1;
}

/** Each code works once: that of a period that was used, or of an earlier one, is wrong. */
async function checkApp(
  transaction: Transaction,
  owner: FactorOwner,
  row: FactorRow,
  code: string,
): Promise<'passed' | 'wrong' | 'paused'> {
  if (row.is_paused) return 'paused';
  const secret = await owner.secrets.read(transaction, placeOf(owner));
  const token = plainOf(code);
  if (secret === null || !/^\d{6}$/u.test(token)) return countWrong(transaction, owner);
  const result = await verify({
    secret,
    token,
    epoch: Math.floor(owner.now / 1_000),
    epochTolerance: TOLERANCE_S,
    ...(row.used_step === null ? {} : { afterTimeStep: Number(row.used_step) }),
  });
  if (!result.valid || !('timeStep' in result)) return countWrong(transaction, owner);
  await transaction.query('update second_factor set used_step = $2, wrong_count = 0 where member_id = $1', [
    owner.memberId,
    result.timeStep,
  ]);
  return 'passed';
}

async function countWrong(transaction: Transaction, { memberId }: FactorOwner): Promise<'wrong'> {
  await transaction.query(
    `update second_factor set
       wrong_count = case when wrong_since > now() - $2 * interval '1 minute' then wrong_count + 1 else 1 end,
       wrong_since = case when wrong_since > now() - $2 * interval '1 minute' then wrong_since else now() end
     where member_id = $1`,
    [memberId, MOST_WRONG.withinMinutes],
  );
  return 'wrong';
}

/** Whether the account demands a second factor and the member would have none without this one: the app, or a passkey. */
export async function isLastFactor(
  transaction: Transaction,
  memberId: MemberId,
  without: { readonly kind: 'app' } | { readonly kind: 'passkey'; readonly passkeyId: string },
): Promise<boolean> {
  const found = await transaction.query(
    `select from member m join account a using (account_id) where m.member_id = $1 and a.is_factor_demanded
       and ($2 or not exists (select from second_factor f where f.member_id = $1 and f.confirmed_at is not null))
       and not exists (select from passkey p where p.member_id = $1 and p.passkey_id is distinct from $3)`,
    [memberId, without.kind === 'app', without.kind === 'app' ? null : without.passkeyId],
  );
  return found.rowCount === 1;
}

/** Logins ask for no code any more. False where they asked for none. */
export async function removeFactor(transaction: Transaction, memberId: MemberId): Promise<boolean> {
  const removed = await transaction.query('delete from second_factor where member_id = $1', [memberId]);
  await transaction.query("delete from secret where owner_id = $1 and field = 'second_factor'", [memberId]);
  return removed.rowCount === 1;
}
