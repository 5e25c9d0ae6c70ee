import { MOMENT_ACCESS } from '@pasar/api';
import type { MomentEnvelope } from '../records/moments.ts';
import type { Transaction } from '../storage/database.ts';

/**
 * The members who are told a moment: those who hold the key that its kind needs, and who see its shop or a shop of its
 * login, or whose sign-in it is about. `emptyMeansAll`: as in `Grant`.
 */
export async function readMomentAudience(
  transaction: Transaction,
  { accountId, about, moment }: Pick<MomentEnvelope, 'accountId' | 'about' | 'moment'>,
  emptyMeansAll: boolean,
): Promise<ReadonlySet<string>> {
  const access = MOMENT_ACCESS[moment.kind];
  const found = await transaction.query<{ member_id: string }>({
    name: 'sees-moment',
    text: `with about as (select shop_id from shop where shop_id = $2 or connection_id = $3),
        sees as (
          select member_id from member_shop join about using (shop_id)
          union select member_id from member where account_id = $1 and is_main and exists (select from about)
          union select member_id from sign_in where sign_in_id = $4)
      select m.member_id from sees join member m using (member_id)
      where pasar_holds(m.is_main, m.permission_code_list, $5, $6)`,
    values: [
      accountId,
      'shopId' in about ? about.shopId : null,
      'connectionId' in about ? about.connectionId : null,
      'signInId' in about ? about.signInId : null,
      access.kind === 'permission' ? access.key : null,
      emptyMeansAll,
    ],
  });
  return new Set(found.rows.map((row) => row.member_id));
}
