/** Calls about the signed-in seller. */
import { type Call, success } from '../context.ts';

/** The refusal that leaves the user id out of the login's user info: "missing user id" of spec 2 §8. */
export const USER_ID_MISSING = 'USER_ID_MISSING';

/** Ours: the fields; only the call itself is publicly known. Ids are text, as in the session list. */
export const getUserInfo: Call = ({ demands }, { login, shop }) => {
  const isMissing = demands.of('lazada', login.identifier).refusal === USER_ID_MISSING;
  return success({
    result: {
      ...(isMissing ? {} : { userId: shop.userId }),
      sellerId: shop.userId,
      shopId: shop.shopId,
      shopName: shop.name,
      country: shop.country,
      loginName: login.identifier,
      accountType: 2,
      cb: shop.isCb,
    },
  });
};

/** `data.result` is the token of the push socket (facts 2.2). */
export const getToken: Call = (context, seller) => success({ result: context.accounts.issueSocketToken(seller) });

export const unreadCount: Call = ({ world }, { shop }) =>
  success({
    result: world
      .conversations('lazada', shop.shopId)
      .reduce((sum, conversation) => sum + world.unreadCount(conversation), 0),
  });
