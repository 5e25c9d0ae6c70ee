/** Whose login it is, and what the messenger needs before any other call. */
import { asPlatformShopId, COUNTRIES, type Country, type PlatformShopId, refusal } from '@pasar/domain';
import { z } from 'zod';
import { APIS, SELLER_TYPE } from '../wire/apis.ts';
import { wireFlag, wireId, wireInt } from '../wire/fields.ts';
import { gatewayCall, readAs, resultOf } from './definition.ts';

/** The seller and the shop of the login: the messenger uses the seller id, the desk the shop id. */
export interface Seller {
  readonly sellerId: string;
  readonly userId: string;
  readonly platformShopId: PlatformShopId;
  readonly name: string;
  readonly country: Country;
  /** Cross-border: sells from another country than the site's. */
  readonly isCb: boolean;
}

const userSchema = z.object({ result: z.object({ userId: wireId }) });
/** Ours: the fields of the login user info. */
const sellerSchema = resultOf(
  z.object({
    sellerId: wireId,
    userId: wireId,
    shopId: wireId,
    shopName: z.string(),
    country: z
      .string()
      .transform((country) => country.toUpperCase())
      .pipe(z.enum(COUNTRIES)),
    cb: wireFlag.nullish(),
  }),
);
const readSeller = readAs(
  'login user info',
  sellerSchema,
  ({ sellerId, userId, shopId, shopName, country, cb }): Seller => ({
    sellerId,
    userId,
    platformShopId: asPlatformShopId(shopId),
    name: shopName,
    country,
    isCb: cb ?? false,
  }),
);

export const loginUserInfo = gatewayCall({
  key: 'lazada-gateway GET login-user-info',
  tag: 'ours',
  repeat: 'read',
  api: APIS.userInfo,
  method: 'GET',
  data: (_params: null) => ({}),
  // Without a user id no account is logged in, whatever else the answer holds (spec 2 §8).
  read: (data, scope) => {
    if (!userSchema.safeParse(data).success)
      return { ok: false, refusal: refusal('login_failed', 'login user info: no user id'), canRetry: false };
    const seller = readSeller(data, scope);
    // The login holds, but its shop cannot be read (spec 2 §8, failed to get shop list).
    return seller.ok ? seller : { ...seller, refusal: refusal('shop_list_failed', seller.refusal.detail) };
  },
});

/** The token of the push socket. */
export const imToken = gatewayCall({
  key: 'lazada-gateway GET im-token',
  tag: 'seen',
  repeat: 'read',
  api: APIS.socketToken,
  method: 'GET',
  // Ours: the push socket uses the messenger's own app key.
  data: (_params: null, { appKey, windowId }) => ({ accsAppKey: appKey, windowId }),
  read: readAs('socket token', resultOf(z.string().min(1)), (token) => token),
});

/** Unread messages of all sessions together. */
export const unreadCount = gatewayCall({
  key: 'lazada-gateway GET unread-count',
  tag: 'seen',
  repeat: 'read',
  api: APIS.unreadCount,
  method: 'GET',
  data: (_params: null) => ({ accountType: SELLER_TYPE }),
  read: readAs('unread count', resultOf(wireInt), (count) => count),
});
