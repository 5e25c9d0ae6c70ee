import type { MomentEnvelope } from '../records/moments.ts';
import type { Transaction } from '../storage/database.ts';

/** Who sees what a moment is about: the shop, a shop of the login, or the sign-in that is the member's own. */
export async function readMomentAudience(
  transaction: Transaction,
  { accountId, about }: Pick<MomentEnvelope, 'accountId' | 'about'>,
): Promise<ReadonlySet<string>> {
  const found = await transaction.query<{ member_id: string }>({
    name: 'sees-moment',
    text: `with about as (select shop_id from shop where shop_id = $2 or connection_id = $3)
      select member_id from member_shop join about using (shop_id)
      union select member_id from member where account_id = $1 and is_main and exists (select from about)
      union select member_id from sign_in where sign_in_id = $4`,
    values: [
      accountId,
      'shopId' in about ? about.shopId : null,
      'connectionId' in about ? about.connectionId : null,
      'signInId' in about ? about.signInId : null,
    ],
  });
  return new Set(found.rows.map((row) => row.member_id));
}
