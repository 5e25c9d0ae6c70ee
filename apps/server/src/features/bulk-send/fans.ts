import { type CALLS, type CallInput, type CallOutput, refusalView } from '@pasar/api';
import { asShopId } from '@pasar/domain';
import { marketplacesWith, readOnce } from '../../records/readings.ts';
import { fansKeptSince } from '../../records/shop-fans.ts';
import { shopIdsOf } from '../../records/shops-of-filter.ts';
import type { Transaction } from '../../storage/database.ts';
import type { ReadingTable } from '../../storage/gen/tables.ts';
import { type Answer, fail, success } from '../answer.ts';
import type { MemberContext } from '../handler.ts';

type Calls = typeof CALLS.bulkSend;
type Context = Pick<MemberContext, 'transaction' | 'member' | 'now'>;

export async function readFans(
  { transaction, member, now }: Context,
  { shopIds }: CallInput<Calls['readFans']>,
): Promise<Answer<CallOutput<Calls['readFans']>>> {
  const seen = await shopIdsOf(transaction, { shopIds });
  if (seen.length !== new Set(shopIds).size) return fail('not_found');
  const wanted = await shopIdsOf(transaction, { shopIds, marketplaces: marketplacesWith('fans') });
  await readOnce(transaction, { accountId: member.scope.accountId, subject: 'fans', shopIds: wanted, now });
  return success({ shopIds: [...wanted] });
}

type Row = Pick<ReadingTable, 'shop_id' | 'state' | 'found' | 'ended_at' | 'refusal_reason' | 'refusal_detail'>;

export async function shopFans({
  transaction,
  now,
}: Pick<Context, 'transaction' | 'now'>): Promise<Answer<CallOutput<Calls['shopFans']>>> {
  const found = await transaction.query<Row>({
    name: 'shop-fans',
    text: `select shop_id, state, found, ended_at, refusal_reason, refusal_detail from reading
      where subject = 'fans' and (state <> 'done' or started_at >= $1) order by shop_id`,
    values: [fansKeptSince(now)],
  });
  return success({
    shops: found.rows.map((row) => ({
      shopId: asShopId(row.shop_id),
      state: row.state,
      fanCount: row.found,
      readAt: row.ended_at === null ? null : Number(row.ended_at),
      refusal:
        row.refusal_reason === null
          ? null
          : refusalView.parse({ reason: row.refusal_reason, detail: row.refusal_detail }),
    })),
  });
}

/** Whether the fans of all these shops were read to the end, and not too long ago. */
export async function areFansRead(transaction: Transaction, shopIds: readonly string[], now: number): Promise<boolean> {
  const read = await transaction.query(
    "select from reading where subject = 'fans' and shop_id = any($1::uuid[]) and state = 'done' and started_at >= $2",
    [shopIds, fansKeptSince(now)],
  );
  return read.rowCount === new Set(shopIds).size;
}
