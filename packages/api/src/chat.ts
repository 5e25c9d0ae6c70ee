import { COUNTRIES } from '@pasar/domain';
import { z } from 'zod';
import { defineCall, MEMBER, permission } from './call.ts';
import { flag, fromJson, idList } from './form.ts';
import { platform, shopUserView, userId } from './users.ts';
import { conversationId, conversationView } from './views.ts';

const chat = permission('chat');
const shopManager = permission('shopManager');

/**
 * The calls of spec 2 §7.7 about chats and shops, at its paths and with its parameters. A user is one of our shops. The
 * shapes of the answers are ours: the specification does not show them. Where two marketplaces have a shop of one id,
 * `platform` says which is meant; without it such a call is refused.
 */
export const pinnedConversation = defineCall({
  path: '/api/chat/index/pinnedConversation',
  method: 'POST',
  access: chat,
  summary: 'Pin or unpin a conversation, here and at the marketplace',
  input: z.object({ conversationId, pinned: flag }),
  output: z.object({}),
});

const id = z.string().trim().min(1).max(64);
const optionalId = id.nullish().transform((value) => value ?? null);
const name = z.string().trim().min(1).max(120);
/** Blank takes the alias away. */
const alias = z
  .string()
  .trim()
  .max(120)
  .transform((value) => (value === '' ? null : value));

/** A shop whose login a desktop shell made. `shop_id` where it differs from `user_id`. */
const savedUser = z.object({
  user_id: id,
  shop_id: optionalId,
  shop_user_id: optionalId,
  merchant_id: optionalId,
  country: z.enum(COUNTRIES),
  is_cb: flag.default(false),
  name: name.optional(),
  alias: alias.nullish(),
  /** Shops of one China seller center login share it. */
  cnsc_account_id: optionalId,
  /** What the person signs in with, where it is known. */
  account: z.string().trim().min(1).max(254).nullish(),
});

/** The same user again is updated, never doubled. Its cookies come with `saveUserCookie`. */
export const saveUser = defineCall({
  path: '/api/chat/index/saveUser',
  method: 'POST',
  access: shopManager,
  summary: 'Bind a shop whose login a desktop shell made itself',
  input: z.object({ user: fromJson(savedUser), platform }),
  output: z.object({ user: shopUserView }),
});

const text = z.string().max(8_192);
/** As a browser shell lists them. `expirationDate` in seconds since the epoch; none for a session's. */
const listedCookie = z.object({
  // a name or value that could end its line, or its attribute, would say more than it is.
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

/** Cookies as a `Cookie` header, or as a list. None takes them out of use: nobody signs in with them for five minutes. */
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
  /** Of whom cookies were kept; the others are not known here. */
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
 * A shop that is not there, or not any more, is no mistake: the answer names what was unbound. It stays away from every login
 * that the account has, until somebody saves it by name or adds a login that brings it.
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

/** ours: the marketplaces' own tokens never leave the server; the session cookie is the credential of the live stream. */
export const getImToken = defineCall({
  path: '/api/chat/index/getImToken',
  method: 'POST',
  access: chat,
  summary: 'Where the messages of a shop come in, and from which change on',
  input: z.object({ userId, platform: platform.optional() }),
  output: z.object({ user: shopUserView, livePath: z.string(), since: z.number().int().nonnegative() }),
});

/** ours: sessions are conversations, newest first; `nextStartTime` goes into `startTime` for what is older. */
export const querySessionList = defineCall({
  path: '/api/chat/index/querySessionList',
  method: 'POST',
  access: chat,
  summary: 'The conversations of a shop, page by page',
  input: z.object({
    userId,
    platform: platform.optional(),
    startTime: z.coerce.number().int().positive().optional(),
    /** Spec 2 §9: 20 sessions a page. */
    fetchCount: z.coerce.number().int().min(1).max(100).default(20),
  }),
  output: z.object({
    serverTime: z.number().int(),
    sessions: z.array(
      z.object({
        sessionId: z.string(),
        unique_id: z.string(),
        unread_count: z.number().int(),
        pinned: z.literal([0, 1]),
        is_unreply: z.boolean(),
        conversation: conversationView,
      }),
    ),
    nextStartTime: z.number().int().nullable(),
  }),
});

/** The kind alone, never what was said. */
export const unknownMessageTypeLog = defineCall({
  path: '/api/chat/index/unknownMessageTypeLog',
  method: 'POST',
  access: chat,
  summary: 'Report a kind of message that this client cannot show',
  input: z.object({ platform, messageType: z.string().trim().min(1).max(80), userId: userId.optional() }),
  output: z.object({}),
});
