import type { CALLS, CallInput, CallOutput } from '@pasar/api';
import { asShopId, offers, type Refusal, type ShopId } from '@pasar/domain';
import { askShop } from '../../records/ask-shop.ts';
import { listShops, shopsWhere } from '../../records/ordered-list.ts';
import { type ConversationRow, SELECT_SHOP, type ShopRow, toConversationView } from '../../records/rows.ts';
import { storeNamed } from '../../records/store-named.ts';
import { type Answer, success } from '../answer.ts';
import { findShop } from '../find-shop.ts';
import type { LongContext } from '../handler.ts';

type Call = (typeof CALLS)['chat']['searchAtMarketplaces'];
type Context = Pick<LongContext, 'database' | 'member' | 'askShop'>;

/** Most shops that one search asks at once (our choice). */
const AT_ONCE = 60;

/** Asks every shop of the scope whose marketplace can be searched, and stores what they find. */
export async function searchAtMarketplaces(
  context: Context,
  { words, ...scope }: CallInput<Call>,
): Promise<Answer<CallOutput<Call>>> {
  if (scope.shopId !== undefined) {
    const shop = await findShop(context, scope.shopId);
    if (!shop.ok) return shop;
  }
  const shops = await searchable(context, scope);
  const found: ConversationRow[] = [];
  const failed: { shopId: ShopId; refusal: Refusal }[] = [];
  const askOne = async (shop: ShopRow) => {
    const answer = await askShop(context, shop, 'buyers.searchConversations', words);
    if (!answer.ok) {
      failed.push({ shopId: asShopId(shop.shop_id), refusal: answer.refusal });
      return;
    }
    const { accountId } = context.member.scope;
    found.push(
      ...(await context.database.within(context.member.scope, (transaction) =>
        storeNamed(transaction, accountId, shop.shop_id, answer.data),
      )),
    );
  };
  // The turns share one iterator, so that a shop that answers late holds up none of the others.
  const left = shops.values();
  const turn = async () => {
    for (const shop of left) await askOne(shop);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, turn));
  const newestFirst = found.toSorted((left, right) => Number(right.last_message_at) - Number(left.last_message_at));
  return success({ conversations: newestFirst.map(toConversationView), asked: shops.length, failed });
}

async function searchable(
  { database, member }: Pick<Context, 'database' | 'member'>,
  scope: Omit<CallInput<Call>, 'words'>,
): Promise<readonly ShopRow[]> {
  const values: unknown[] = [];
  const where = shopsWhere(listShops(member.scope, scope), member.scope.accountId, (value) => `$${values.push(value)}`);
  const found = await database.within(member.scope, (transaction) =>
    transaction.query<ShopRow>(`${SELECT_SHOP} where ${where} order by s.name`, values),
  );
  return found.rows.filter(({ marketplace }) => offers(marketplace, 'buyers.searchConversations'));
}
