import { type AccountId, asMemberId, type MemberId } from '@pasar/domain';
import type { ChangeAudience } from '../storage/change-feed.ts';
import type { Transaction } from '../storage/database.ts';
import type { MomentEnvelope } from '../storage/moments.ts';

/** What one member sees of an account: every shop, or these. */
export type Sight = 'all' | ReadonlySet<string>;
/** What members see, as the database said at one instant. */
export interface Sights {
  /** See `FeedPage.grantsVersion`. */
  readonly version: string;
  /** Null for a member who is gone. */
  readonly byMember: ReadonlyMap<MemberId, Sight | null>;
}

/** The policy `tenant_read` of the table `change`, for a change of the member's own account. */
export function isSeen(audience: ChangeAudience, memberId: MemberId, sight: Sight): boolean {
  if (audience.memberId !== null) return audience.memberId === memberId;
  return audience.shopId === null || sight === 'all' || sight.has(audience.shopId);
}

/** What these members of the account see. The transaction sees the whole account. */
export async function readSights(
  transaction: Transaction,
  accountId: AccountId,
  memberIds: ReadonlySet<MemberId>,
): Promise<Sights> {
  const found = await transaction.query<{
    version: string;
    member_id: string | null;
    is_main: boolean;
    shop_ids: string[];
  }>({
    name: 'read-sights',
    text: `select counter.grants_version as version, m.member_id, m.is_main,
             array(select g.shop_id from member_shop g where g.member_id = m.member_id) as shop_ids
           from account_counter counter
           left join member m on m.account_id = counter.account_id and m.member_id = any($2::uuid[])
           where counter.account_id = $1`,
    values: [accountId, [...memberIds]],
  });
  const byMember = new Map<MemberId, Sight | null>([...memberIds].map((memberId) => [memberId, null]));
  for (const { member_id: memberId, is_main: isMain, shop_ids: shopIds } of found.rows) {
    if (memberId !== null) byMember.set(asMemberId(memberId), isMain ? 'all' : new Set(shopIds));
  }
  return { version: found.rows[0]?.version ?? '', byMember };
}

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
