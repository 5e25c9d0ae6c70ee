import type { CALLS, CallInput, CallOutput } from '@pasar/api';
import type { Member } from '../../records/members.ts';
import type { Transaction } from '../../storage/database.ts';
import { type Answer, fail, success } from '../answer.ts';
import type { MemberContext } from '../handler.ts';

type Call = typeof CALLS.remarks.remarkAssignees;

/** Persons who hold the key of remarks. `$2`: whether an empty list of keys means all of them. */
const FIT = `m.account_id = $1 and not m.is_token and (m.is_main or 'remark' = any(m.permission_code_list)
  or ($2 and cardinality(m.permission_code_list) = 0))`;
const seesShop = (shop: string) => `(m.is_main or exists (
  select from member_shop granted where granted.member_id = m.member_id and granted.shop_id = ${shop}))`;
/** The assignee of a remark `r`, unless that member may not be given it any more. */
export const FIT_ASSIGNEE = `(select m.member_id from member m
  where m.member_id = r.assignee_id and ${FIT} and ${seesShop('r.shop_id')})`;

export async function remarkAssignees(
  { transaction, member }: Pick<MemberContext, 'transaction' | 'member'>,
  { conversationId }: CallInput<Call>,
): Promise<Answer<CallOutput<Call>>> {
  const { accountId } = member.scope;
  let shopId: string | null = null;
  if (conversationId !== undefined) {
    const found = await transaction.query<{ shop_id: string }>({
      name: 'shop-of-conversation',
      text: 'select shop_id from conversation where conversation_id = $1',
      values: [conversationId],
    });
    shopId = found.rows[0]?.shop_id ?? null;
    if (shopId === null) return fail('not_found');
  }
  const found = await transaction.query<{ member_id: string; name: string }>({
    name: 'remark-assignees',
    text: `select m.member_id, m.name from member m where ${FIT} and ($3::uuid is null or ${seesShop('$3')})
      order by lower(m.name), m.member_id`,
    values: [accountId, member.grant.emptyMeansAll, shopId],
  });
  return success({ members: found.rows.map((row) => ({ memberId: row.member_id, name: row.name })) });
}

/** Whether remarks of the shop may be assigned to the member: a member who cannot see a remark cannot work on it. */
export async function mayBeGiven(
  transaction: Transaction,
  member: Member,
  { shopId, assigneeId }: { readonly shopId: string; readonly assigneeId: string },
): Promise<boolean> {
  return (await unfitShops(transaction, member, { shopIds: [shopId], assigneeId })) === 0;
}

/** How many of the shops the member may not be given remarks of. */
export async function unfitShops(
  transaction: Transaction,
  { scope, grant }: Member,
  { shopIds, assigneeId }: { readonly shopIds: readonly string[]; readonly assigneeId: string },
): Promise<number> {
  const found = await transaction.query<{ unfit: number }>({
    name: 'unfit-shops-of-assignee',
    text: `select count(*)::integer as unfit from unnest($3::uuid[]) as named (shop_id)
      where not exists (select from member m where m.member_id = $4 and ${FIT} and ${seesShop('named.shop_id')})`,
    values: [scope.accountId, grant.emptyMeansAll, shopIds, assigneeId],
  });
  return found.rows[0]?.unfit ?? 0;
}
