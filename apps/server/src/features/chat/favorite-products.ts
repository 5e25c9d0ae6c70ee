import type { CALLS, CallInput, CallOutput } from '@pasar/api';
import type { Answer } from '../answer.ts';
import type { MemberContext } from '../handler.ts';
import { withUser } from './shop-user.ts';

type Chat = typeof CALLS.chat;

export const getUserCollectProductIds = (
  { transaction }: Pick<MemberContext, 'transaction'>,
  input: CallInput<Chat['getUserCollectProductIds']>,
): Promise<Answer<CallOutput<Chat['getUserCollectProductIds']>>> =>
  withUser(transaction, input, async ({ shopId }) => {
    const found = await transaction.query<{ product_ids: string[] }>({
      name: 'favorite-products',
      text: 'select product_ids from favorite_products where shop_id = $1',
      values: [shopId],
    });
    return { productIds: found.rows[0]?.product_ids ?? [] };
  });

/** The last list that is saved counts. */
export const saveUserCollectProductIds = (
  { transaction, member }: Pick<MemberContext, 'transaction' | 'member'>,
  input: CallInput<Chat['saveUserCollectProductIds']>,
): Promise<Answer<CallOutput<Chat['saveUserCollectProductIds']>>> =>
  withUser(transaction, input, async ({ shopId }) => {
    await transaction.query(
      `insert into favorite_products (shop_id, account_id, product_ids) values ($1, $2, $3)
       on conflict (shop_id) do update set product_ids = excluded.product_ids`,
      [shopId, member.scope.accountId, input.productIds],
    );
    return {};
  });
