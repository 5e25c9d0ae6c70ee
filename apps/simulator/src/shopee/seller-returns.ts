/** Returns and refunds: the older list, and the newer service's tracking (facts 1.7). */
import type { TradeReturn } from '../world/trade.ts';
import { numericId } from './accounts.ts';
import type { CallInput, OpenRoute } from './context.ts';
import { type Desk, done, refused, sellerRoute, type Verdict } from './seller-desk.ts';
import { pageInfoOf, queriedSlice, toHash, toSeconds, toText } from './seller-fields.ts';

const PAGE = 40;
const newestFirst = (returns: readonly TradeReturn[]): readonly TradeReturn[] =>
  returns.toSorted((one, other) => other.createdAt - one.createdAt);

const returnRow = (found: TradeReturn): unknown => {
  const { returnId, returnSn, order, reason, refund, status } = found;
  return {
    order_id: numericId(order.orderId),
    order_sn: order.orderNumber,
    return_id: numericId(returnId),
    return_sn: returnSn,
    reason,
    text_reason: found.text,
    image: found.pictures.map(toHash),
    refund_amount: toText(refund),
    status,
    needs_logistics: found.needsGoods,
    tracking_number: found.trackingNumber ?? '',
    user: { user_id: numericId(order.buyerId), username: order.buyerName },
    item: order.items.map(({ product, skuId, quantity }) => {
      const variant = product.variants.find((each) => each.skuId === skuId);
      return {
        item_id: numericId(product.productId),
        name: product.title,
        images: [toHash(product.imagePath)],
        variation: variant?.name ?? '',
        sku: variant?.sellerSku ?? product.sellerSku,
        amount: quantity,
        item_price: toText(product.salePrice),
      };
    }),
    create_time: toSeconds(found.createdAt),
    update_time: toSeconds(found.updatedAt),
    due_date: toSeconds(found.respondBy),
    return_header: { attribute_list: { return_attributes: [{ value: returnSn }] } },
  };
};

function withReturn({ trade }: Desk, { query }: CallInput, tell: (found: TradeReturn) => unknown): Verdict {
  const found = trade.returns.find(({ returnId }) => returnId === query.return_id);
  return found === undefined ? refused('return not found', 10) : done(tell(found));
}

export const SELLER_RETURN_ROUTES: readonly OpenRoute[] = [
  sellerRoute({
    method: 'GET',
    path: '/api/v1/return/list',
    family: 'v3',
    provenance: 'seen',
    answer({ trade }, input) {
      const slice = queriedSlice(newestFirst(trade.returns), input, PAGE);
      if (slice === null) return refused('invalid page');
      return done({ list: slice.items.map(returnRow), page_info: pageInfoOf(slice) });
    },
  }),
  sellerRoute({
    method: 'GET',
    path: '/api/v1/return/detail',
    family: 'v3',
    provenance: 'ours',
    answer: (desk, input) => withReturn(desk, input, returnRow),
  }),
  sellerRoute({
    method: 'GET',
    path: '/api/v4/seller_center/return/get_return_tracking_history',
    family: 'v4',
    provenance: 'ours',
    answer: (desk, input) =>
      withReturn(desk, input, ({ tracking }) => ({
        list: tracking.map(({ at, text }) => ({ ctime: toSeconds(at), description: text })),
      })),
  }),
];
