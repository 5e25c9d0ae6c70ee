import type { CALLS, CallInput, CallOutput } from '@pasar/api';
import type { ConversationsFound, FoundOrder } from '@pasar/connector-kit';
import { asShopId, offers } from '@pasar/domain';
import { askShop } from '../../records/ask-shop.ts';
import { conversationsOfBuyers } from '../../records/conversations-of-buyers.ts';
import { listShops, shopsWhere } from '../../records/ordered-list.ts';
import {
  CONVERSATION_COLUMNS,
  type ConversationRow,
  SELECT_SHOP,
  type ShopRow,
  toConversationView,
} from '../../records/rows.ts';
import { storeNamed } from '../../records/store-named.ts';
import type { Transaction } from '../../storage/database.ts';
import { type Answer, success } from '../answer.ts';
import { findShop } from '../find-shop.ts';
import type { LongContext } from '../handler.ts';

type Call = (typeof CALLS)['chat']['searchAtMarketplaces'];
type Found = CallOutput<Call>;
type Context = Pick<LongContext, 'database' | 'member' | 'askShop'>;

/** Most shops that one search asks at once (our choice). */
const AT_ONCE = 60;

/**
 * Asks every shop of the scope whose marketplace can be searched, or those of `from`, for one page, and stores the
 * conversations that they find. A shop of `from` that the member does not see is left out: it may be gone.
 */
export async function searchAtMarketplaces(
  context: Context,
  { words, from, ...scope }: CallInput<Call>,
): Promise<Answer<Found>> {
  if (scope.shopId !== undefined) {
    const shop = await findShop(context, scope.shopId);
    if (!shop.ok) return shop;
  }
  const shops = await searchable(context, scope);
  const places = from === undefined ? null : new Map<string, string | null>(from.map((at) => [at.shopId, at.cursor]));
  const asked = places === null ? shops : shops.filter(({ shop_id }) => places.has(shop_id));
  const rows = new Map<string, ConversationRow>();
  const found = { orders: [] as Found['orders'], further: [] as Found['further'], failed: [] as Found['failed'] };
  const askOne = async (shop: ShopRow) => {
    const shopId = asShopId(shop.shop_id);
    const cursor = places?.get(shop.shop_id) ?? null;
    const answer = await askShop(context, shop, 'buyers.searchConversations', { words, cursor });
    if (!answer.ok) {
      found.failed.push({ shopId, cursor, refusal: answer.refusal });
      return;
    }
    const kept = await keep(context, shop.shop_id, answer.data);
    for (const row of kept.rows) rows.set(row.conversation_id, row);
    found.orders.push(...kept.orders.map(({ orderNumber, buyerName }) => ({ shopId, orderNumber, buyerName })));
    if (answer.data.next !== null) found.further.push({ shopId, cursor: answer.data.next });
  };
  // The turns share one iterator, so that a shop that answers late holds up none of the others.
  const left = asked.values();
  const turn = async () => {
    for (const shop of left) await askOne(shop);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, turn));
  const newestFirst = [...rows.values()].toSorted(
    (left, right) => Number(right.last_message_at) - Number(left.last_message_at),
  );
  return success({ ...found, conversations: newestFirst.map(toConversationView), asked: asked.length });
}

interface Kept {
  readonly rows: readonly ConversationRow[];
  /** The orders whose buyer has no stored conversation with the shop. */
  readonly orders: readonly FoundOrder[];
}

/** Stores the conversations of a page, and finds those of the buyers of its orders. */
function keep({ database, member }: Context, shopId: string, page: ConversationsFound): Promise<Kept> {
  const { accountId } = member.scope;
  return database.within(member.scope, async (transaction) => {
    const named = await storeNamed(transaction, accountId, shopId, page.conversations, false);
    const toBuyer = ({ buyerId }: FoundOrder) => ({ shop_id: shopId, buyer_id: buyerId });
    const withBuyer = await conversationsOfBuyers(transaction, accountId, page.orders.map(toBuyer));
    const known = page.orders.flatMap((order) => withBuyer(toBuyer(order)) ?? []);
    return {
      rows: [...named, ...(await rowsOf(transaction, shopId, known))],
      orders: page.orders.filter((order) => withBuyer(toBuyer(order)) === null),
    };
  });
}

async function rowsOf(
  transaction: Transaction,
  shopId: string,
  ids: readonly string[],
): Promise<readonly ConversationRow[]> {
  if (ids.length === 0) return [];
  const found = await transaction.query<ConversationRow>(
    `select ${CONVERSATION_COLUMNS} from conversation where shop_id = $1 and conversation_id = any($2::uuid[])`,
    [shopId, ids],
  );
  return found.rows;
}

async function searchable(
  { database, member }: Pick<Context, 'database' | 'member'>,
  scope: Omit<CallInput<Call>, 'words' | 'from'>,
): Promise<readonly ShopRow[]> {
  const values: unknown[] = [];
  const where = shopsWhere(listShops(member.scope, scope), member.scope.accountId, (value) => `$${values.push(value)}`);
  const found = await database.within(member.scope, (transaction) =>
    transaction.query<ShopRow>(`${SELECT_SHOP} where ${where} order by s.name`, values),
  );
  return found.rows.filter(({ marketplace }) => offers(marketplace, 'buyers.searchConversations'));
}
