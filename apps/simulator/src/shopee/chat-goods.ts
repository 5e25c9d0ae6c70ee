/** Webchat calls about products, offers and vouchers: the seller centre's rows without its envelope (facts 1.7, 6). */
import { z } from 'zod';
import type { ShopTrade, TradeVoucher } from '../world/trade.ts';
import { numericId } from './accounts.ts';
import { atDesk, NOT_THERE, refuse, rows } from './chat-desk.ts';
import { answer, type ChatRoute, EMPTY } from './context.ts';
import { BAD_PARAMETER, route } from './conversations.ts';
import { idField, toSeconds } from './seller-fields.ts';
import { listedRow } from './seller-products.ts';

const searchProducts = atDesk(({ trade }, input) => {
  const wanted = (input.query.keyword ?? '').toLowerCase();
  const found = trade.products.filter(({ title, isOnline }) => isOnline && title.toLowerCase().includes(wanted));
  return rows(found, input, listedRow);
});
const oneProduct = atDesk(({ trade }, { params }) => {
  const product = trade.products.find(({ productId }) => productId === params.id);
  return product === undefined ? NOT_THERE : answer(listedRow(product));
});
const MOST_RECOMMENDED = 6;
const recommend = atDesk(({ trade }) =>
  answer(
    trade.products
      .filter(({ isOnline }) => isOnline)
      .slice(0, MOST_RECOMMENDED)
      .map(listedRow),
  ),
);

const OFFER_WORDS = { waiting: 'pending', accepted: 'accepted', rejected: 'rejected' } as const;
const offerWith = (trade: ShopTrade, offerId: string | undefined) =>
  trade.offers.find((offer) => offer.offerId === offerId) ?? null;
const oneOffer = atDesk(({ shop, trade }, { params }) => {
  const offer = offerWith(trade, params.id);
  if (offer === null) return NOT_THERE;
  return answer({
    offer_id: numericId(offer.offerId),
    shop_id: numericId(shop.shopId),
    buyer_id: numericId(offer.buyerId),
    item_id: numericId(offer.product.productId),
    item_name: offer.product.title,
    quantity: offer.quantity,
    offer_price: offer.price,
    currency: trade.currency,
    status: OFFER_WORDS[offer.status],
  });
});
const replyBody = z.object({ status: z.enum(['accepted', 'rejected']), message_id: z.string().min(1) });
const replyToOffer = atDesk(({ trade, apply }, { params, body }) => {
  const parsed = replyBody.safeParse(body);
  if (!parsed.success) return BAD_PARAMETER;
  const offer = offerWith(trade, params.id);
  if (offer === null) return NOT_THERE;
  if (offer.status !== 'waiting' && offer.status !== parsed.data.status) return refuse('offer_already_replied');
  apply({ change: 'answerOffer', offerId: offer.offerId, isAccepted: parsed.data.status === 'accepted' });
  return EMPTY;
});

const stateOf = ({ startsAt, endsAt }: TradeVoucher, now: number): number =>
  now < startsAt ? 1 : now < endsAt ? 2 : 3;
const STATES: Readonly<Record<string, number | null>> = { all: null, upcoming: 1, ongoing: 2, expired: 3 };
function voucherRow(voucher: TradeVoucher, now: number): unknown {
  return {
    voucher_id: numericId(voucher.voucherId),
    name: voucher.name,
    voucher_code: voucher.voucherCode,
    start_time: toSeconds(voucher.startsAt),
    end_time: toSeconds(voucher.endsAt),
    discount: voucher.percent ?? 0,
    value: voucher.amountOff ?? 0,
    min_price: voucher.minimumSpend,
    max_value: 0,
    usage_limit: 1,
    usage_quantity: voucher.total,
    current_usage: voucher.used,
    status: 1,
    fe_status: stateOf(voucher, now),
    use_type: 0,
  };
}
const listVouchers = atDesk(({ trade }, input, context) => {
  const wanted = STATES[input.query.type ?? 'all'];
  if (wanted === undefined) return BAD_PARAMETER;
  const now = context.now();
  const found = trade.vouchers.filter((voucher) => wanted === null || stateOf(voucher, now) === wanted);
  return rows(found, input, (voucher) => voucherRow(voucher, now));
});
const vouchersByIds = atDesk(({ trade }, { query }, context) => {
  const ids = (query.ids ?? '').split(',');
  if (!query.buyer_id) return BAD_PARAMETER;
  const found = trade.vouchers.filter(({ voucherId }) => ids.includes(voucherId));
  return answer(found.map((voucher) => voucherRow(voucher, context.now())));
});
const claimBody = z.object({ id: idField, voucher_code: z.string() });
const claim = atDesk(({ trade, apply }, { body }) => {
  const parsed = claimBody.safeParse(body);
  if (!parsed.success) return BAD_PARAMETER;
  const voucher = trade.vouchers.find(({ voucherId }) => voucherId === parsed.data.id);
  if (voucher === undefined || voucher.voucherCode !== parsed.data.voucher_code) return NOT_THERE;
  return apply({ change: 'claimVoucher', voucherId: voucher.voucherId }) ? EMPTY : refuse('voucher_used_up');
});

/** The paths are those of the catalogue; the shapes are the proposal of facts 6. */
export const CHAT_GOODS_ROUTES: readonly ChatRoute[] = [
  route('GET', 'products', 'ours', searchProducts),
  route('GET', 'products/:id', 'ours', oneProduct),
  route('GET', 'seller_recommend', 'ours', recommend),
  route('GET', 'offers/:id', 'ours', oneOffer),
  route('PUT', 'offers/:id/reply', 'ours', replyToOffer),
  route('GET', 'vouchers', 'ours', listVouchers),
  route('GET', 'vouchers/vouchers_by_ids', 'ours', vouchersByIds),
  route('PUT', 'vouchers/claim', 'ours', claim),
];
