/** Calls that only the seller site has: vouchers, phrases, the star, followers, and the server's time. */
import { z } from 'zod';
import type { TradeVoucher } from '../../world/trade.ts';
import { type Call, refused, success } from '../context.ts';
import { amountOf } from '../money.ts';
import { flagField, idField, numberedPageFields, pageOf } from './fields.ts';
import { badData, conversationOf, noSession } from './messagebox.ts';

const statusOf = ({ startsAt, endsAt }: TradeVoucher, now: number): string =>
  now < startsAt ? 'NOT_START' : now < endsAt ? 'ONGOING' : 'FINISH';

const voucherFields = numberedPageFields.extend({
  status: z.string().default(''),
  voucherType: z.string().default(''),
  sellerId: z.string(),
});

/** Ours: the official row (facts A.2) in camel case, and the number of used vouchers out of `issued`. */
export const voucherSearch: Call = ({ trade, now }, { shop }, data) => {
  const fields = voucherFields.safeParse(data);
  if (!fields.success) return badData();
  const { page, pageSize, status, sellerId } = fields.data;
  if (sellerId !== shop.userId) return refused('NO_PERMISSION', 'not your shop');
  const { vouchers, currency } = trade.of('lazada', shop.shopId);
  const found = vouchers.filter((voucher) => status === '' || statusOf(voucher, now()) === status);
  return success({
    current: page,
    total: found.length,
    dataList: pageOf(found, page, pageSize).map((voucher) => ({
      id: voucher.voucherId,
      voucherName: voucher.name,
      voucherCode: voucher.voucherCode,
      voucherType: 'COLLECTIBLE_VOUCHER',
      voucherDiscountType: voucher.percent === null ? 'MONEY_VALUE_OFF' : 'PERCENTAGE_DISCOUNT_OFF',
      offeringMoneyValueOff: voucher.amountOff === null ? null : amountOf(voucher.amountOff),
      offeringPercentageDiscountOff: voucher.percent,
      criteriaOverMoney: amountOf(voucher.minimumSpend),
      currency,
      periodStartTime: voucher.startsAt,
      periodEndTime: voucher.endsAt,
      status: statusOf(voucher, now()),
      issued: voucher.total,
      used: voucher.used,
    })),
  });
};

export const quickReplyList: Call = ({ trade }, { shop }) =>
  success({
    dataSource: trade.of('lazada', shop.shopId).quickReplies.map(({ groupId, name, replies }) => ({
      groupId,
      groupName: name,
      replies: replies.map(({ replyId, text }) => ({ replyId, content: text })),
    })),
  });

const starFields = z.object({ sessionId: idField, star: flagField });
export const starSession: Call = (context, seller, data) => {
  const fields = starFields.safeParse(data);
  if (!fields.success) return badData();
  const conversation = conversationOf(context, seller, fields.data.sessionId);
  if (conversation === null) return noSession();
  context.world.pin('lazada', conversation.conversationId, fields.data.star);
  return success({});
};

const followFields = z.object({ targetUserId: idField, brandId: idField });
export const followStatus: Call = ({ trade }, { shop }, data) => {
  const fields = followFields.safeParse(data);
  if (!fields.success || fields.data.brandId !== shop.shopId) return badData();
  const { followers } = trade.of('lazada', shop.shopId);
  return success({ isFollowing: followers.some(({ userId }) => userId === fields.data.targetUserId) });
};

export const timestamp: Call = ({ now }) => success({ timestamp: now() });
