import type { CALLS, CallInput } from '@pasar/api';
import { readArrangement } from '../../records/arrangement.ts';
import { appendChanges } from '../../records/change-feed.ts';
import type { Member } from '../../records/members.ts';
import type { Transaction } from '../../storage/database.ts';
import { type Answer, fail, success } from '../answer.ts';

type Shops = typeof CALLS.shops;
interface Context {
  readonly transaction: Transaction;
  readonly member: Member;
}
type Done = Promise<Answer<Record<string, never>>>;

/** Shops that the member does not see are ignored. */
export async function arrangeShops({ transaction, member }: Context, input: CallInput<Shops['arrangeShops']>): Done {
  const { accountId } = member.scope;
  const { memberId } = member.view;
  await transaction.query('update shop_preference set place = null where member_id = $1', [memberId]);
  await transaction.query(
    `insert into shop_preference (account_id, member_id, shop_id, place)
     select $1, $2, s.shop_id, item.place from unnest($3::uuid[]) with ordinality as item (shop_id, place)
     join shop s on s.shop_id = item.shop_id
     on conflict (member_id, shop_id) do update set place = excluded.place`,
    [accountId, memberId, [...new Set(input.shopIds)]],
  );
  return told(transaction, member);
}

export async function hideShop({ transaction, member }: Context, input: CallInput<Shops['hideShop']>): Done {
  const stored = await transaction.query(
    `insert into shop_preference (account_id, member_id, shop_id, is_hidden)
     select $1, $2, s.shop_id, $4 from shop s where s.shop_id = $3
     on conflict (member_id, shop_id) do update set is_hidden = excluded.is_hidden`,
    [member.scope.accountId, member.view.memberId, input.shopId, input.isHidden],
  );
  return stored.rowCount === 1 ? told(transaction, member) : fail('not_found');
}

async function told(transaction: Transaction, member: Member): Done {
  const arrangement = await readArrangement(transaction, member);
  await appendChanges(transaction, member.scope.accountId, [
    { change: { kind: 'arrangement', arrangement }, shopId: null, memberId: member.view.memberId },
  ]);
  return success({});
}
