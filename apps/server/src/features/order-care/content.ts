import { type CALLS, type CallInput, type CallOutput, orderCareContentView } from '@pasar/api';
import { arePicturesFree, claimPictures } from '../../records/automatic-pictures.ts';
import { tellTasks } from '../../records/bulk-send.ts';
import { lockCare } from '../../records/order-care.ts';
import { type Answer, fail, success } from '../answer.ts';
import type { MemberContext } from '../handler.ts';

type Calls = typeof CALLS.orderCare;
type Context = Pick<MemberContext, 'transaction' | 'member'>;

export async function getOrderCareContent(
  { transaction, member }: Context,
  { kind }: CallInput<Calls['getOrderCareContent']>,
): Promise<Answer<CallOutput<Calls['getOrderCareContent']>>> {
  const found = await transaction.query(
    `select care_kind as kind, country, content from order_care_content
     where account_id = $1 and ($2::text is null or care_kind = $2) order by care_kind, country nulls first`,
    [member.scope.accountId, kind ?? null],
  );
  return success({ contents: found.rows.map((row) => orderCareContentView.parse(row)) });
}

export async function saveOrderCareContent(
  { transaction, member }: Context,
  { kind, country, content }: CallInput<Calls['saveOrderCareContent']>,
): Promise<Answer<Record<string, never>>> {
  const { accountId } = member.scope;
  const place = [accountId, kind, country ?? null];
  await lockCare(transaction, accountId);
  const found = await transaction.query<{ content_id: string }>(
    `select content_id from order_care_content
     where account_id = $1 and care_kind = $2 and country is not distinct from $3`,
    place,
  );
  const known = found.rows[0]?.content_id ?? null;
  if (content === undefined) {
    if (known !== null) {
      await claimPictures(transaction, known, null);
      await transaction.query('delete from order_care_content where content_id = $1', [known]);
    }
  } else {
    // A refusal takes back nothing, so everything is checked before anything is written.
    if (!(await arePicturesFree(transaction, known, content))) return fail('image_data_missing');
    const stored = await transaction.query<{ content_id: string }>(
      `insert into order_care_content (account_id, care_kind, country, content) values ($1, $2, $3, $4)
       on conflict on constraint order_care_content_once do update set content = excluded.content returning content_id`,
      [...place, JSON.stringify(content)],
    );
    await claimPictures(transaction, stored.rows[0]?.content_id ?? '', content);
  }
  await tellTasks(transaction, accountId, 'orderCare');
  return success({});
}
