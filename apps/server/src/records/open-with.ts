import type { ConversationRef } from '@pasar/connector-kit';
import { type BuyerId, type Refusal, refusal } from '@pasar/domain';
import type { Transaction } from '../storage/database.ts';
import { type AskShop, askShop, type ShopAnswered } from './ask-shop.ts';
import type { Member } from './members.ts';
import { CONVERSATION_COLUMNS, type ConversationRow, type ShopRow } from './rows.ts';
import { storeNamed } from './store-named.ts';

/** A person at the marketplace who is a buyer of the shop. */
export interface ShopBuyer {
  readonly buyerId: BuyerId;
  readonly name: string;
}

/** Who opens: a member, or the engine for an account. `within` runs a transaction in the same scope. */
export interface Opener {
  readonly member: Pick<Member, 'scope'>;
  readonly askShop: AskShop;
  within<Value>(run: (transaction: Transaction) => Promise<Value>): Promise<Value>;
}

/**
 * The step before a message to a buyer who may have no conversation. It sends nothing, so it may be repeated at any
 * time: the marketplace answers with the same conversation, and its row is stored once.
 */
export async function openWith(
  opener: Opener,
  shop: ShopRow,
  buyer: ShopBuyer,
): Promise<ShopAnswered<ConversationRow>> {
  const known = await findWith(opener, shop, buyer);
  if (known !== null) return { ok: true, data: known };
  const opened = await askShop(opener, shop, 'buyers.openConversation', buyer.buyerId);
  return opened.ok ? { ok: true, data: await store(opener, shop, buyer, opened.data) } : opened;
}

/** What a person is told when a marketplace does not open a conversation. */
export const notOpened = ({
  isOfMarketplace,
  refusal: told,
}: Extract<ShopAnswered<unknown>, { ok: false }>): Refusal =>
  isOfMarketplace ? refusal('conversation_create_failed', told.detail ?? told.reason) : told;

const COLUMNS = CONVERSATION_COLUMNS.split(', ')
  .map((name) => `c.${name}`)
  .join(', ');

/** The newest, because a marketplace may have closed an earlier conversation for good. */
async function findWith({ within, member }: Opener, shop: ShopRow, buyer: ShopBuyer) {
  const found = await within((transaction) =>
    transaction.query<ConversationRow>(
      `select ${COLUMNS} from conversation_buyer known join conversation c using (conversation_id)
       where known.account_id = $1 and known.buyer_id = $2 and known.shop_id = $3
       order by c.last_message_at desc limit 1`,
      [member.scope.accountId, buyer.buyerId, shop.shop_id],
    ),
  );
  return found.rows[0] ?? null;
}

const store = (
  { within, member }: Opener,
  { shop_id: shopId }: ShopRow,
  buyer: ShopBuyer,
  conversation: ConversationRef,
): Promise<ConversationRow> =>
  within(async (transaction) => {
    const named = [{ conversation, buyer, lastMessageAt: null }];
    const [row] = await storeNamed(transaction, member.scope.accountId, shopId, named, true);
    if (row === undefined) throw new Error('the conversation that was stored cannot be read');
    return row;
  });
