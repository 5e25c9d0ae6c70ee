/** The `data` of each seller-site call, as far as it is used (facts 3.2 and 6). Unknown keys are let through. */
import { z } from 'zod';

/** 64-bit, as text or as a bare number. */
const id = z.union([z.string().regex(/^[0-9]+$/), z.int().nonnegative().transform(String)]);

export const shopListData = z.object({
  shop_infos: z.array(z.object({ outer_shop_id: id, im_shop_id: id, shop_region: z.string() })),
});

export const shopInfoData = z.object({
  shopName: z.string(),
  pigeonShopId: id,
  shopRegion: z.string(),
  outerShopId: id,
  customerServiceInfo: z.object({ pigeonCid: id }),
});
export type ShopInfo = z.infer<typeof shopInfoData>;

/** Both must be there (spec 2 §5). */
export const tokenData = z.object({
  token: z.string().min(1),
  pigeonCid: id,
  wsUrl: z.string().min(1),
  apiUrl: z.string().min(1),
  bizServiceId: z.int(),
});
export type ChatToken = z.infer<typeof tokenData>;

export const userInfoData = z.object({
  userInfoMap: z.record(z.string(), z.object({ screenName: z.string(), avatarUrl: z.string().optional() })),
});

export const metaInfoData = z.object({ metaInfoMap: z.record(z.string(), z.object({ star: z.boolean() })) });

export const historyConversationData = z.object({
  conversationList: z.array(
    z.object({
      conversationShortId: id,
      conversationId: id,
      pigeonUid: id,
      lastMessageTime: id,
      unreadCount: z.int().nonnegative(),
    }),
  ),
});

export const anyData = z.unknown();

/** The passport's own envelope (facts 3.5). */
export const passportAnswer = z.discriminatedUnion('message', [
  z.object({ message: z.literal('success') }),
  z.object({
    message: z.literal('error'),
    data: z.object({ error_code: z.int(), description: z.string().optional(), captcha: z.string().optional() }),
  }),
]);
