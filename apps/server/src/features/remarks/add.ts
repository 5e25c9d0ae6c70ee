import type { CALLS, CallInput, CallOutput } from '@pasar/api';
import { REMARK_LIMITS } from '@pasar/domain';
import { type Answer, fail, success } from '../answer.ts';
import type { MemberContext } from '../handler.ts';
import { mayBeGiven } from './assignees.ts';
import { claimPictures, mayClaim } from './pictures.ts';
import { tellRemarks } from './tell.ts';

type Call = typeof CALLS.remarks.addBuyerRemark;

/** A remark that the same form has added before, whose answer was lost, is answered again. */
export async function addBuyerRemark(
  { transaction, member, now }: Pick<MemberContext, 'transaction' | 'member' | 'now'>,
  input: CallInput<Call>,
): Promise<Answer<CallOutput<Call>>> {
  const { conversationId, kind, content, orderNumber, pictureIds, assigneeId = null, dueAt = null } = input;
  const found = await transaction.query<{ shop_id: string; buyer_id: string; buyer_name: string }>({
    name: 'buyer-of-remark',
    text: 'select shop_id, buyer_id, buyer_name from conversation where conversation_id = $1',
    values: [conversationId],
  });
  const [buyer] = found.rows;
  if (buyer === undefined) return fail('not_found');
  const { shop_id: shopId, buyer_id: buyerId, buyer_name: buyerName } = buyer;
  const findFirst = async (): Promise<Answer<CallOutput<Call>> | null> => {
    if (input.remarkId === undefined) return null;
    const first = await transaction.query(
      'select from remark where remark_id = $1 and shop_id = $2 and buyer_id = $3 and author = $4',
      [input.remarkId, shopId, buyerId, member.view.name],
    );
    return first.rowCount === 1 ? success({ remarkId: input.remarkId }) : null;
  };
  const first = await findFirst();
  if (first !== null) return first;
  if (assigneeId !== null && !(await mayBeGiven(transaction, member, { shopId, assigneeId }))) {
    return fail('remark_assignee_unfit');
  }
  const named = [...new Set(pictureIds)];
  // The call before may have been under way until now, and have taken the pictures.
  if (!(await mayClaim(transaction, member, named))) return (await findFirst()) ?? fail('remark_picture_lost');
  const written = await transaction.query<{ remark_id: string }>(
    `insert into remark (account_id, shop_id, buyer_id, buyer_name, kind, content, order_number, assignee_id, due_at,
       author, created_at, remark_id)
     select $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, coalesce($12::uuid, uuidv7())
     where (select count(*) from remark where account_id = $1 and buyer_id = $3 and shop_id = $2)
       < ${REMARK_LIMITS.ofBuyer}
     on conflict (remark_id) do nothing returning remark_id`,
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
      input.remarkId ?? null,
    ],
  );
  const remarkId = written.rows[0]?.remark_id;
  if (remarkId === undefined) return (await findFirst()) ?? fail('remarks_full');
  await claimPictures(transaction, remarkId, named);
  const added = { remarkId, shopId, conversationId, buyerName };
  await tellRemarks(transaction, member, [shopId], assigneeId === null ? null : { to: assigneeId, remarks: [added] });
  return success({ remarkId });
}
