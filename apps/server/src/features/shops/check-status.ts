import type { CALLS, CallInput, CallOutput } from '@pasar/api';
import type { Outcome } from '@pasar/connector-kit';
import {
  asConnectionId,
  asPlatformShopId,
  type ConnectionId,
  type PlatformShopId,
  type ShopStatus,
} from '@pasar/domain';
import type { Database } from '../../storage/database.ts';
import type { Member } from '../account/members.ts';
import { type Answer, fail, success } from '../answer.ts';

type Shops = typeof CALLS.shops;

/** Asks a marketplace about a shop by whoever holds its connection; null where this process holds none. */
export type CheckShop = (connectionId: ConnectionId, shop: PlatformShopId) => Promise<Outcome<ShopStatus> | null>;

/** Spec 1 §7 and §8: frozen or normal, or one of the three refusals. Asked outside of any transaction: it takes a while. */
export async function checkStatus(
  context: { readonly database: Database; readonly member: Member; readonly checkShop: CheckShop },
  { shopId }: CallInput<Shops['checkStatus']>,
): Promise<Answer<CallOutput<Shops['checkStatus']>>> {
  const { database, member, checkShop } = context;
  const found = await database.within(member.scope, (transaction) =>
    transaction.query<{ connection_id: string; platform_shop_id: string }>(
      'select connection_id, platform_shop_id from shop where shop_id = $1',
      [shopId],
    ),
  );
  const [row] = found.rows;
  if (!row) return fail('not_found');
  const status = await checkShop(asConnectionId(row.connection_id), asPlatformShopId(row.platform_shop_id));
  if (status === null) return fail('shop_not_logged_in');
  return status.ok ? success({ status: status.value }) : { ok: false, refusal: status.refusal };
}
