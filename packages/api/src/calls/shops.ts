import { COUNTRIES, SHOP_STATUSES } from '@pasar/domain';
import { z } from 'zod';
import { defineCall, MEMBER, permission } from '../contract/call.ts';
import { flag, fromJson, idList } from '../contract/form.ts';
import { platform, shopUserView, userId } from '../facts/users.ts';
import { shopId } from '../facts/views.ts';

const shopManager = permission('shopManager');

const id = z.string().trim().min(1).max(64);

const optionalId = id.nullish().transform((value) => value ?? null);

const name = z.string().trim().min(1).max(120);

/** A blank alias removes the alias. */
const alias = z
  .string()
  .trim()
  .max(120)
  .transform((value) => (value === '' ? null : value));

/** A shop whose login a desktop shell made. `shop_id` is given where it differs from `user_id`. */
const savedUser = z.object({
  user_id: id,
  shop_id: optionalId,
  shop_user_id: optionalId,
  merchant_id: optionalId,
  country: z.enum(COUNTRIES),
  is_cb: flag.default(false),
  name: name.optional(),
  alias: alias.nullish(),
  /** The same for all shops of one China seller center login. */
  cnsc_account_id: optionalId,
  /** The name that the person signs in with, where it is known. */
  account: z.string().trim().min(1).max(254).nullish(),
});

/** Saving the same user again updates it; there is never a second one. Its cookies come with `saveUserCookie`. */
export const saveUser = defineCall({
  path: '/api/chat/index/saveUser',
  method: 'POST',
  access: shopManager,
  summary: 'Bind a shop whose login a desktop shell made itself',
  input: z.object({ user: fromJson(savedUser), platform }),
  output: z.object({ user: shopUserView }),
});

const text = z.string().max(8_192);

/** As a browser shell lists them. `expirationDate` is in seconds since the epoch; a session cookie has none. */
const listedCookie = z.object({
  // A name or value that contained a separator could add attributes or headers.
  name: text.regex(/^[^\s;=]+$/),
  value: text.regex(/^[^;\r\n]*$/),
  domain: z
    .string()
    .max(255)
    .regex(/^[^;\s/]+$/)
    .optional(),
  path: z
    .string()
    .max(1_024)
    .regex(/^\/[^;\s]*$/)
    .optional(),
  secure: z.boolean().optional(),
  httpOnly: z.boolean().optional(),
  expirationDate: z.number().positive().optional(),
});

export type ListedCookie = z.infer<typeof listedCookie>;

/**
 * Cookies as a `Cookie` header, or as a list. An empty value takes the shop's cookies out of use, and the shop is not
 * signed in for five minutes.
 */
export const saveUserCookie = defineCall({
  path: '/api/chat/index/saveUserCookie',
  method: 'POST',
  access: shopManager,
  summary: 'Keep the cookies of shops, sealed; their connections start over with them',
  input: z.object({
    userIdAndCookieMap: fromJson(
      z
        .record(userId, z.union([z.string().max(65_536), z.array(listedCookie).max(500), z.null()]))
        .refine((map) => Object.keys(map).length <= 200, 'too many users'),
    ),
    platform: platform.optional(),
  }),
  /** The users whose cookies were kept; the account has no other of the named users. */
  output: z.object({ userIds: z.array(z.string()) }),
});

export const updateUser = defineCall({
  path: '/api/chat/index/updateUser',
  method: 'POST',
  access: shopManager,
  summary: 'Change what is kept of a shop; what is not named stays',
  input: z.object({
    userId,
    data: fromJson(
      z.object({
        name: name.optional(),
        alias: alias.nullish(),
        is_cb: flag.optional(),
        merchant_id: id.nullish(),
        shop_user_id: id.nullish(),
      }),
    ),
    platform: platform.optional(),
  }),
  output: z.object({ user: shopUserView }),
});

const unbound = z.object({ userIds: z.array(z.string()) });

/**
 * A shop that is unknown or already unbound is no error: the answer names the shops that were unbound. An unbound shop
 * does not come back with any login of the account, until a person saves it by name or adds a login that brings it.
 */
export const deleteUser = defineCall({
  path: '/api/chat/index/deleteUser',
  method: 'POST',
  access: shopManager,
  summary: 'Unbind a shop: everything of it goes, and its login with its last shop; nothing more is done in its name',
  input: z.object({ userId, platform }),
  output: unbound,
});

export const deleteUserByUserIds = defineCall({
  path: '/api/chat/index/deleteUserByUserIds',
  method: 'POST',
  access: shopManager,
  summary: 'Unbind several shops at once',
  input: z.object({ userIds: idList, platform: platform.optional() }),
  output: unbound,
});

