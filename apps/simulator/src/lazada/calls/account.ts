/** Calls about the signed-in seller. */
import { type Call, success } from '../context.ts';

/** ours: the fields; publicly only the call is known. Ids are text, as in the session list. */
export const getUserInfo: Call = (_context, { login, shop }) =>
  success({
    result: {
      userId: shop.userId,
      sellerId: shop.userId,
      shopId: shop.shopId,
      shopName: shop.name,
      country: shop.country,
      loginName: login.identifier,
      accountType: 2,
    },
  });

/** `data.result` is the token of the push socket (facts 2.2). */
export const getToken: Call = (context, seller) => success({ result: context.accounts.issueSocketToken(seller) });

export const unreadCount: Call = ({ world }, { shop }) =>
  success({
    result: world
      .conversations('lazada', shop.shopId)
      .reduce((sum, conversation) => sum + world.unreadCount(conversation), 0),
  });
