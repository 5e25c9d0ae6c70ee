import { orderDetailFact, quickReplyGroupFact, voucherFact } from '@pasar/api';
import type { ShopAnswer, ShopArguments, ShopMethod } from '@pasar/connector-kit';
import { asBuyerId, asPlatformConversationId, asPlatformShopId, SHOP_STATUSES } from '@pasar/domain';
import { z } from 'zod';

/**
 * The types of a call of a shop's session on its way between processes: its arguments, the first of which names the
 * shop or a conversation of it, and its value.
 */
export interface ShopMethodShape<Method extends ShopMethod> {
  readonly args: z.ZodType<ShopArguments<Method>>;
  readonly value: z.ZodType<ShopAnswer<Method>>;
}
const shape = <Method extends ShopMethod>(_method: Method, row: ShopMethodShape<Method>): ShopMethodShape<Method> =>
  row;

const shop = z.string().min(1).transform(asPlatformShopId);

const conversation = z.object({
  platformShopId: shop,
  platformConversationId: z.string().transform(asPlatformConversationId),
  buyerId: z.string().transform(asBuyerId),
  address: z.record(z.string(), z.string()),
});
const translation = z.object({ texts: z.array(z.string()), source: z.string().nullable(), target: z.string() });

/**
 * One row for each call of a shop's session that a feature makes. A new call needs its row here, from which
 * `live-session` makes the question to the session's process.
 */
export const SHOP_METHODS = {
  'affairs.shopStatus': shape('affairs.shopStatus', { args: z.tuple([shop]), value: z.enum(SHOP_STATUSES) }),
  'orders.orderDetail': shape('orders.orderDetail', { args: z.tuple([shop, z.string()]), value: orderDetailFact }),
  'goods.quickReplies': shape('goods.quickReplies', { args: z.tuple([shop]), value: z.array(quickReplyGroupFact) }),
  'goods.voucherDetail': shape('goods.voucherDetail', {
    args: z.tuple([shop, z.object({ voucherId: z.string(), buyerId: z.string().transform(asBuyerId) })]),
    value: voucherFact,
  }),
  'media.translate': shape('media.translate', {
    args: z.tuple([conversation, translation]),
    value: z.array(z.string()),
  }),
};
export type AskedShopMethod = keyof typeof SHOP_METHODS;
