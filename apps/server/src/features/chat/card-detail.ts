import { type CALLS, type CallInput, type CallOutput, type CardDetailView, contentView } from '@pasar/api';
import type { CardDetail, CardWish, Outcome } from '@pasar/connector-kit';
import {
  asBuyerId,
  asConnectionId,
  asPlatformShopId,
  type ConnectionId,
  isUnexplained,
  type OrderDetail,
  type Refusal,
  refusal,
} from '@pasar/domain';
import type { Member } from '../../records/members.ts';
import { SHOP_COLUMNS, type ShopRow } from '../../records/rows.ts';
import type { Database, Scope, Transaction } from '../../storage/database.ts';
import type { ConversationTable, MessageTable } from '../../storage/gen/tables.ts';
import { type Answer, fail, success } from '../answer.ts';
import { whyNotAsked } from '../not-asked.ts';

type Call = typeof CALLS.desk.cardDetail;

/** Asks a marketplace by the session of a shop's connection, in whatever process it is; null where nobody has it. */
export type FetchCard = (
  scope: Scope,
  connectionId: ConnectionId,
  wish: CardWish,
) => Promise<Outcome<CardDetail> | 'no session' | null>;

type FoundRow = ShopRow & Readonly<Pick<MessageTable, 'content'> & Pick<ConversationTable, 'buyer_id'>>;

/** The order or the voucher of a message that the member sees. Asked outside of any transaction: it takes a while. */
export async function cardDetail(
  context: { readonly database: Database; readonly member: Member; readonly fetchCard: FetchCard },
  { messageId }: CallInput<Call>,
): Promise<Answer<CallOutput<Call>>> {
  const { database, member, fetchCard } = context;
  const row = await database.within(member.scope, (transaction) => findMessage(transaction, messageId));
  if (row === null) return fail('not_found');
  const wish = wishOf(row);
  if (wish === null) return fail('invalid_request', 'the message shows no order and no voucher');
  const found = await fetchCard(member.scope, asConnectionId(row.connection_id), wish);
  if (found === null || found === 'no session') return whyNotAsked(row, found);
  if (found.ok) return success({ card: toView(found.value) });
  return { ok: false, refusal: wish.kind === 'order' ? orderRefusal(found.refusal) : found.refusal };
}

/** Null for a message that is not seen, or was taken back. */
async function findMessage(transaction: Transaction, messageId: string): Promise<FoundRow | null> {
  const found = await transaction.query<FoundRow>(
    `select m.content, v.buyer_id, ${SHOP_COLUMNS}
     from message m join conversation v using (conversation_id) join shop s on s.shop_id = m.shop_id
       join connection c using (connection_id) left join connection_lease lease using (connection_id)
     where m.message_id = $1 and m.status = 'available'`,
    [messageId],
  );
  return found.rows[0] ?? null;
}

function wishOf({ content, platform_shop_id, buyer_id }: FoundRow): CardWish | null {
  const said = contentView.parse(content);
  const shop = asPlatformShopId(platform_shop_id);
  if (said.type === 'order') return { kind: 'order', shop, orderId: said.order.orderId };
  if (said.type !== 'voucher') return null;
  return { kind: 'voucher', shop, voucherId: said.voucher.voucherId, buyerId: asBuyerId(buyer_id) };
}

/** What the marketplace gave no reason of ours for is an order that could not be had, with its own words (spec 1 §8). */
function orderRefusal({ reason, detail }: Refusal): Refusal {
  const isOfTheOrder = reason === 'not_found' || reason === 'unexpected_answer' || isUnexplained(reason);
  return isOfTheOrder ? refusal('order_fetch_failed', detail ?? reason) : refusal(reason, detail);
}

function toView(card: CardDetail): CardDetailView {
  if (card.kind === 'order') return { kind: 'order', order: toOrderView(card.order) };
  const { name: title, voucherCode, discount, minimumSpend, startsAt, endsAt, status } = card.voucher;
  return { kind: 'voucher', voucher: { voucherCode, title, discount, minimumSpend, startsAt, endsAt, status } };
}

function toOrderView({ orderNumber, status, total, items }: OrderDetail) {
  const [first] = items;
  return {
    orderNumber,
    status,
    total,
    iconUrl: first?.imageUrl ?? null,
    title: first?.title ?? null,
    itemCount: items.reduce((sum, { quantity }) => sum + quantity, 0),
  };
}
