import type { CALLS, CallInput, CallOutput } from '@pasar/api';
import { REMARK_LIMITS } from '@pasar/domain';
import { type Answer, fail, success } from '../answer.ts';
import type { MemberContext } from '../handler.ts';
import { mayBeGiven } from './assignees.ts';
import { claimPictures, mayClaim } from './pictures.ts';
import { tellRemarks } from './tell.ts';

type Call = typeof CALLS.remarks.addBuyerRemark;

export async function addBuyerRemark(
  { transaction, member, now }: Pick<MemberContext, 'transaction' | 'member' | 'now'>,
  { conversationId, kind, content, orderNumber, pictureIds, assigneeId = null, dueAt = null }: CallInput<Call>,
): Promise<Answer<CallOutput<Call>>> {
  const found = await transaction.query<{ shop_id: string; buyer_id: string; buyer_name: string }>({
    name: 'buyer-of-remark',
    text: 'select shop_id, buyer_id, buyer_name from conversation where conversation_id = $1',
    values: [conversationId],
  });
  const [buyer] = found.rows;
  if (buyer === undefined) return fail('not_found');
  const { shop_id: shopId, buyer_id: buyerId, buyer_name: buyerName } = buyer;
  if (assigneeId !== null && !(await mayBeGiven(transaction, member, { shopId, assigneeId }))) {
    return fail('remark_assignee_unfit');
  }
  const named = [...new Set(pictureIds)];
  if (!(await mayClaim(transaction, member, named))) return fail('remark_picture_lost');
  const written = await transaction.query<{ remark_id: string }>(
    `insert into remark (account_id, shop_id, buyer_id, buyer_name, kind, content, order_number, assignee_id, due_at,
       author, created_at)
     select $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11
     where (select count(*) from remark where account_id = $1 and buyer_id = $3 and shop_id = $2)
       < ${REMARK_LIMITS.ofBuyer}
     returning remark_id`,
    [
      member.scope.accountId,
      shopId,
      buyerId,
      buyerName,
      kind,
      content,
      orderNumber === '' ? null : (orderNumber ?? null),
      assigneeId,
      dueAt,
      member.view.name,
      now,
    ],
  );
  const remarkId = written.rows[0]?.remark_id;
  if (remarkId === undefined) return fail('remarks_full');
  await claimPictures(transaction, remarkId, named);
  await tellRemarks(transaction, member, [shopId]);
  return success({ remarkId });
}
