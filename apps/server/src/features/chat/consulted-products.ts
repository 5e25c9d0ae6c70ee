import type { CALLS, CallInput, CallOutput } from '@pasar/api';
import { keepConsulted } from '../../records/consulted-products.ts';
import type { Answer } from '../answer.ts';
import type { MemberContext } from '../handler.ts';
import { withUser } from './shop-user.ts';

type Chat = typeof CALLS.chat;
type Context = Pick<MemberContext, 'transaction' | 'member'>;

export const saveConsultPlatformItem = (
  { transaction, member }: Context,
  input: CallInput<Chat['saveConsultPlatformItem']>,
): Promise<Answer<CallOutput<Chat['saveConsultPlatformItem']>>> =>
  withUser(transaction, input, async ({ shopId }) => {
    const { buyerId } = input;
    const items = Object.entries(input.platformItemIdAndSendTimeMap);
    const consulted = items.map(([productId, askedAt]) => ({ shopId, buyerId, productId, askedAt }));
    await keepConsulted(transaction, member.scope.accountId, consulted);
    return {};
  });

export const searchConsultPlatformItemIds = (
  { transaction }: Pick<Context, 'transaction'>,
  input: CallInput<Chat['searchConsultPlatformItemIds']>,
): Promise<Answer<CallOutput<Chat['searchConsultPlatformItemIds']>>> =>
  withUser(transaction, input, async ({ shopId }) => {
    const { buyerId, pageNo, pageSize } = input;
    const found = await transaction.query<{ product_id: string; total: string }>({
      name: 'consulted-products',
      text: `select product_id, count(*) over () as total from consulted_product
             where shop_id = $1 and buyer_id = $2 order by asked_at desc, product_id limit $3 offset $4`,
      values: [shopId, buyerId, pageSize, (pageNo - 1) * pageSize],
    });
    return {
      platformItemIds: found.rows.map((row) => row.product_id),
      // A page behind the last one has no row that tells the number.
      total: found.rows[0] === undefined ? null : Number(found.rows[0].total),
    };
  });

export const getPlatformItemIdAndIsConsultMap = (
  { transaction }: Pick<Context, 'transaction'>,
  input: CallInput<Chat['getPlatformItemIdAndIsConsultMap']>,
): Promise<Answer<CallOutput<Chat['getPlatformItemIdAndIsConsultMap']>>> =>
  withUser(transaction, input, async ({ shopId }) => {
    const found = await transaction.query<{ product_id: string }>({
      name: 'are-consulted',
      text: `select product_id from consulted_product
             where shop_id = $1 and buyer_id = $2 and product_id = any($3::text[])`,
      values: [shopId, input.buyerId, input.platformItemIds],
    });
    const known = new Set(found.rows.map((row) => row.product_id));
    return {
      platformItemIdAndIsConsultMap: Object.fromEntries(input.platformItemIds.map((id) => [id, known.has(id)])),
    };
  });
