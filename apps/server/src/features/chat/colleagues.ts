import type { CALLS, CallOutput } from '@pasar/api';
import { type Answer, success } from '../answer.ts';
import type { MemberContext } from '../handler.ts';

type Call = typeof CALLS.chat.colleagues;

export async function colleagues({
  transaction,
  member,
}: Pick<MemberContext, 'transaction' | 'member'>): Promise<Answer<CallOutput<Call>>> {
  const found = await transaction.query<{
    member_id: string;
    name: string;
    group_name: string | null;
    is_token: boolean;
  }>({
    name: 'colleagues',
    text: 'select member_id, name, group_name, is_token from member where account_id = $1 order by lower(name), member_id',
    values: [member.scope.accountId],
  });
  return success({
    members: found.rows.map((row) => ({
      memberId: row.member_id,
      name: row.name,
      groupName: row.group_name,
      isPerson: !row.is_token,
    })),
  });
}