export const getCnscHasBindShopIds = defineCall({
  path: '/api/chat/index/getCnscHasBindShopIds',
  method: 'POST',
  access: shopManager,
  summary: 'The shops that are bound by a login of the China seller center',
  input: z.object({ cnscAccountId: z.string().trim().min(1).max(254) }),
  output: z.object({ shopIds: z.array(z.string()) }),
});

export const getTiktokHasBindUserIds = defineCall({
  path: '/api/chat/index/getTiktokHasBindUserIds',
  method: 'POST',
  access: shopManager,
  summary: 'The TikTok shops of a merchant that are bound',
  input: z.object({ merchantId: id }),
  output: z.object({ userIds: z.array(z.string()) }),
});

export const getCountryAndUserListMap = defineCall({
  path: '/api/chat/index/getCountryAndUserListMap',
  method: 'POST',
  access: MEMBER,
  summary: 'The shops of a marketplace by country',
  input: z.object({ platform }),
  output: z.object({ countryAndUserListMap: z.record(z.string(), z.array(shopUserView)) }),
});

export const updateShopAlias = defineCall({
  path: '/api/chat/index/updateShopAlias',
  method: 'POST',
  access: shopManager,
  summary: 'Call a shop by another name here; blank takes the alias away',
  input: z.object({ userId, alias, platform: platform.optional() }),
  output: z.object({ user: shopUserView }),
});

export const updateShopIsCb = defineCall({
  path: '/api/chat/index/updateShopIsCb',
  method: 'POST',
  access: shopManager,
  summary: 'Whether a shop sells across the border: 1 for yes',
  input: z.object({ userId, isCb: flag, platform: platform.optional() }),
  output: z.object({ user: shopUserView }),
});

/** The result and the reason, never the password or code. */
export const saveCnscLoginLog = defineCall({
  path: '/api/account/index/saveCnscLoginLog',
  method: 'POST',
  access: shopManager,
  summary: 'Report how a login at the China seller center went',
  input: z.object({
    cnscAccountId: z.string().trim().min(1).max(254),
    isSuccess: flag,
    reason: z.string().max(300).optional(),
  }),
  output: z.object({}),
});

/** `isGlobal` is the same fact as `is_cb`: the shop sells across the border. */
export const updateUserByUserIdAndIsGlobalMap = defineCall({
  path: '/api/account/index/updateUserByUserIdAndIsGlobalMap',
  method: 'POST',
  access: shopManager,
  summary: 'Of several shops whether they sell across the border',
  input: z.object({
    userIdAndIsGlobalMap: fromJson(
      z.record(userId, flag).refine((map) => Object.keys(map).length <= 500, 'too many users'),
    ),
    platform: platform.optional(),
  }),
  /** The named users that the account has. */
  output: z.object({ userIds: z.array(z.string()) }),
});

/** Frozen or normal, as the first live product tells (spec 1 §7); the refusals of spec 1 §8 where it does not tell. */
export const checkStatus = defineCall({
  path: '/api/shops/checkStatus',
  method: 'POST',
  access: shopManager,
  summary: 'Whether the marketplace has frozen a shop',
  input: z.object({ shopId }),
  output: z.object({ status: z.enum(SHOP_STATUSES) }),
});

/** What changes too often for the live stream, or is of no use to who only answers buyers. */
export const shopDetails = defineCall({
  path: '/api/shops/shopDetails',
  method: 'GET',
  access: shopManager,
  summary: 'The account of every shop, and when the shop was last compared with the marketplace',
  input: z.object({}),
  output: z.object({
    shops: z.array(
      z.object({
        shopId,
        account: z.string(),
        /** Null before the first comparison. */
        comparedAt: z.number().int().nonnegative().nullable(),
      }),
    ),
  }),
});

/** Shops that are not named follow the named ones, in the order they had. */
export const arrangeShops = defineCall({
  path: '/api/shops/arrangeShops',
  method: 'POST',
  access: MEMBER,
  summary: 'The order of the shop list, for this member',
  input: z.object({ shopIds: z.array(shopId).max(2_000) }),
  output: z.object({}),
});

export const hideShop = defineCall({
  path: '/api/shops/hideShop',
  method: 'POST',
  access: MEMBER,
  summary: 'Leave a shop out of the list, or show it again, for this member',
  input: z.object({ shopId, isHidden: z.union([z.boolean(), z.stringbool()]) }),
  output: z.object({}),
});
