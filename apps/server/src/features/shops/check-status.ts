import type { CALLS, CallInput, CallOutput } from '@pasar/api';
import type { Outcome } from '@pasar/connector-kit';
import {
  asConnectionId,
  asPlatformShopId,
  type ConnectionId,
  type PlatformShopId,
  type ShopStatus,
} from '@pasar/domain';
import type { Member } from '../../records/members.ts';
import { SELECT_SHOP, type ShopRow } from '../../records/rows.ts';
import type { Database, Scope } from '../../storage/database.ts';
import { type Answer, fail, success } from '../answer.ts';
import { whyNotAsked } from '../not-asked.ts';

type Shops = typeof CALLS.shops;

/** Asks a marketplace about a shop by the session of its connection, in whatever process it is; null where nobody has it. */
export type CheckShop = (
  scope: Scope,
  connectionId: ConnectionId,
  shop: PlatformShopId,
) => Promise<Outcome<ShopStatus> | 'no session' | null>;

/** Spec 1 §7 and §8: frozen or normal, or one of the three refusals. Asked outside of any transaction: it takes a while. */
export async function checkStatus(
  context: { readonly database: Database; readonly member: Member; readonly checkShop: CheckShop },
  { shopId }: CallInput<Shops['checkStatus']>,
): Promise<Answer<CallOutput<Shops['checkStatus']>>> {
  const { database, member, checkShop } = context;
  const found = await database.within(member.scope, (transaction) =>
    transaction.query<ShopRow>(`${SELECT_SHOP} where s.shop_id = $1`, [shopId]),
  );
  const [row] = found.rows;
  if (!row) return fail('not_found');
  const status = await checkShop(
    member.scope,
    asConnectionId(row.connection_id),
    asPlatformShopId(row.platform_shop_id),
  );
  if (status === null || status === 'no session') return whyNotAsked(row, status);
  return status.ok ? success({ status: status.value }) : { ok: false, refusal: status.refusal };
}
