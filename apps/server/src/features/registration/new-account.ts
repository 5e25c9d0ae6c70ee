import { type AccountId, asMemberId, type MemberId } from '@pasar/domain';
import type { Transaction } from '../../storage/database.ts';

export interface NewAccount {
  readonly accountId: AccountId;
  readonly accountName: string;
  /** What the usernames of its sub-accounts should begin with. */
  readonly handle: string;
  readonly username: string;
  readonly name: string;
  readonly passwordHash: string;
}

/** Makes an account with its main member. Null where the username is taken: the transaction then has to be given up. */
export async function insertAccount(transaction: Transaction, account: NewAccount): Promise<MemberId | null> {
  const { accountId } = account;
  await transaction.query('insert into account (account_id, name, handle) values ($1, $2, pasar_free_handle($3))', [
    accountId,
    account.accountName,
    account.handle,
  ]);
  await transaction.query('insert into account_counter (account_id) values ($1)', [accountId]);
  const inserted = await transaction.query<{ member_id: string }>(
    `insert into member (account_id, username, name, password_hash, is_main) values ($1, $2, $3, $4, true)
     on conflict do nothing returning member_id`,
    [accountId, account.username, account.name, account.passwordHash],
  );
  const memberId = inserted.rows[0]?.member_id;
  return memberId === undefined ? null : asMemberId(memberId);
}
