import { type CALLS, type CallInput, type CallOutput, refusalView } from '@pasar/api';
import type { Outcome } from '@pasar/connector-kit';
import {
  asConnectionId,
  asPlatformShopId,
  type ConnectionId,
  type PlatformShopId,
  type ShopStatus,
} from '@pasar/domain';
import type { Database, Scope } from '../../storage/database.ts';
import type { Member } from '../account/members.ts';
import { type Answer, fail, success } from '../answer.ts';
import { SELECT_SHOP, type ShopRow } from '../desk/rows.ts';

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
  if (status === null || status === 'no session') return whyNot(row, status);
  return status.ok ? success({ status: status.value }) : { ok: false, refusal: status.refusal };
}

/** Whoever serves the shop wrote down how its login stands; that nobody has it can be news since then. */
export function whyNot({ state, refusal_reason, refusal_detail }: ShopRow, status: 'no session' | null): Answer<never> {
  if ((state === 'failed' || state === 'interrupted') && refusal_reason !== null) {
    return { ok: false, refusal: refusalView.parse({ reason: refusal_reason, detail: refusal_detail }) };
  }
  const isServed = state === 'live' || state === 'catching_up';
  return fail(status === null && isServed ? 'shop_served_elsewhere' : 'shop_not_logged_in');
}
