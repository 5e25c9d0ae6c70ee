import type { BuyerOrdersView, CALLS, CallInput, CallOutput } from '@pasar/api';
import { holds } from '@pasar/domain';
import { CONVERSATION_COLUMNS, type ConversationRow, toConversationView } from '../../records/rows.ts';
import type { Transaction } from '../../storage/database.ts';
import type { MessageTable } from '../../storage/gen/tables.ts';
import { type Answer, fail, success } from '../answer.ts';
import type { MemberContext } from '../handler.ts';
import { conversationsOfBuyer, findBuyer } from './find-buyer.ts';
import { knownBuyers } from './known.ts';
import { idsOf, joined, shopsOf } from './orders.ts';

type Call = typeof CALLS.buyers.buyerRecord;

/** What the database has about a buyer. No marketplace is asked, so a screen shows it at once. */
export async function buyerRecord(
  { transaction, member }: Pick<MemberContext, 'transaction' | 'member'>,
  { conversationId }: CallInput<Call>,
): Promise<Answer<CallOutput<Call>>> {
  const row = await findBuyer(transaction, conversationId);
  if (row === null) return fail('not_found');
  const rows = await conversationsOfBuyer(transaction, row);
  const shops = shopsOf(rows);
  const known = await knownBuyers(transaction, idsOf(shops), row.buyer_id);
  const conversations = await contacts(
    transaction,
    rows.map((each) => each.conversation_id),
  );
  const firsts = conversations.flatMap(({ first_at: firstAt }) => (firstAt === null ? [] : [Number(firstAt)]));
  const lasts = conversations.flatMap(({ last_message_at: at }) => (Number(at) === 0 ? [] : [Number(at)]));
  return success({
    told: known(row.shop_id).told,
    orders: holds(member.grant, 'order')
      ? ordersOf(shops.map(({ shop_id: shopId }) => ({ shopId, known: known(shopId).orders, refusal: null })))
      : null,
    firstContactAt: firsts.length === 0 ? null : Math.min(...firsts),
    isFirstContactSure: conversations.every(({ history }) => history === 'complete'),
    lastContactAt: lasts.length === 0 ? null : Math.max(...lasts),
    elsewhere: conversations.filter((each) => each.conversation_id !== conversationId).map(toConversationView),
  });
}

function ordersOf(parts: Parameters<typeof joined>[0]): BuyerOrdersView | null {
  return parts.every(({ known }) => known === null) ? null : joined(parts, parts.length);
}

type ContactRow = ConversationRow & { readonly first_at: MessageTable['sent_at'] | null };

/** The conversations in the given order, with the time of the first message that is stored of each. */
async function contacts(transaction: Transaction, ids: readonly string[]): Promise<readonly ContactRow[]> {
  const found = await transaction.query<ContactRow>({
    name: 'contacts-of-buyer',
    text: `select ${CONVERSATION_COLUMNS}, (select m.sent_at from message m
             where m.conversation_id = v.conversation_id order by m.position, m.platform_message_id limit 1) as first_at
           from conversation v where v.conversation_id = any($1::uuid[])`,
    values: [ids],
  });
  const placeOf = new Map(ids.map((id, place) => [id, place]));
  const place = (row: ContactRow): number => placeOf.get(row.conversation_id) ?? 0;
  return found.rows.toSorted((left, right) => place(left) - place(right));
}
