/** Returns and refunds: the older list, and the newer service's tracking (facts 1.7). */
import type { TradeReturn } from '../world/trade.ts';
import { numericId } from './accounts.ts';
import type { CallInput, OpenRoute } from './context.ts';
import { type Desk, done, refused, sellerRoute, type Verdict } from './seller-desk.ts';
import { pageInfoOf, queriedSlice, toSeconds, toText } from './seller-fields.ts';

const PAGE = 40;
/** Returned goods in transit: the only status in which a parcel travels back. */
const GOODS_ON_THE_WAY = 7;

const returnRow = ({ returnId, returnSn, order, reason, refund, status, createdAt }: TradeReturn): unknown => ({
  order_id: numericId(order.orderId),
  order_sn: order.orderNumber,
  return_id: numericId(returnId),
  return_sn: returnSn,
  reason,
  refund_amount: toText(refund),
  status,
  create_time: toSeconds(createdAt),
  return_header: { attribute_list: { return_attributes: [{ value: returnSn }] } },
});

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
      const slice = queriedSlice(trade.returns, input, PAGE);
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
      withReturn(desk, input, ({ status, createdAt, returnSn }) => ({
        list:
          status === GOODS_ON_THE_WAY
            ? [{ ctime: toSeconds(createdAt), description: `${returnSn}: the parcel was handed in` }]
            : [],
      })),
  }),
];
