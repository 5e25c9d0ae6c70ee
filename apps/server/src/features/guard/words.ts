import type { CALLS, CallInput, CallOutput } from '@pasar/api';
import { defaultGuardWords } from '@pasar/domain';
import { type Answer, success } from '../answer.ts';
import type { MemberContext } from '../handler.ts';

type GuardCalls = typeof CALLS.guard;

export async function guardWords(
  { transaction, member }: Pick<MemberContext, 'transaction' | 'member'>,
  { country }: CallInput<GuardCalls['guardWords']>,
): Promise<Answer<CallOutput<GuardCalls['guardWords']>>> {
  const found = await transaction.query<{ words: string[] }>({
    name: 'guard-words',
    text: 'select words from guard_words where account_id = $1 and country = $2',
    values: [member.scope.accountId, country],
  });
  const own = found.rows[0]?.words;
  return success({ words: own ?? [...defaultGuardWords(country)], isDefault: own === undefined });
}

/** Words that differ only in case or width are one word. */
export async function saveGuardWords(
  { transaction, member }: Pick<MemberContext, 'transaction' | 'member'>,
  { country, words }: CallInput<GuardCalls['saveGuardWords']>,
): Promise<Answer<CallOutput<GuardCalls['saveGuardWords']>>> {
  const { accountId } = member.scope;
  if (words === null) {
    await transaction.query('delete from guard_words where account_id = $1 and country = $2', [accountId, country]);
    return success({});
  }
  const once = new Map(words.map((word) => [word.normalize('NFKC').toLowerCase(), word]));
  await transaction.query(
    `insert into guard_words (account_id, country, words) values ($1, $2, $3)
     on conflict (account_id, country) do update set words = excluded.words`,
    [accountId, country, [...once.values()]],
  );
  return success({});
}
