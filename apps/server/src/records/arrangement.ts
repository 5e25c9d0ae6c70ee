import type { ArrangementView } from '@pasar/api';
import { asShopId } from '@pasar/domain';
import type { Transaction } from '../storage/database.ts';
import type { Member } from './members.ts';

/** How a member has arranged the shop list. */
export async function readArrangement(transaction: Transaction, member: Member): Promise<ArrangementView> {
  const found = await transaction.query<{ shop_id: string; place: number | null; is_hidden: boolean }>({
    name: 'read-arrangement',
    text: 'select shop_id, place, is_hidden from shop_preference where member_id = $1 order by place nulls last, shop_id',
    values: [member.view.memberId],
  });
  return {
    order: found.rows.filter((row) => row.place !== null).map((row) => asShopId(row.shop_id)),
    hidden: found.rows.filter((row) => row.is_hidden).map((row) => asShopId(row.shop_id)),
  };
}
