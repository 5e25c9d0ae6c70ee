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

/** The members who may know which colleagues are here, with those of the shops that each of them sees. */
export async function readPresenceAudience(
  transaction: Transaction,
  { accountId, shopIds, emptyMeansAll }: { accountId: string; shopIds: readonly string[]; emptyMeansAll: boolean },
): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const access = MOMENT_ACCESS.present;
  const found = await transaction.query<{ member_id: string; shop_ids: readonly string[] }>({
    name: 'sees-presence',
    text: `select m.member_id, case when m.is_main then $2::uuid[] else array(
        select granted.shop_id from member_shop granted
        where granted.member_id = m.member_id and granted.shop_id = any($2::uuid[])) end as shop_ids
      from member m where m.account_id = $1 and pasar_holds(m.is_main, m.permission_code_list, $3, $4)`,
    values: [accountId, shopIds, access.kind === 'permission' ? access.key : null, emptyMeansAll],
  });
  return new Map(found.rows.map((row) => [row.member_id, new Set(row.shop_ids)]));
}
