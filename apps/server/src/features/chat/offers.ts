import { type CALLS, type CallInput, type CallOutput, contentView, type OfferView } from '@pasar/api';
import {
  asBuyerId,
  asPlatformConversationId,
  asPlatformShopId,
  type GivenAnswer,
  levelOf,
  OFFER_ANSWER_MS,
  type Offer,
  stateOfOffer,
} from '@pasar/domain';
import { z } from 'zod';
import { askShop, type ShopAnswered } from '../../records/ask-shop.ts';
import { SHOP_COLUMNS, type ShopRow } from '../../records/rows.ts';
import type { Transaction } from '../../storage/database.ts';
import type { ConversationTable, MessageTable, OfferAnswerTable } from '../../storage/gen/tables.ts';
import { type Answer, fail, success } from '../answer.ts';
import type { LongContext } from '../handler.ts';

type Call = typeof CALLS.chat.answerOffer;
type Context = Pick<LongContext, 'database' | 'member' | 'askShop' | 'clock'>;

type OfferRow = ShopRow &
  Readonly<
    Pick<MessageTable, 'content' | 'platform_message_id'> &
      Pick<ConversationTable, 'platform_conversation_id' | 'buyer_id' | 'address'>
  >;

/** The offer as its marketplace has it now, with what this shop has answered. */
export async function lookUpOffer(context: Context, row: ShopRow, offerId: string): Promise<Answer<OfferView>> {
  const offer = await askShop(context, row, 'buyers.offerDetail', offerId);
  if (!offer.ok) return offer;
  const given = await context.database.within(context.member.scope, (transaction) =>
    findGiven(transaction, row.shop_id, offerId),
  );
  return success(toView(offer.data, given, context.clock.now()));
}

/**
 * Tells the marketplace the answer of a member, once. The answer is written down before the marketplace is asked. When
 * no word comes back, the offer is looked up, and the answer is never repeated by itself.
 */
export async function answerOffer(
  context: Context,
  { messageId, isAccepted, ...seen }: CallInput<Call>,
): Promise<Answer<CallOutput<Call>>> {
  const { database, member, clock } = context;
  const row = await database.within(member.scope, (transaction) => findOfferMessage(transaction, messageId));
  if (row === null) return fail('not_found');
  const content = contentView.parse(row.content);
  if (content.type !== 'offer') return fail('invalid_request', 'the message shows no offer');
  if (levelOf(row.marketplace, 'buyers.answerOffer') !== 'yes') {
    return fail('invalid_request', 'this marketplace has no offers');
  }
  const { offerId } = content.offer;
  const before = await lookUpOffer(context, row, offerId);
  if (!before.ok) return before;
  if (before.data.state.state !== 'waiting' || !isAsSeen(before.data, seen)) {
    return success({ outcome: 'unasked', offer: before.data });
  }
  const isOurs = await database.within(member.scope, (transaction) =>
    claim(transaction, { accountId: member.scope.accountId, shopId: row.shop_id, offerId }, isAccepted, clock.now()),
  );
  // Another member answers at the same moment.
  if (!isOurs) return lookedUp('unasked', await lookUpOffer(context, row, offerId));
  const answer = await askShop(context, row, 'buyers.answerOffer', toRef(row), {
    offerId,
    messageId: row.platform_message_id,
    isAccepted,
  });
  if (answer.ok) {
    await database.within(member.scope, (transaction) => keepTold(transaction, row.shop_id, offerId));
    return success({
      outcome: 'told',
      offer: { ...before.data, state: { state: isAccepted ? 'accepted' : 'rejected' } },
    });
  }
  if (mayHaveArrived(answer)) return lookedUp('lost', await lookUpOffer(context, row, offerId));
  await database.within(member.scope, (transaction) => forget(transaction, row.shop_id, offerId));
  return answer;
}

