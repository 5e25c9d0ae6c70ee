import type { CALLS, CallInput, CallOutput } from '@pasar/api';
import type { Member } from '../../records/members.ts';
import type { Transaction } from '../../storage/database.ts';
import { type Answer, fail, success } from '../answer.ts';
import type { MemberContext } from '../handler.ts';
import { findSuggested } from './conversation.ts';

type Calls = typeof CALLS.suggestions;
type Done = Promise<Answer<Record<string, never>>>;

export const suggestionPlace = async ({
  suggester,
}: Pick<MemberContext, 'suggester'>): Promise<Answer<CallOutput<Calls['suggestionPlace']>>> =>
  success({ host: suggester.host });

export async function suggestionSettings(
  { transaction, member, suggester }: Pick<MemberContext, 'transaction' | 'member' | 'suggester'>,
  { conversationId }: CallInput<Calls['suggestionSettings']>,
): Promise<Answer<CallOutput<Calls['suggestionSettings']>>> {
  const row = await findSuggested(transaction, conversationId);
  if (row === null) return fail('not_found');
  const { host } = suggester;
  return success({ isOn: !row.is_off, hasSeen: host !== null && (await hasSeen(transaction, member, host)) });
}

export async function hasSeen(transaction: Transaction, member: Member, host: string): Promise<boolean> {
  const found = await transaction.query('select from suggestion_consent where member_id = $1 and host = $2', [
    member.scope.memberId,
    host,
  ]);
  return found.rowCount === 1;
}

export async function agreeToSuggestions(
  { transaction, member, suggester }: Pick<MemberContext, 'transaction' | 'member' | 'suggester'>,
  { host }: CallInput<Calls['agreeToSuggestions']>,
): Done {
  // The member has seen another host than the one to which the texts would go now.
  if (host !== suggester.host) return fail('suggestion_unseen');
  await transaction.query(
    `insert into suggestion_consent (member_id, account_id, host) values ($1, $2, $3)
     on conflict (member_id) do update set host = excluded.host`,
    [member.scope.memberId, member.scope.accountId, host],
  );
  return success({});
}

export async function switchSuggestions(
  { transaction, member }: Pick<MemberContext, 'transaction' | 'member'>,
  { shopId, isOn }: CallInput<Calls['switchSuggestions']>,
): Done {
  const found = await transaction.query('select from shop where shop_id = $1', [shopId]);
  if (found.rowCount === 0) return fail('not_found');
  if (isOn) await transaction.query('delete from suggestions_off where shop_id = $1', [shopId]);
  else {
    await transaction.query(
      'insert into suggestions_off (shop_id, account_id) values ($1, $2) on conflict (shop_id) do nothing',
      [shopId, member.scope.accountId],
    );
  }
  return success({});
}