/** `lost` becomes `told` where the marketplace has the answer after all. */
const lookedUp = (outcome: 'unasked' | 'lost', offer: Answer<OfferView>): Answer<CallOutput<Call>> => {
  if (!offer.ok) return outcome === 'lost' ? success({ outcome, offer: null }) : offer;
  const isStillAsked = offer.data.state.state === 'asked';
  return success({ outcome: outcome === 'lost' && !isStillAsked ? 'told' : outcome, offer: offer.data });
};

/** A refusal in words of the marketplace says that the answer was not taken; a fault on the way says nothing. */
const mayHaveArrived = (answer: Extract<ShopAnswered<unknown>, { ok: false }>): boolean =>
  answer.isOfMarketplace && (answer.canRetry || answer.refusal.reason === 'unexpected_answer');

/** The price and the quantity are those that the member agreed to. */
const isAsSeen = ({ price, quantity }: OfferView, seen: Omit<CallInput<Call>, 'messageId' | 'isAccepted'>): boolean =>
  price.amount === seen.amount && price.currency === seen.currency && quantity === seen.quantity;

async function findOfferMessage(transaction: Transaction, messageId: string): Promise<OfferRow | null> {
  const found = await transaction.query<OfferRow>(
    `select m.content, m.platform_message_id, v.platform_conversation_id, v.buyer_id, v.address, ${SHOP_COLUMNS}
     from message m join conversation v using (conversation_id) join shop s on s.shop_id = m.shop_id
       join connection c using (connection_id) left join connection_lease lease using (connection_id)
     where m.message_id = $1 and m.status = 'available'`,
    [messageId],
  );
  return found.rows[0] ?? null;
}

async function findGiven(transaction: Transaction, shopId: string, offerId: string): Promise<GivenAnswer | null> {
  const found = await transaction.query<Pick<OfferAnswerTable, 'is_accepted' | 'is_told' | 'asked_at'>>(
    'select is_accepted, is_told, asked_at from offer_answer where shop_id = $1 and offer_id = $2',
    [shopId, offerId],
  );
  const [row] = found.rows;
  return row === undefined ? null : { isAccepted: row.is_accepted, isTold: row.is_told, askedAt: Number(row.asked_at) };
}

interface OfferKey {
  readonly accountId: string;
  readonly shopId: string;
  readonly offerId: string;
}

/** False where an answer is on its way, or was taken a moment ago. Answers that no longer count are deleted. */
async function claim(
  transaction: Transaction,
  { accountId, shopId, offerId }: OfferKey,
  isAccepted: boolean,
  now: number,
): Promise<boolean> {
  await transaction.query('delete from offer_answer where account_id = $1 and asked_at <= $2', [
    accountId,
    now - OFFER_ANSWER_MS,
  ]);
  const claimed = await transaction.query(
    `insert into offer_answer (account_id, shop_id, offer_id, is_accepted, is_told, asked_at)
     values ($1, $2, $3, $4, false, $5) on conflict do nothing`,
    [accountId, shopId, offerId, isAccepted, now],
  );
  return claimed.rowCount === 1;
}

const keepTold = (transaction: Transaction, shopId: string, offerId: string) =>
  transaction.query('update offer_answer set is_told = true where shop_id = $1 and offer_id = $2', [shopId, offerId]);

const forget = (transaction: Transaction, shopId: string, offerId: string) =>
  transaction.query('delete from offer_answer where shop_id = $1 and offer_id = $2', [shopId, offerId]);

const addressShape = z.record(z.string(), z.string());
const toRef = (row: OfferRow) => ({
  platformShopId: asPlatformShopId(row.platform_shop_id),
  platformConversationId: asPlatformConversationId(row.platform_conversation_id),
  buyerId: asBuyerId(row.buyer_id),
  address: addressShape.parse(row.address),
});

const toView = (offer: Offer, given: GivenAnswer | null, now: number): OfferView => ({
  productId: offer.productId,
  productName: offer.productName,
  quantity: offer.quantity,
  price: offer.price,
  state: stateOfOffer(offer, given, now),
});
